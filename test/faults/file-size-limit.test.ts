import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrator, ChildServer, runCheck } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';

const megabyte = 1024 * 1024;

/** The system refuses larger files with a signal and EFBIG, much as a quota does. */
describe.skipIf(process.platform === 'win32')('a server whose files may have 8 MB', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ChildServer;
  let url: string;
  beforeAll(async () => {
    folder = await makeFolder();
    server = new ChildServer({ data: folder.path, fileSizeMax: 8 * megabyte });
    url = await server.url;
  });
  afterAll(async () => {
    await server.kill();
    await folder.remove();
  });

  const headers = { authorization: administrator };

  async function upload(sizeBytes: number): Promise<number> {
    const batch = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers });
    const { batchId } = (await batch.json()) as { batchId: string };
    const response = await fetch(`${url}/api/v1/upload/${batchId}/0`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(sizeBytes),
    });
    await response.arrayBuffer();
    return response.status;
  }

  test('answers 507 to larger uploads, stays up and takes what fits', async () => {
    expect(await upload(megabyte)).toBe(201);
    expect(await upload(20 * megabyte)).toBe(507);
    expect(await upload(2 * megabyte)).toBe(201);
    expect(server.process.exitCode).toBeNull();
  });

  test('refuses writes its database has no room for, and goes on reading', async () => {
    const path = `${url}/api/v1/path/default-domain/workspaces`;
    const properties = { 'note:note': 'x'.repeat(megabyte) };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = JSON.stringify({
        'entity-type': 'document',
        name: 'n',
        type: 'Note',
        properties,
      });
      const response = await fetch(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses[0]).toBe(201);
    expect([503, 507]).toContain(statuses.at(-1));
    expect((await fetch(path, { headers })).status).toBe(200);
    await server.stop();
    const { status, text } = await runCheck({ data: folder.path });
    expect(text).not.toMatch(/^error/m);
    expect(status).toBe(0);
  });
});
