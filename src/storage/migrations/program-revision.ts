import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { MigrationHandle, ReadHandle } from '../database.ts';
import { nodeExpiryMs, type ServerNodeTable } from '../node-table.ts';

/** What is asked of migrations here. */
interface Revision {
  readonly id: number;
  readonly oldestProgram?: number;
}

/** The migration with the table of nodes. */
const nodesRevision = 47;

/** The name of the fact: the revision of the oldest program that may use the store. */
export const oldestProgramFact = 'oldest-program';

/** Of a program: its last migration. */
export function revisionOf(migrations: readonly Revision[]): number {
  return Math.max(0, ...migrations.map(({ id }) => id));
}

/** Undefined for a store that was written before stores had the fact. */
async function readOldestProgram(handle: ReadHandle): Promise<number | undefined> {
  const query = sql<{ value: string }>`
    select value from server_fact where name = ${oldestProgramFact}`;
  const row = await handle.first<{ value: string }>({
    compile: () => query.compile(handle.builder),
  });
  return row && Number(row.value);
}

/**
 * A store may have migrations that the program does not know, as long as they have only added to it.
 *
 * @throws AppError store.version
 */
export async function refuseNewerStore(
  handle: ReadHandle,
  applied: ReadonlyMap<number, unknown>,
  migrations: readonly Revision[],
): Promise<void> {
  if (applied.size === 0) return;
  const revision = revisionOf(migrations);
  const oldest = await readOldestProgram(handle);
  if (oldest !== undefined && oldest > revision) throw tooOld(revision, oldest);
  const known = new Set(migrations.map(({ id }) => id));
  const isAllowed = (id: number) => known.has(id) || (oldest !== undefined && id > revision);
  const unknown = [...applied.keys()].find((id) => !isAllowed(id));
  if (unknown === undefined) return;
  throw new AppError(
    'store.version',
    `the store has revision ${unknown}, which this program does not know: start a newer program`,
  );
}

function tooOld(revision: number, oldest: number): AppError {
  return new AppError(
    'store.version',
    `the store may be used by programs of revision ${oldest} and newer only, and this one has revision ${revision}: start a newer program`,
  );
}

/**
 * Before migrations that older programs cannot bear: none of these may be running.
 *
 * @throws AppError store.version
 */
export async function refuseOlderNodes(
  handle: ReadHandle,
  applied: ReadonlyMap<number, unknown>,
  pending: readonly Revision[],
): Promise<void> {
  const oldest = Math.max(0, ...pending.map(({ oldestProgram = 0 }) => oldestProgram));
  if (oldest === 0 || !applied.has(nodesRevision)) return;
  const { clock } = handle.dialect;
  const present = clock.instant(clock.offset(-nodeExpiryMs));
  type Row = Pick<ServerNodeTable, 'node_id' | 'host' | 'program_version'>;
  const query = sql<Row>`select node_id, host, program_version from server_node
    where program_revision < ${oldest} and heartbeat_at > ${present} order by node_id`;
  const rows = await handle.all<Row>({ compile: () => query.compile(handle.builder) });
  if (rows.length === 0) return;
  const nodes = rows.map((row) => `${row.node_id} on ${row.host} (version ${row.program_version})`);
  throw new AppError(
    'store.version',
    `this program changes the store in a way that nodes of older programs cannot bear, and these are running: ${nodes.join(', ')}; update them to a program of revision ${oldest} or newer first, or stop them (a node that was killed is forgotten after ${nodeExpiryMs / 1_000} s)`,
  );
}

export async function raiseOldestProgram(handle: MigrationHandle, oldest: number): Promise<void> {
  const value = String(Math.max(oldest, (await readOldestProgram(handle)) ?? 0));
  const query = sql`insert into server_fact (name, value) values (${oldestProgramFact}, ${value})
    on conflict (name) do update set value = excluded.value`;
  await handle.run({ compile: () => query.compile(handle.builder) });
}
