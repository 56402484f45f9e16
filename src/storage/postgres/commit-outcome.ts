import { monotonicMs, sleep } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { CommitOutcome } from '../database.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { readServerRun } from './server-run.ts';

/** A transaction whose commit was sent. */
interface SentCommit {
  /** Full number of the transaction, as text: it has 64 bits. */
  readonly xid: string;
  /** The server run of its connection, see `server-run.ts`. */
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
    const outcome = await askOnce(pool, commit, { endsIt: elapsedMs > patienceMs });
    if (outcome !== undefined) return outcome;
    await sleep(pauseMs);
  }
  return 'unknown';
}

/** Undefined when it must be asked again. */
async function askOnce(
  pool: PostgresPool,
  commit: SentCommit,
  { endsIt }: { readonly endsIt: boolean },
): Promise<CommitOutcome | undefined> {
  let connection: PostgresConnection | undefined;
  try {
    connection = await pool.connect();
    const status = await readStatus(connection, commit.xid);
    if (status === 'aborted') return 'aborted';
    if ((await readServerRun(connection)) !== commit.serverRun) return 'unknown';
    if (status === 'committed') return 'committed';
    if (status !== 'in progress') return 'unknown';
    if (endsIt) await endTransaction(connection, commit.xid);
    return undefined;
  } catch {
    return undefined;
  } finally {
    connection?.release();
  }
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

/** Its server process has not noticed that the client is gone, for example when the network broke. */
async function endTransaction(connection: PostgresConnection, xid: string): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where backend_xid = $1::xid8::xid and usename = current_user`;
  await connection.query({ text, values: [xid] });
}
