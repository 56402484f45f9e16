import { execFileSync } from 'node:child_process';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, postDocument } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

/** A file system of a few megabytes, where the system lets us have one. */
async function mountSmallDisk(): Promise<
  { path: string; remove: () => Promise<void> } | undefined
> {
  const folder = await makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder.path], {
      stdio: 'ignore',
    });
  } catch {
    await folder.remove();
    return undefined;
  }
  return {
    path: folder.path,
    remove: async () => {
      execFileSync('umount', ['--lazy', folder.path]);
      await folder.remove();
    },
  };
}

const disk = await mountSmallDisk();

describe.skipIf(disk === undefined)('a full disk', () => {
  let app: TestApp;
  const path = disk?.path ?? '';
  const filler = join(path, 'filler');
  beforeAll(async () => {
    app = await startTestApp('sqlite', { data: join(path, 'data') });
  });
  afterAll(async () => {
    await app.close();
    await disk?.remove();
  });

  async function fill(): Promise<void> {
    const file = await open(filler, 'a');
    try {
      for (const bytes of [65_536, 4_096, 1]) {
        const block = Buffer.alloc(bytes);
        while ((await file.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten > 0);
      }
    } finally {
      await file.close();
    }
  }

  const upload = async (content: Buffer) => {
    const batch = await app.request('POST /api/v1/upload');
    if (batch.status !== 201) return batch;
    return app.request(`POST /api/v1/upload/${batch.json.batchId}/0`, {
      body: content,
      headers: { 'content-type': 'application/octet-stream', 'X-File-Name': 'x' },
    });
  };

  test('is answered with 507 until there is room again, and reading goes on', async () => {
    const before = await createDocument(app, { name: 'before' });
    const tooLarge = await upload(Buffer.alloc(16 * 1024 * 1024, 1));
    expect([tooLarge.status, tooLarge.json]).toMatchObject([
      507,
      { 'entity-type': 'exception', status: 507 },
    ]);
    await fill();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const properties = { 'dc:description': 'x'.repeat(2_000) };
      statuses.add((await postDocument(app, { name: `full-${attempt}`, properties })).status);
    }
    // The first may still fit in what the log has room for.
    expect([...statuses].filter((status) => status !== 201)).toEqual([507]);
    const read = await app.request(`GET /api/v1/id/${before.uid}`);
    expect([read.status, read.json]).toEqual([200, before]);
    expect((await app.request('GET /api/v1/path/@children')).status).toBe(200);
    expect((await app.request('GET /runningstatus', { user: null })).status).toBe(200);
    await rm(filler);
    expect((await postDocument(app, { name: 'room-again' })).status).toBe(201);
    expect((await upload(Buffer.from('fits'))).status).toBe(201);
    expect(await readdir(join(path, 'data/blobs/tmp'))).toEqual([]);
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });
});
