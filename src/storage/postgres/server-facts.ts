import type { QueryTarget } from './query-target.ts';

/** What a server says about itself. */
export interface ServerFacts {
  /**
   * Unchanged as long as numbers of transactions stay valid. After a crash a server may reuse numbers
   * that it had not yet recorded, so what it reports about an older number is meaningless. It resets its
   * statistics after a crash, as does a standby that took over; after an orderly stop it continues both.
   */
  readonly run: string;
  readonly isStandby: boolean;
  /** Its transactions only read, because it is a standby or is configured so. */
  readonly isReadOnly: boolean;
  /** Raised by each promotion. Undefined of a standby, and where it cannot be read. */
  readonly timeline: number | undefined;
  /** The same for a primary and its standbys. Undefined where it cannot be read. */
  readonly system: string | undefined;
}

/** Every role may read this. */
const basic = `(select coalesce(extract(epoch from stats_reset)::text, '') from pg_stat_bgwriter) as run,
  pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

const factsQuery = `select ${basic}, (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

interface FactsRow {
  readonly run: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly system?: string | null;
  /** Eight hexadecimal digits, which the names of its log begin with. */
  readonly timeline?: string | null;
}

export async function readServerFacts(target: QueryTarget): Promise<ServerFacts> {
  const { system, timeline, ...facts } = await readRow(target);
  return {
    ...facts,
    system: system ?? undefined,
    timeline: timeline ? Number.parseInt(timeline, 16) : undefined,
  };
}

/** Some hosted databases refuse what is beyond the basic facts. */
async function readRow(target: QueryTarget): Promise<FactsRow> {
  try {
    return await firstRow(target, factsQuery);
  } catch {
    return firstRow(target, `select ${basic}`);
  }
}

async function firstRow(target: QueryTarget, text: string): Promise<FactsRow> {
  const { rows } = await target.query({ text });
  return rows[0] as FactsRow;
}

/** Unchanged as long as numbers of transactions stay valid: a copy of a stopped server has its statistics. */
export function runOf({ run, timeline, system }: ServerFacts): string {
  return `${run} ${timeline ?? ''} ${system ?? ''}`;
}
