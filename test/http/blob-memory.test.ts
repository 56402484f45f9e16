import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../support/engines.ts';
import type { MemoryReport } from '../support/memory-server.ts';

const mebibyte = 1024 * 1024;
const growthMax = 50 * mebibyte;
const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
const pattern = randomBytes(mebibyte);

describe('large files', () => {
  let removeFolder: () => Promise<void>;
  let child: ChildProcess;
  let base: string;
  beforeAll(async () => {
    const folder = await makeFolder();
    removeFolder = folder.remove;
    const script = join(import.meta.dirname, '../support/memory-server.ts');
    child = fork(script, [folder.path], { execArgv: [] });
    const [message] = (await once(child, 'message')) as [MemoryReport];
    base = message.url ?? '';
  });
  afterAll(async () => {
    child.kill();
    await once(child, 'exit');
    await removeFolder();
  });

  async function memory(): Promise<Required<Omit<MemoryReport, 'url'>>> {
    child.send('report');
    const [message] = (await once(child, 'message')) as [Required<MemoryReport>];
    return message;
  }

  /** Returns by how much the resident memory of the server grew meanwhile. */
  async function growthDuring(work: () => Promise<void>): Promise<number> {
    const before = (await memory()).presentBytes;
    await work();
    return (await memory()).peakBytes - before;
  }

  async function post(path: string, type: string, body: Readable | string): Promise<unknown> {
    const sending = request(`${base}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': type },
    });
    const answered = once(sending, 'response');
    await pipeline(typeof body === 'string' ? Readable.from([body]) : body, sending);
    const [response] = await answered;
    expect(response.statusCode, path).toBe(201);
    return json(response);
  }

  async function upload(path: string, count: number): Promise<void> {
    await post(path, 'application/octet-stream', Readable.from(Array(count).fill(pattern)));
  }

  async function createFile(batchId: string, count: number): Promise<string> {
    await upload(`/api/v1/upload/${batchId}/0`, count);
    const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const document = { 'entity-type': 'document', name: `of ${count}`, type: 'File' };
    const body = JSON.stringify({ ...document, properties: { 'file:content': content } });
    const created = await post('/api/v1/path/default-domain/workspaces', 'application/json', body);
    return (created as { uid: string }).uid;
  }

  const newBatch = async () =>
    ((await post('/api/v1/upload', 'application/json', '')) as { batchId: string }).batchId;

  async function download(uid: string): Promise<string> {
    const hash = createHash('sha256');
    const url = `${base}/nxfile/default/${uid}/file:content`;
    const [response] = await once(get(url, { headers: { authorization } }), 'response');
    await pipeline(response, hash);
    return hash.digest('hex');
  }

  /** Names of the files of the blob store that the server has open; undefined where one cannot see. */
  async function openFiles(): Promise<string[] | undefined> {
    const folder = `/proc/${child.pid}/fd`;
    const links = await readdir(folder).catch(() => undefined);
    const targets = links?.map((name) => readlink(join(folder, name)).catch(() => ''));
    return targets && (await Promise.all(targets)).filter((path) => path.includes('/blobs/'));
  }

  test('hold no file open once their readers have hung up', async () => {
    const uid = await createFile(await newBatch(), 20);
    const url = `${base}/nxfile/default/${uid}/file:content`;
    for (let round = 0; round < 40; round += 1) {
      const reading = get(url, { headers: { authorization }, agent: false });
      const gone = new Promise((resolve) => reading.once('close', resolve));
      reading.on('error', () => undefined);
      reading.on('response', (response) => {
        response.on('error', () => undefined);
        if (round % 2 === 0) response.destroy();
        else response.once('data', () => response.destroy());
      });
      if (round % 5 === 0) setTimeout(() => reading.destroy(), round / 10);
      await gone;
    }
    await expect.poll(openFiles).toSatisfy((files) => files === undefined || files.length === 0);
    expect(await download(uid)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('pass through in both directions with constant memory', async () => {
    await download(await createFile(await newBatch(), 1));
    const count = 300;
    const hash = createHash('sha256');
    for (let index = 0; index < count; index += 1) hash.update(pattern);
    const batchId = await newBatch();
    let uid = '';
    const uploading = await growthDuring(async () => {
      uid = await createFile(batchId, count);
    });
    let received = '';
    const downloading = await growthDuring(async () => {
      received = await download(uid);
    });
    expect(received).toBe(hash.digest('hex'));
    expect({ uploading, downloading }).toEqual({
      uploading: expect.toSatisfy((bytes) => bytes < growthMax, `below ${growthMax}`),
      downloading: expect.toSatisfy((bytes) => bytes < growthMax, `below ${growthMax}`),
    });
  }, 180_000);
});
