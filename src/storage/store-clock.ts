import { type RawBuilder, sql } from 'kysely';
import { clockShiftMs, now } from '../base/clock.ts';
import type { EngineName } from './database.ts';

/**
 * The clock that all nodes of a store share, for instants that one node writes and another compares:
 * PostgreSQL's own, and on SQLite that of the one machine. An instant is a parameter, made with
 * `clockOffset` when the statement runs, and an expression, which `clockInstant` builds around it.
 */
export function clockOffset(engine: EngineName, delayMs: number): number {
  return Math.round((engine === 'sqlite' ? now() : clockShiftMs()) + delayMs);
}

/** `offset` is a number from `clockOffset`, or the placeholder of one. */
export function clockInstant(engine: EngineName, offset: number): RawBuilder<number> {
  if (engine === 'sqlite') return sql<number>`${offset}`;
  return sql<number>`(${postgresClock} + ${offset}::bigint)`;
}

export const postgresClock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
