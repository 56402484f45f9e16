import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { TestResponse } from './app.ts';

/** Names and contents, in the order of the archive. */
export async function unzip({ bytes }: Pick<TestResponse, 'bytes'>): Promise<[string, string][]> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error(`${entry.filename} is a folder`);
      return [entry.filename, await entry.getData(new TextWriter())] as [string, string];
    }),
  );
}
