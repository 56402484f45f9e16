import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer as createApplication } from '../../src/compose.ts';
import { type Entrance, openEntrance } from '../../src/http/processes/entrance.ts';
import { handOver } from '../../src/http/processes/hand-over.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, workspaces } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';
import { exchangeRaw, requestBytes } from '../support/raw-http.ts';

const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
const body = { 'entity-type': 'document', name: 'sent on', type: 'File', properties: {} };

/** Both processes are in this one; a socket is between them. */
describe('a process that leaves writes to the first one', () => {
  let first: TestApp;
  let entrance: Entrance;
  let reader: FastifyInstance;
  let folder: { path: string; remove(): Promise<void> };
  let url: string;
  let path: string | undefined;
  let isDraining = false;
  beforeAll(async () => {
    folder = await makeFolder();
    first = await startTestApp('sqlite');
    await first.app.ready();
    const socket = join(folder.path, 'first.sock');
    entrance = await openEntrance(first.app, socket);
    const handsOver = { writes: true, path: () => path, isDraining: () => isDraining };
    const siblings = { handsOver, otherCounts: async () => [] };
    reader = createApplication({ ...first.services, siblings });
    url = `${await reader.listen({ port: 0, host: '127.0.0.1' })}/nuxeo`;
    path = socket;
  });
  afterAll(async () => {
    await reader.close();
    await entrance.close();
    await first.close();
    await folder.remove();
  });

  const send = (method: string, place: string, headers: Record<string, string> = {}) =>
    fetch(url + place, {
      method,
      redirect: 'manual',
      headers: { authorization, ...headers },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  const create = (headers = {}) =>
    send('POST', workspaces, { 'content-type': 'application/json', ...headers });
  const away = async (to: string | undefined, work: () => Promise<void>) => {
    const before = path;
    path = to;
    await work().finally(() => {
      path = before;
    });
  };

  test('passes on statuses, headers, cookies and addresses', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.headers.get('content-type')).toBe('application/json; nuxeo-entity=document');
    expect(made.headers.get('x-content-type-options')).toBe('nosniff');
    const left = await send('GET', '/logout');
    expect([left.status, left.headers.get('location')]).toEqual([302, '/nuxeo/']);
    expect(left.headers.getSetCookie()).toHaveLength(1);
    const { uid } = await createDocument(first, { name: 'removed' });
    expect((await send('DELETE', `/api/v1/id/${uid}`)).status).toBe(204);
    expect((await send('HEAD', '/authentication/token')).status).toBe(400);
  });

  test('takes the host of the request line, and a body without a Content-Length', async () => {
    const { host } = new URL(url);
    const bytes = Buffer.concat([
      requestBytes({
        method: 'POST',
        target: `http://other.example/nuxeo${workspaces}`,
        headers: [
          ['Authorization', authorization],
          ['Content-Type', 'application/json'],
          ['Transfer-Encoding', 'chunked'],
          ['enrichers.document', 'documentURL'],
        ],
      }),
      Buffer.from(
        `${JSON.stringify(body).length.toString(16)}\r\n${JSON.stringify(body)}\r\n0\r\n\r\n`,
      ),
    ]);
    const response = await exchangeRaw(`http://${host}`, bytes);
    expect(response?.status).toBe(201);
    expect(String(response?.body)).toContain('http://other.example/nuxeo/');
  });

  test('while the first one is away, writes are 503 and reads go on', async () => {
    for (const to of [undefined, join(folder.path, 'none.sock')]) {
      await away(to, async () => {
        const refused = await create();
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
        expect((await send('GET', workspaces)).status).toBe(200);
      });
    }
    expect((await create()).status).toBe(201);
    const handsOver = { writes: true, path: () => undefined, isDraining: () => false };
    const sent = handOver({} as never, {} as never, handsOver);
    await expect(sent).rejects.toMatchObject({ code: 'server.process-away' });
  });

  test('of a first one that ends in the middle, the client sees no whole response', async () => {
    const half = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf';
    for (const [answer, isCut] of [
      ['', false],
      [half, true],
    ] as const) {
      const broken = await listenAt(join(folder.path, `broken ${isCut}.sock`), answer);
      await away(broken.path, async () => {
        const response = await create();
        if (isCut) await expect(response.text()).rejects.toThrow();
        else expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      });
      broken.server.close();
    }
  });

  test('the socket takes requests of other processes of the server only', async () => {
    const socket = connect(path ?? '');
    socket.write('GET /nuxeo/logout HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await socket.toArray()).toEqual([]);
    expect((await create()).status).toBe(201);
  });

  test('while it drains, it asks its clients to open other connections', async () => {
    isDraining = true;
    expect((await create()).headers.get('connection')).toBe('close');
    isDraining = false;
    expect((await create()).headers.get('connection')).toBe('keep-alive');
  });
});

/** A process that sends this and ends. */
async function listenAt(path: string, answer: string): Promise<{ path: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer, () => socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { path, server };
}
