import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { now } from '../../base/clock.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';
import type { LiteralValue } from '../sql/bound-values.ts';

/**
 * From this offset on a page begins where an earlier one ended, if that is remembered. Smaller results
 * are always counted off row by row.
 */
export const deepOffset = 1_000;

/** So long the end of a page is remembered, and with it the total that was shown there. */
export const positionLifeMs = 60_000;

/** Results, and positions of each; what was not used for longest goes first. */
const resultsMax = 500;
export const positionsMax = 32;

/** Rows that were counted up to a limit. */
export interface CountedRows {
  readonly most: number;
  readonly counted: number;
}

/** The last row before an offset: what it sorts by. */
export interface Position {
  readonly offset: number;
  readonly id: string;
  readonly value: LiteralValue | null;
  readonly aclId: number | null;
  /** Goes from page to page, so that the total of a walk agrees with its pages. */
  readonly count?: CountedRows | undefined;
}

interface Remembered {
  readonly position: Position;
  readonly untilMs: number;
}

/**
 * Where pages of results ended. It is only ever a place to begin reading at: what is read from there
 * is checked like everything else, so an old position can shift pages, but not show anything.
 */
export class PageCursors {
  readonly #results = new LRUCache<string, Map<number, Remembered>>({ max: resultsMax });

  /** The last known position at the offset or before. */
  nearest(key: string, offset: number): Position | undefined {
    const nowMs = now();
    let found: Position | undefined;
    for (const { position, untilMs } of this.#results.get(key)?.values() ?? []) {
      const isBehind = position.offset > offset || nowMs >= untilMs;
      if (!isBehind && position.offset > (found?.offset ?? -1)) found = position;
    }
    return found;
  }

  remember(key: string, position: Position): void {
    const positions = this.#results.get(key) ?? new Map<number, Remembered>();
    positions.delete(position.offset);
    positions.set(position.offset, { position, untilMs: now() + positionLifeMs });
    for (const oldest of positions.keys()) {
      if (positions.size <= positionsMax) break;
      positions.delete(oldest);
    }
    this.#results.set(key, positions);
  }
}

/** One for each store; the builder is the store's own object and lives as long as it does. */
const cursors = new WeakMap<SqlBuilder, PageCursors>();

function cursorsOf({ builder }: ReadHandle): PageCursors {
  const known = cursors.get(builder);
  if (known) return known;
  const fresh = new PageCursors();
  cursors.set(builder, fresh);
  return fresh;
}

/** What makes a result what it is, time aside. */
export interface ResultIdentity {
  readonly of: unknown;
  /** The ACLs of what the caller may see; undefined for everything. */
  readonly readable: readonly number[] | undefined;
}

/** A page of a result, and the positions that are remembered for it. */
export class Walk {
  readonly #cursors: PageCursors;
  readonly #key: string;
  readonly #handle: ReadHandle;
  /** Where to begin; undefined for the beginning. */
  readonly from: Position | undefined;

  constructor(handle: ReadHandle, identity: ResultIdentity, offset: number) {
    this.#handle = handle;
    this.#cursors = cursorsOf(handle);
    this.#key = resultKey(identity);
    this.from = offset >= deepOffset ? this.#cursors.nearest(this.#key, offset) : undefined;
  }

  endAt(position: Position): void {
    if (position.offset < deepOffset || this.#handle.seesUncommitted) return;
    this.#cursors.remember(this.#key, position);
  }
}

/** Undefined where positions are of no use: near the beginning, and after changes of the same unit. */
export function openWalk(
  handle: ReadHandle,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  identity: ResultIdentity,
): Walk | undefined {
  if (offset + limit < deepOffset || handle.changes > 0) return undefined;
  return new Walk(handle, identity, offset);
}

/** A digest, for queries and lists of ACLs may be long. */
function resultKey({ of, readable }: ResultIdentity): string {
  const acls = readable && [...readable].sort((a, b) => a - b);
  return createHash('sha256')
    .update(JSON.stringify([of, acls ?? null], canonical))
    .digest('base64');
}

/** Where something stood in the text of a query, and how it was spelled, does not matter. */
function canonical(name: string, value: unknown): unknown {
  if (name === 'offset' || name === 'text') return undefined;
  return typeof value === 'bigint' ? `${value}n` : value;
}
