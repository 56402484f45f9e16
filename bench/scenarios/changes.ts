import { join } from 'node:path';
import type { Figure, Scenario } from '../scenario.ts';
import { sourceProgram, startWatchedCartulary } from '../servers/programs.ts';
import {
  cachedLargeStore,
  cachedPostgresLargeStore,
  cachedPostgresStore,
  cachedStore,
  copyPostgresStore,
  copyStore,
  withFolder,
} from '../stores.ts';
import {
  atOnceChanges,
  type Change,
  createOther,
  importedPath,
  longChanges,
  prepareChanges,
  removal,
} from '../waits/change-requests.ts';
import { measureChanges, untilWritten, windowMs } from '../waits/measure-changes.ts';
import { senderTo } from '../waits/measure-waits.ts';
import { makeFiles, timeOf } from './import-files.ts';

const importedFiles = 2_000;
const large = 1_000_000;

function isLarge(documents: number): boolean {
  return documents === large;
}

export const changes: Scenario = {
  name: 'changes',
  summary: 'changes of a folder with all documents, and how long other requests wait meanwhile',
  async run({ isQuick }) {
    const documents = isQuick ? 20_000 : 100_000;
    const measured = [
      ...(await onSqlite(documents, everyChange)),
      ...(await onPostgres(documents, everyChange)),
    ];
    if (isQuick) return measured;
    // Copies of a million documents take too long for a benchmark.
    return [
      ...measured,
      ...(await onSqlite(large, changesAtOnce)),
      ...(await onPostgres(large, changesAtOnce)),
    ];
  },
};

interface Prepared {
  /** The id of the folder that is changed. */
  readonly workspace: string;
  /** Files to be imported. */
  readonly source: string;
  /** The arguments of the command line that name the store. */
  readonly store: readonly string[];
}

function everyChange({ workspace, source, store }: Prepared): readonly Change[] {
  const args = [sourceProgram, 'import', source, '--to', importedPath, '--log-level', 'warn'];
  return [
    ...atOnceChanges(workspace),
    ...longChanges(workspace, () => timeOf([...args, ...store])),
    removal(workspace),
  ];
}

function changesAtOnce({ workspace }: Prepared): readonly Change[] {
  return [...atOnceChanges(workspace), removal(workspace)];
}

function onSqlite(documents: number, changesOf: typeof everyChange): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const original = await (isLarge(documents) ? cachedLargeStore() : cachedStore(documents));
    const store = await copyStore(original, join(folder, 'store'));
    const place = placeOf(documents, 'SQLite');
    return measureStore(folder, { store, settings: [], place, changesOf });
  });
}

function onPostgres(documents: number, changesOf: typeof everyChange): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const original = await (isLarge(documents)
      ? cachedPostgresLargeStore()
      : cachedPostgresStore(documents));
    try {
      const copy = await copyPostgresStore(original, join(folder, 'store'));
      const settings = ['--database-url', copy.url];
      const place = placeOf(documents, 'PostgreSQL');
      return await measureStore(folder, {
        store: copy.folder,
        settings,
        place,
        changesOf,
      }).finally(() => copy.remove());
    } finally {
      await original.stop();
    }
  });
}

function placeOf(documents: number, engine: string): string {
  return `${documents.toLocaleString('en')} documents, ${engine}`;
}

interface MeasuredStore {
  readonly store: string;
  readonly settings: readonly string[];
  readonly place: string;
  readonly changesOf: typeof everyChange;
}

async function measureStore(
  folder: string,
  { store, settings, place, changesOf }: MeasuredStore,
): Promise<readonly Figure[]> {
  const source = join(folder, 'source');
  await makeFiles(source, importedFiles);
  const server = await startWatchedCartulary(store, settings);
  try {
    const send = senderTo(server.port);
    const workspace = await prepareChanges(send);
    const paths = {
      read: await createOther(send, 'read'),
      written: await createOther(send, 'written'),
    };
    await untilWritten(send, windowMs);
    const changes = changesOf({ workspace, source, store: ['--data', store, ...settings] });
    return await measureChanges({ server, place, paths, changes });
  } finally {
    await server.stop();
  }
}
