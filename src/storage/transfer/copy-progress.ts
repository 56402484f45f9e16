import { now } from '../../base/clock.ts';
import type { Database, MigrationHandle, ReadHandle, WriteHandle } from '../database.ts';
import { type Definition, dropDefinition, readDefinitions } from './definitions.ts';
import type { KeyValue } from './row-pages.ts';

interface CopyState {
  readonly sourceId: string;
  readonly revision: string;
  readonly definitions: readonly Definition[];
}

/** Undefined in a store that is no unfinished copy. */
export async function findCopyState(handle: ReadHandle): Promise<CopyState | undefined> {
  const row = await handle.first(handle.rows.selectFrom('copy_state').selectAll());
  if (!row) return undefined;
  const definitions = JSON.parse(row.definitions) as readonly Definition[];
  return { sourceId: row.source_id, revision: row.revision, definitions };
}

interface CopyBeginning {
  readonly sourceId: string;
  readonly revision: string;
}

/** Makes a new store the target of a copy. */
export async function beginCopy(database: Database, beginning: CopyBeginning): Promise<void> {
  await database.migrate(async (handle) => {
    const definitions = await takeDefinitions(handle);
    const state = {
      id: 1,
      source_id: beginning.sourceId,
      revision: beginning.revision,
      definitions: JSON.stringify(definitions),
      began_at: now(),
    };
    // What the migrations have noted there is among the rows of the source.
    await handle.run(handle.rows.deleteFrom('server_fact'));
    await handle.run(handle.rows.insertInto('copy_state').values(state));
  });
}

/** References first: those that are checked need the indexes. */
async function takeDefinitions(handle: MigrationHandle): Promise<readonly Definition[]> {
  const definitions = await readDefinitions(handle);
  const ordered = definitions.toSorted((a, b) => b.kind.localeCompare(a.kind));
  for (const definition of ordered) await dropDefinition(handle, definition);
  return definitions;
}

/** Makes again what is still lacking of the definitions; one at a time, as each takes long. */
export async function restoreDefinitions(
  database: Database,
  definitions: readonly Definition[],
  onNext: (definition: Definition) => void,
): Promise<void> {
  const present = await database.read(readDefinitions);
  const names = new Set(present.map(({ name }) => name));
  for (const definition of definitions) {
    if (names.has(definition.name)) continue;
    onNext(definition);
    await database.migrate((handle) => handle.script(definition.text));
  }
}

export interface CopyPosition {
  readonly after: readonly KeyValue[] | undefined;
  readonly isDone: boolean;
}

export async function findPosition(handle: ReadHandle, name: string): Promise<CopyPosition> {
  const query = handle.rows.selectFrom('copy_progress').selectAll().where('name', '=', name);
  const row = await handle.first(query);
  return {
    after: typeof row?.position === 'string' ? JSON.parse(row.position) : undefined,
    isDone: row?.is_done === 1,
  };
}

/** In the unit that stores what is before the position. */
export async function putPosition(
  handle: WriteHandle,
  name: string,
  { after, isDone }: CopyPosition,
): Promise<void> {
  const position = { position: after ? JSON.stringify(after) : null, is_done: isDone ? 1 : 0 };
  const query = handle.rows
    .insertInto('copy_progress')
    .values({ name, ...position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(position));
  await handle.run(query);
}

/** From now on the target is a store as any other. */
export async function endCopy(database: Database): Promise<void> {
  await database.write(async (handle) => {
    await handle.run(handle.rows.deleteFrom('copy_progress'));
    await handle.run(handle.rows.deleteFrom('copy_state'));
  });
}
