import { createHash } from 'node:crypto';
import type { Readable } from '../access/readable.ts';
import type { Position } from '../unit/page-cursors.ts';
import type { ReadUnit } from '../unit/unit.ts';

/**
 * From this offset on a page begins at the cached end of an earlier one, if there is one. Pages at
 * smaller offsets always skip rows.
 */
export const deepOffset = 1_000;

/** What identifies a result, apart from time. */
interface ResultIdentity {
  readonly of: unknown;
  /** Undefined for all documents. */
  readonly readable: Readable | undefined;
}

/** A page of a result, and the cached positions of that result. */
export class Walk {
  readonly #unit: ReadUnit;
  readonly #key: string;
  /** Where to begin; undefined for the beginning. */
  readonly from: Position | undefined;

  constructor(unit: ReadUnit, identity: ResultIdentity, offset: number) {
    this.#unit = unit;
    this.#key = resultKey(identity);
    this.from = offset >= deepOffset ? unit.cursors.nearest(this.#key, offset) : undefined;
  }

  endAt(position: Position): void {
    if (position.offset < deepOffset || this.#unit.handle.seesUncommitted) return;
    this.#unit.cursors.remember(this.#key, position);
  }
}

/**
 * Undefined where positions are not used: near the beginning, after changes in the same unit, and for
 * callers whom tasks allow more than ACLs do, as a key does not tell what.
 */
export function openWalk(
  unit: ReadUnit,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  identity: ResultIdentity,
): Walk | undefined {
  if (offset + limit < deepOffset || unit.handle.changes > 0) return undefined;
  if (identity.readable?.granted) return undefined;
  return new Walk(unit, identity, offset);
}

/** A digest, as queries and lists of ACLs may be long. */
function resultKey({ of, readable }: ResultIdentity): string {
  const acls = readable && [...readable.aclIds].sort();
  return createHash('sha256')
    .update(JSON.stringify([of, acls ?? null], canonical))
    .digest('base64');
}

/** Positions in the text of a query and its spelling do not matter. */
function canonical(name: string, value: unknown): unknown {
  if (name === 'offset' || name === 'text') return undefined;
  return typeof value === 'bigint' ? `${value}n` : value;
}
