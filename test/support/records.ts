import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import type { Database } from '../../src/storage/database.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeFolder } from './engines.ts';
import { callOperation } from './operations.ts';

export function keyOf(content: string | Buffer): BlobKey {
  return createHash('sha256').update(content).digest('hex') as BlobKey;
}

/** Where the store of files in the folder has the content. */
export function pathOf(folder: string, key: string): string {
  return join(folder, 'data', key.slice(0, 2), key);
}

/** The permission bits of a file; undefined when there is none. */
export async function modeOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.mode & 0o777).toString(8);
}

export async function providerOf(database: Database, key: string): Promise<string | undefined> {
  const row = await database.read((handle) =>
    handle.first(handle.builder.selectFrom('blob').select('provider').where('key', '=', key)),
  );
  return row?.provider;
}

/** An application with a folder of records. */
export interface RecordsApp extends TestApp {
  readonly folder: string;
  /** Gives a document the facet. */
  makeRecord(uid: string): Promise<void>;
  /** Until the content is in the folder of records only. */
  whenMoved(key: string): Promise<void>;
}

export async function startRecordsApp(
  engine: 'sqlite' | 'postgres',
  flags: Record<string, unknown> = {},
): Promise<RecordsApp> {
  const { path, remove } = await makeFolder();
  const app = await startTestApp(engine, { recordsFolder: path, ...flags });
  const folder = app.services.config.recordsFolder ?? path;
  return {
    ...app,
    folder,
    makeRecord: async (uid) => {
      const { status, text } = await callOperation(app, 'Document.AddFacet', {
        input: uid,
        params: { facet: 'Record' },
      });
      if (status !== 200) throw new Error(`${status}: ${text}`);
    },
    whenMoved: (key) =>
      vi.waitFor(
        async () => {
          const left = await modeOf(pathOf(join(app.services.config.data, 'blobs'), key));
          const waiting = await app.services.database.read((handle) =>
            handle.all(
              handle.builder.selectFrom('record_content').selectAll().where('blob_key', '=', key),
            ),
          );
          const temporary = (await readdir(join(folder, 'tmp'))).length;
          const state = [await modeOf(pathOf(folder, key)), left, waiting.length, temporary];
          if (state.join() !== '444,,0,0') throw new Error(`not moved: ${state.join()}`);
        },
        { timeout: 60_000, interval: 20 },
      ),
    close: async () => {
      await app.close();
      await remove();
    },
  };
}
