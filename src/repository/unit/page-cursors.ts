import { LRUCache } from 'lru-cache';
import { now } from '../../base/clock.ts';

/** How long the end of a page is cached, with the total that was shown there. */
export const positionLifeMs = 60_000;

/** Results, and positions of each; the least recently used are evicted. */
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
  readonly value: string | number | bigint | null;
  readonly aclId: number | null;
  /** Copied from page to page, so that the total of a walk agrees with its pages. */
  readonly count?: CountedRows | undefined;
}

interface Remembered {
  readonly position: Position;
  readonly untilMs: number;
}

/**
 * The ends of pages of results. They are only used as a start for reading: rows read from there are
 * checked as all others, so an outdated position can shift pages, but not reveal data. Each process
 * has its own, without invalidation: another process skips rows to reach the same page.
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
