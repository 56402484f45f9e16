import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { administrator, ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { createStorePlace, engines } from '../support/engines.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';
const waiting = { timeout: 90_000, interval: 20 };
const viewTitles = ['FullHD', 'Medium', 'OriginalJpeg', 'Small', 'Thumbnail'];
const pictures = ['red', 'green'];

async function createPicture(server: ChildServer, type: string, colour: string): Promise<void> {
  const create = { width: 2_000, height: 1_500, channels: 3, background: colour } as const;
  const { batchId } = await json(sendTo(server, 'POST /api/v1/upload'));
  await fetch(`${await server.url}/api/v1/upload/${batchId}/0`, {
    method: 'POST',
    headers: { authorization: administrator, 'x-file-name': 'a.jpg', 'x-file-type': 'image/jpeg' },
    body: new Uint8Array(await sharp({ create }).jpeg().toBuffer()),
  });
  const properties = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
  const body = { 'entity-type': 'document', type, name: `${type}-${colour}`, properties };
  expect((await sendTo(server, `POST ${workspaces}`, body)).status).toBe(201);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
async function json(reply: Promise<Response>): Promise<any> {
  return (await reply).json();
}

async function titlesOf(server: ChildServer, colour: string): Promise<readonly string[]> {
  const reply = await fetch(`${await server.url}${workspaces}/Picture-${colour}`, {
    headers: { authorization: administrator, properties: '*' },
  });
  const { properties } = (await reply.json()) as {
    properties: { 'picture:views': readonly { title: string }[] | null };
  };
  return (properties['picture:views'] ?? []).map(({ title }) => title).sort();
}

async function hasAll(server: ChildServer): Promise<boolean> {
  for (const colour of pictures) {
    if ((await titlesOf(server, colour)).length < viewTitles.length) return false;
  }
  return true;
}

async function expectThumbnail(server: ChildServer, name: string): Promise<void> {
  const { headers } = await sendTo(server, `GET ${workspaces}/${name}/@rendition/thumbnail`);
  expect(headers.get('content-type')).toBe('image/jpeg');
}

/** Folders of conversions, of that process if it is given. */
async function foldersIn(temporary: string, pid?: number): Promise<readonly string[]> {
  const prefix = `cartulary-conversion-${pid === undefined ? '' : `${pid}-`}`;
  return (await readdir(temporary)).filter((name) => name.startsWith(prefix));
}

describe.each(engines)(
  'a server on %s that is killed while it makes views and thumbnails',
  (engine) => {
    test('makes all of them when it is started again, and leaves no folders', {
      timeout: 240_000,
    }, async () => {
      const place = await createStorePlace(engine);
      const temporary = join(place.folder, 'temporary');
      await mkdir(temporary);
      const options = { ...place, settings: { TMPDIR: temporary } };
      let server = new ChildServer(options);
      try {
        for (const colour of pictures) await createPicture(server, 'Picture', colour);
        for (const colour of pictures) await createPicture(server, 'File', colour);
        // A third kill could use up the attempts of one file.
        for (let kill = 0; kill < 2; kill += 1) {
          const { process, url } = server;
          await url;
          await vi.waitFor(async () => {
            const isWorking = (await foldersIn(temporary, process.pid)).length > 0;
            expect(isWorking || (await hasAll(server))).toBe(true);
          }, waiting);
          await server.kill();
          server = new ChildServer(options);
        }
        for (const colour of pictures) {
          await vi.waitFor(async () => {
            expect(await titlesOf(server, colour)).toEqual(viewTitles);
            await expectThumbnail(server, `File-${colour}`);
            await expectThumbnail(server, `Picture-${colour}`);
          }, waiting);
        }
        await vi.waitFor(async () => expect(await foldersIn(temporary)).toEqual([]), waiting);
        const failed = await json(sendTo(server, 'GET /api/v1/management/thumbnails/failed'));
        expect(failed.entries).toEqual([]);
        await server.stop();
        expect(await runCheck(options)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await place.remove();
      }
    });
  },
);
