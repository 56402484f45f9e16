import { isWithin, monotonicMs, sleep } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { CommitOutcome } from '../database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { readServerFacts, runOf } from './server-facts.ts';

/** A transaction whose commit was sent. */
interface SentCommit {
  /** Full number of the transaction, as text: it has 64 bits. */
  readonly xid: string;
  /** The server run of its connection, see `server-facts.ts`. */
  readonly serverRun: string;
}

const pauseMs = 50;
/** How long the old connection may take to end by itself. */
const patienceMs = 1_000;

/** Asks on other connections until the database replies, or `pool.outcomeWaitMs` has passed. */
export async function askCommitOutcome(
  pool: PostgresPool,
  commit: SentCommit,
): Promise<CommitOutcome> {
  const startMs = monotonicMs();
  while (!pool.isClosed) {
    const elapsedMs = monotonicMs() - startMs;
    if (elapsedMs > pool.outcomeWaitMs) break;
    const limitMs = pool.outcomeWaitMs - elapsedMs;
    const outcome = await askOnce(pool, commit, { endsIt: elapsedMs > patienceMs, limitMs });
    if (outcome !== undefined) return outcome;
    await sleep(pauseMs);
  }
  return 'unknown';
}

interface AskOptions {
  readonly endsIt: boolean;
  readonly limitMs: number;
}

/** Undefined when it must be asked again. */
async function askOnce(
  pool: PostgresPool,
  commit: SentCommit,
  { endsIt, limitMs }: AskOptions,
): Promise<CommitOutcome | undefined> {
  let connection: PostgresConnection | undefined;
  try {
    connection = await pool.connect();
    const facts = await readServerFacts(connection);
    // What a standby does not know may still arrive.
    if (facts.isStandby) return undefined;
    const status = await readStatus(connection, commit.xid);
    if (status === 'aborted') return 'aborted';
    if (runOf(facts) !== commit.serverRun) return outcomeInOtherRun(status);
    if (status === 'committed') return await confirmed(connection, limitMs);
    if (status !== 'in progress') return 'unknown';
    if (endsIt) await endTransaction(connection, commit.xid);
    return undefined;
  } catch {
    return undefined;
  } finally {
    connection?.release();
  }
}

/**
 * After a crash or a promotion. No transaction of before is in progress then, so the number was given
 * again because the first one was lost. One that is committed may be either.
 */
function outcomeInOtherRun(status: string | null): CommitOutcome {
  return status === 'in progress' ? 'aborted' : 'unknown';
}

async function readStatus(connection: PostgresConnection, xid: string): Promise<string | null> {
  const query = { text: 'select pg_xact_status($1::xid8) as status', values: [xid] };
  try {
    const { rows } = await connection.query(query);
    return (rows[0] as { status: string | null }).status;
  } catch (error) {
    // The number was never assigned: the server crashed before it had recorded anything of it.
    if (sqlStateOf(error) === invalidParameterValue) return 'aborted';
    throw error;
  }
}

const invalidParameterValue = '22023';

function sqlStateOf(error: unknown): unknown {
  return error instanceof AppError ? (error.cause as { code?: unknown } | undefined)?.code : null;
}

/**
 * A transaction that waited for synchronous standbys when its connection ended is committed on the
 * primary only. A later commit waits for them again, and for all before it.
 */
async function confirmed(connection: PostgresConnection, limitMs: number): Promise<CommitOutcome> {
  const text = "select pg_logical_emit_message(true, 'cartulary', '')";
  const commit = connection.query({ text, values: [] });
  commit.catch(() => undefined);
  if (await isWithin(commit, limitMs)) {
    await commit;
    return 'committed';
  }
  connection.drop(new Error('the standbys do not confirm a commit'));
  return 'unknown';
}

/** Its server process has not noticed that the client is gone, for example when the network broke. */
async function endTransaction(connection: PostgresConnection, xid: string): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_xid = $1::xid8::xid and usename = current_user`;
  await connection.query({ text, values: [xid] });
}
