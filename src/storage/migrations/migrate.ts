import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Database, MigrationHandle, ReadHandle } from '../database.ts';
import { raiseOldestProgram, refuseNewerStore, refuseOlderNodes } from './program-revision.ts';

export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /**
   * Of a migration that does more than add to the store: the first revision of a program that can
   * use it afterwards. Programs whose last migration is older are refused.
   */
  readonly oldestProgram?: number;
}

interface AppliedRow {
  readonly id: number;
  readonly checksum: string;
}

const revisionTable = `
CREATE TABLE IF NOT EXISTS schema_revision (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at BIGINT NOT NULL
)`;

/**
 * Brings the store to the program's version in one transaction. Several nodes may start at once:
 * with the tree lock (SQLite: the write lock) one migrates and the others find the work done.
 *
 * @throws AppError store.version when the store is too new for the program or was altered, or nodes
 *   of older programs are in the way
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  return database.migrate(async (handle) => {
    await handle.lockTree('exclusive');
    await handle.script(revisionTable);
    const applied = await readApplied(handle);
    await refuseNewerStore(handle, applied, migrations);
    refuseAltered(applied, migrations);
    const pending = migrations.filter((migration) => !applied.has(migration.id));
    await refuseOlderNodes(handle, applied, pending);
    for (const migration of pending) await apply(handle, migration);
    return pending.map((migration) => migration.name);
  });
}

/**
 * The revisions of the store, as one text. Changes nothing.
 *
 * @throws AppError store.version when the store is newer than the program or was altered
 */
export async function readRevision(
  database: Database,
  migrations: readonly Migration[],
): Promise<{ readonly text: string; readonly isCurrent: boolean }> {
  const applied = await database.read(readApplied);
  refuseUnknown(applied, migrations);
  refuseAltered(applied, migrations);
  return {
    text: [...applied.keys()].sort((a, b) => a - b).join(),
    isCurrent: migrations.every((migration) => applied.has(migration.id)),
  };
}

async function readApplied(handle: ReadHandle): Promise<Map<number, string>> {
  const query = sql<AppliedRow>`select id, checksum from schema_revision`;
  const rows = await handle.all<AppliedRow>({ compile: () => query.compile(handle.builder) });
  return new Map(rows.map((row) => [row.id, row.checksum]));
}

function refuseUnknown(applied: Map<number, string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = [...applied.keys()].find((id) => !known.has(id));
  if (unknown === undefined) return;
  const text = `the store has revision ${unknown}, which this program does not know; use a newer program`;
  throw new AppError('store.version', text);
}

function refuseAltered(applied: Map<number, string>, migrations: readonly Migration[]): void {
  for (const migration of migrations) {
    const checksum = applied.get(migration.id);
    if (checksum === undefined || checksum === checksumOf(migration)) continue;
    const text = `revision ${migration.id} of the store differs from the program's`;
    throw new AppError('store.version', text);
  }
}

async function apply(handle: MigrationHandle, migration: Migration): Promise<void> {
  const insert = sql`insert into schema_revision (id, name, checksum, applied_at)
    values (${migration.id}, ${migration.name}, ${checksumOf(migration)}, ${now()})`;
  await handle.run({ compile: () => insert.compile(handle.builder) });
  await handle.script(migration[handle.dialect.engine]);
  if (migration.oldestProgram !== undefined) {
    await raiseOldestProgram(handle, migration.oldestProgram);
  }
}

function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sqlite).update(migration.postgres).digest('hex');
}
