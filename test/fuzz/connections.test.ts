import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { administrator } from '../support/child-server.ts';
import { createDocument, workspaces } from '../support/documents.ts';
import { exchangeRaw, parseResponse, requestBytes } from '../support/raw-http.ts';

const target = `/nuxeo${workspaces}`;
const megabyte = 1024 * 1024;

describe('connections that do not behave', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    url = await app.listen();
  });
  afterAll(() => app.close());

  const isAlive = async () =>
    expect(
      (await fetch(`${url}/runningstatus`).then((r) => r.arrayBuffer().then(() => r))).status,
    ).toBe(200);
  const temporaryFiles = () => readdir(join(app.services.config.data, 'blobs', 'tmp'));

  const head = (lines: readonly string[]) =>
    [...lines, 'Host: localhost', `Authorization: ${administrator}`, '', ''].join('\r\n');

  /** Sends the bytes and closes at once, without waiting for an answer. */
  async function sendAndVanish(bytes: Buffer | string, afterMs = 50): Promise<void> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(bytes);
    await sleep(afterMs);
    socket.destroy();
  }

  test.each([
    ['a content length that is no number', 'Content-Length: abc'],
    ['a negative content length', 'Content-Length: -1'],
    ['two content lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a list of content lengths', 'Content-Length: 2, 3'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['an unknown transfer encoding', 'Transfer-Encoding: x'],
    ['a header without a colon', 'nonsense'],
    ['a header name with a space', 'a b: c'],
    ['a folded header', 'a: b\r\n c'],
    ['a NUL in a header', 'a: b\0c'],
    ['a header that is too long', `a: ${'x'.repeat(40_000)}`],
  ])('%s is refused with 4xx', async (_title, line) => {
    const bytes = `${head([`POST ${target} HTTP/1.1`, 'Content-Type: application/json', line])}{}`;
    const response = await exchangeRaw(url, Buffer.from(bytes, 'latin1'), {
      endAfterSending: true,
    });
    expect([400, 404, 411, 413, 415, 431, 501], response?.body.toString()).toContain(
      response?.status,
    );
    const { status } = response ?? {};
    expect(JSON.parse(`${response?.body}`)).toMatchObject({ 'entity-type': 'exception', status });
    await isAlive();
  });

  test.each([
    ['nothing', ''],
    ['no request line', '\r\n\r\n\r\n'],
    ['garbage', '\0\x01\x02\xff\r\n\r\n'],
    ['a request without version', `GET ${target}\r\n\r\n`],
    ['another version', `GET ${target} HTTP/9.9\r\n\r\n`],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a target with a space', 'GET /nuxeo/a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', `GET ${target} HTTP/1.1\r\n\r\n`],
    ['a method of its own', `BREW ${target} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s gets 4xx or a closed connection', async (_title, text) => {
    const response = await exchangeRaw(url, Buffer.from(text, 'latin1'), { endAfterSending: true });
    if (response) expect(Math.floor(response.status / 100), String(response.status)).toBe(4);
    await isAlive();
  });

  test.each([
    ['absolute', `http://elsewhere.example${target}`],
    ['with a fragment', `${target}#x`],
  ])('a target that is %s is answered', async (_title, odd) => {
    const headers: [string, string][] = [['Authorization', administrator]];
    const response = await exchangeRaw(url, requestBytes({ method: 'GET', target: odd, headers }));
    expect([200, 400, 404]).toContain(response?.status);
  });

  test('a JSON body that is cut short creates nothing', async () => {
    const body = '{"entity-type":"document","name":"cut","type":"File"';
    const lines = ['Content-Type: application/json', 'Content-Length: 5000'];
    await sendAndVanish(head([`POST ${target} HTTP/1.1`, ...lines]) + body);
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const bytes = `${head([`POST ${target} HTTP/1.1`, ...chunked])}${body.length.toString(16)}\r\n${body}\r\n`;
    await sendAndVanish(bytes);
    await isAlive();
    const list = (await app.request(`GET ${workspaces}/@children?pageSize=1000`)).json;
    expect(list.entries).toEqual([]);
  });

  test.each([
    ['announces', (size: number) => [`Content-Length: ${size}`], false],
    ['does not announce', () => ['Transfer-Encoding: chunked'], true],
  ] as const)('a JSON body over the limit that it %s is 413', async (_title, lines, isChunked) => {
    const size = limits.jsonBodyBytesMax + megabyte;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    const closed = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const answer = parseResponse(Buffer.concat(chunks));
        if (answer && answer.body.length >= Number(answer.headers.get('content-length'))) resolve();
      });
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    const type = 'Content-Type: application/json';
    socket.write(head([`POST ${target} HTTP/1.1`, type, ...lines(size)]));
    const block = Buffer.alloc(megabyte, 0x20);
    for (let sent = 0; sent < size && socket.writable; sent += block.length) {
      const framed = isChunked ? [`${block.length.toString(16)}\r\n`, block, '\r\n'] : [block];
      for (const part of framed) socket.write(part);
      await sleep(1);
    }
    await closed;
    socket.destroy();
    const response = parseResponse(Buffer.concat(chunks));
    expect(response?.status).toBe(413);
    expect(JSON.parse(String(response?.body))).toMatchObject({ 'entity-type': 'exception' });
    await isAlive();
  });

  test('uploads that are cut short leave no file and no entry', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const line = `POST /nuxeo/api/v1/upload/${batchId}/0 HTTP/1.1`;
    const type = 'Content-Type: application/octet-stream';
    const begun = Buffer.concat([
      Buffer.from(head([line, type, `Content-Length: ${5 * megabyte}`])),
      Buffer.alloc(megabyte),
    ]);
    await Promise.all(Array.from({ length: 5 }, () => sendAndVanish(begun)));
    const chunked = Buffer.concat([
      Buffer.from(head([line, type, 'Transfer-Encoding: chunked'])),
      Buffer.from('10000\r\n'),
      Buffer.alloc(0x10000),
    ]);
    await sendAndVanish(chunked);
    await expect.poll(temporaryFiles).toEqual([]);
    expect((await app.request(`GET /api/v1/upload/${batchId}`)).status).toBe(204);
  });

  test('a form that is cut short leaves the blob as it was', async () => {
    const blob = { data: 'kept', name: 'a.txt' };
    const made = await createDocument(app, { name: 'form', properties: { 'file:content': blob } });
    const part =
      '--x\r\nContent-Disposition: form-data; name="f"; filename="b"\r\nContent-Type: text/plain\r\n\r\n';
    const lines = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'];
    const first = `PUT /nuxeo/api/v1/id/${made.uid}/@blob/file:content HTTP/1.1`;
    await sendAndVanish(head([first, ...lines]) + part + 'y'.repeat(5_000));
    await expect.poll(temporaryFiles).toEqual([]);
    expect((await app.request(`GET /api/v1/id/${made.uid}/@blob`)).text).toBe('kept');
  });

  test('downloads that are not read to the end close their files', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    await app.request(`POST /api/v1/upload/${batchId}/0`, {
      body: Buffer.alloc(20 * megabyte, 7),
      headers: { 'content-type': 'application/octet-stream', 'X-File-Name': 'large' },
    });
    const blob = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const made = await createDocument(app, { name: 'large', properties: { 'file:content': blob } });
    const bytes = head([`GET /nuxeo/api/v1/id/${made.uid}/@blob/file:content HTTP/1.1`]);
    await Promise.all(Array.from({ length: 10 }, () => sendAndVanish(bytes)));
    await expect.poll(openBlobs, { timeout: 60_000 }).toEqual([]);
    await isAlive();
  });

  /** Content of the blob store that this process has open. */
  async function openBlobs(): Promise<string[]> {
    const names = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(
      names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    );
    return targets.filter((path) => path.includes('/blobs/data/'));
  }

  test('slow clients do not block others', async () => {
    const slow = Array.from({ length: 20 }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      for (const character of head([`GET ${target} HTTP/1.1`]).slice(0, 60)) {
        socket.write(character);
        await sleep(5);
      }
      socket.destroy();
    });
    const headers = { authorization: administrator };
    for (let request = 0; request < 20; request += 1) {
      const response = await fetch(`${url}${workspaces}`, { headers });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    }
    await Promise.all(slow);
  });

  test('requests sent in one go are answered in their order', async () => {
    const get = (path: string) => head([`GET /nuxeo${path} HTTP/1.1`]);
    const last = head(['GET /nuxeo/api/v1/path/none HTTP/1.1', 'Connection: close']);
    const bytes = Buffer.from(get('/api/v1/path/') + get('/api/v1/path/default-domain') + last);
    const response = await exchangeRaw(url, bytes);
    const all = `${response?.body.toString()}`;
    const statuses = [
      response?.status,
      ...[...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map((m) => +(m[1] ?? 0)),
    ];
    expect(statuses).toEqual([200, 200, 404]);
  });
});
