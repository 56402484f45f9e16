import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { administrator, ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createPostgresDatabase, engines, makeFolder } from '../support/engines.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';
const waiting = { timeout: 60_000, interval: 50 };

const create = { width: 8_000, height: 8_000, channels: 3, background: 'red' } as const;
/** Takes a process a second or more. */
const largePicture = sharp({ create }).png({ compressionLevel: 1, progressive: true }).toBuffer();

async function storePicture(server: ChildServer, bytes: Buffer): Promise<void> {
  const { batchId } = (await (await sendTo(server, 'POST /api/v1/upload')).json()) as {
    batchId: string;
  };
  await fetch(`${await server.url}/api/v1/upload/${batchId}/0`, {
    method: 'POST',
    headers: { authorization: administrator, 'x-file-name': 'a.png', 'x-file-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
  const created = await sendTo(server, `POST ${workspaces}`, {
    'entity-type': 'document',
    type: 'File',
    name: 'picture',
    properties: { 'file:content': content },
  });
  expect(created.status).toBe(201);
}

/** The processes below that one. */
async function descendants(pid: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === pid) found.push(Number(name), ...(await descendants(Number(name))));
  }
  return found;
}

async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
}

describe.concurrent.each(engines)(
  'a server on %s that is killed while it makes a thumbnail',
  (engine) => {
    test.skipIf(process.platform !== 'linux')(
      'leaves no process behind, and makes it when it is started again',
      { timeout: 300_000 },
      async () => {
        const folder = await makeFolder();
        const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
        const options = { data: folder.path, databaseUrl: postgres?.url };
        const servers = [new ChildServer(options)];
        try {
          const first = servers[0] as ChildServer;
          await storePicture(first, await largePicture);
          const pid = first.process.pid ?? 0;
          const converting = await vi.waitFor(async () => {
            const pids = await descendants(pid);
            expect(pids).not.toEqual([]);
            return pids;
          }, waiting);
          await first.kill();
          await vi.waitFor(async () => {
            const left = await Promise.all(converting.map(runs));
            expect(left).not.toContain(true);
          }, waiting);
          servers.push(new ChildServer(options));
          const second = servers[1] as ChildServer;
          await vi.waitFor(async () => {
            const thumbnail = `GET ${workspaces}/picture/@rendition/thumbnail`;
            const { headers } = await sendTo(second, thumbnail);
            expect(headers.get('content-type')).toBe('image/jpeg');
          }, waiting);
          await second.stop();
          expect(await runCheck(options)).toMatchObject({ status: 0 });
        } finally {
          for (const server of servers) await server.kill();
          await postgres?.drop();
          await folder.remove();
        }
      },
    );
  },
);
