import { sql } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';

/** What one process has let through since it last told the store. */
export interface RateShare {
  readonly key: string;
  /** Less than nothing when some was given back. */
  readonly amount: number;
  /** After so long one request is forgotten. */
  readonly intervalMs: number;
}

const rowsPerStatement = 500;

/**
 * Adds to the levels that all servers share, which go down as time passes; returns what they are now.
 * Keys are sorted, so that servers that do this at the same time do not wait for each other in a circle.
 */
export async function addToRateLevels(
  handle: WriteHandle,
  shares: readonly RateShare[],
): Promise<ReadonlyMap<string, number>> {
  const sorted = shares.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const levels = new Map<string, number>();
  for (let start = 0; start < sorted.length; start += rowsPerStatement) {
    const part = sorted.slice(start, start + rowsPerStatement);
    for (const { key, level } of await addPart(handle, part)) levels.set(key, level);
  }
  return levels;
}

const remaining = sql<number>`rate_level.level
  - (excluded.at_ms - rate_level.at_ms) / excluded.interval_ms`;

function addPart(
  handle: WriteHandle,
  shares: readonly RateShare[],
): Promise<{ key: string; level: number }[]> {
  const { clock } = handle.dialect;
  const at_ms = clock.instant(clock.offset(0));
  const rows = shares.map(({ key, amount, intervalMs }) => {
    return { key, level: amount, interval_ms: intervalMs, at_ms };
  });
  return handle.all(
    handle.builder
      .insertInto('rate_level')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          level: sql<number>`case when ${remaining} > 0 then ${remaining} else 0 end + excluded.level`,
          interval_ms: sql<number>`excluded.interval_ms`,
          at_ms: sql<number>`excluded.at_ms`,
        }),
      )
      .returning(['key', 'level']),
  );
}

const rowsPerPurge = 500;
/** No limit counts for longer. */
const keptMs = 10 * 60_000;

/** Removes some that are empty by now; returns how many. */
export function purgeRateLevels(handle: WriteHandle): Promise<number> {
  const { builder, dialect } = handle;
  const before = dialect.clock.instant(dialect.clock.offset(-keptMs));
  const empty = builder
    .selectFrom('rate_level')
    .select('key')
    .where('at_ms', '<', before)
    .limit(rowsPerPurge);
  return handle.run(builder.deleteFrom('rate_level').where('key', 'in', empty));
}
