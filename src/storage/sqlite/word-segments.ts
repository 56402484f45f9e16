import { monotonicMs } from '../../base/clock.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The segments of one level of the full-text index: those of a level are merged into one of the next. */
interface SegmentLevel {
  readonly segments: number;
  /** Of those, the ones that an unfinished merge reads. */
  readonly merged: number;
  /** Of about 4 KB. */
  readonly pages: number;
  readonly entries: number;
  /** Those of them that are removed or replaced. */
  readonly removed: number;
}

/** FTS5 merges so many segments of a level, see the migrations. */
const segmentsMerged = 16;
/** Percentage of removed entries from which FTS5 merges a level, see the migrations. */
const removedPercent = 30;
/** Up to 64 new segments together are merged by the unit that stores the last one: they must be small. */
const newPagesMax = 256;
/** A level with fewer pages costs a search less than its merge costs a unit that waits. */
const pagesMin = 16;

/** FTS5 keeps the list of its segments in the row with this id. */
const structure = 'select block from fulltext_words_data where id = 10';

const merge = 'insert into fulltext_words (fulltext_words, rank) values (?, ?)';

/** Whether a `merge` has something to do that is worth a transaction. Takes some microseconds. */
export function hasMergeableWords(connection: SqliteConnection): boolean {
  const row = connection.get(structure, []) as { readonly block: Buffer } | undefined;
  return row !== undefined && isMergeable(segmentLevels(row.block));
}

export interface MergeState {
  /** Whether there is more to merge. */
  readonly isLeft: boolean;
}

/** Written pages after which a `merge` stops with the next word: what takes FTS5 some milliseconds. */
const pagesPerMerge = 64;
/** How long the write lock is held, unless one `merge` takes longer. */
const lockedMs = 5;

/** Merges segments for some milliseconds, as a transaction of its own. */
export function mergeWords(connection: SqliteConnection): MergeState {
  const untilMs = monotonicMs() + lockedMs;
  connection.run('BEGIN IMMEDIATE', []);
  try {
    let isLeft = hasMergeableWords(connection);
    while (isLeft && monotonicMs() < untilMs) {
      connection.run(merge, ['merge', pagesPerMerge]);
      isLeft = hasMergeableWords(connection);
    }
    connection.run('COMMIT', []);
    return { isLeft };
  } catch (error) {
    if (connection.inTransaction) connection.run('ROLLBACK', []);
    throw error;
  }
}

export function isMergeable(levels: readonly SegmentLevel[]): boolean {
  return levels.some(({ segments, merged, pages, entries, removed }, level) => {
    if (merged > 0) return true;
    const isLarge = level > 0 || pages >= newPagesMax;
    if (segments >= segmentsMerged && isLarge) return true;
    return pages >= pagesMin && removed * 100 >= entries * removedPercent;
  });
}

/** The marker of tables that keep removed entries, as ours does. */
const keepsRemoved = 0xff000001;

/** Reads the list of segments, in the format that `fts5_index.c` describes ("Structure record"). */
export function segmentLevels(block: Buffer): readonly SegmentLevel[] {
  // A number that changes with each change of the list comes first.
  if (block.length < 8 || block.readUInt32BE(4) !== keepsRemoved) return [];
  const numbers = numbersIn(block, 8);
  const next = (): number => Number(numbers.next().value ?? 0);
  const levels = next();
  // Segments of all levels, and how often was written.
  next();
  next();
  return Array.from({ length: levels }, () => levelFrom(next));
}

function levelFrom(next: () => number): SegmentLevel {
  const merged = next();
  const segments = next();
  let pages = 0;
  let entries = 0;
  let removed = 0;
  for (let at = 0; at < segments; at += 1) {
    // Its id, and its first and last page.
    next();
    pages += 1 - next() + next();
    // The first and last unit whose entries it has, and pages of the list of removed ones.
    next();
    next();
    next();
    removed += next();
    entries += next();
  }
  return { segments, merged, pages, entries, removed };
}

/** Seven bits in each byte but the ninth, which has eight. The upper bit says that more follow. */
function* numbersIn(block: Buffer, from: number): Generator<bigint> {
  let value = 0n;
  let bytes = 0;
  for (const byte of block.subarray(from)) {
    bytes += 1;
    const isLast = bytes === 9 || byte < 0x80;
    value = bytes === 9 ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 0x7f);
    if (!isLast) continue;
    yield value;
    value = 0n;
    bytes = 0;
  }
}
