import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { type RunningServer, startServer } from '../../src/cli/running-server.ts';
import { loadConfig } from '../../src/config/load.ts';
import { administrator } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: RunningServer;
beforeEach(async () => {
  folder = await makeFolder();
  // Longer than a test may take: a server that waits for the end of this time fails it.
  const flags = { data: folder.path, port: 0, logLevel: 'silent', shutdownTimeoutMs: 600_000 };
  const { config } = loadConfig({ environment: {}, flags });
  server = await startServer(config, createLogger('silent'));
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

async function send(path: string, init: RequestInit = {}) {
  const headers = { authorization: administrator, ...(init.headers ?? {}) };
  const response = await fetch(server.url.replace(/\/$/, '') + path, { ...init, headers });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Record<string, string>;
}

/** A document with content so large that a response cannot be sent before the client reads it. */
async function createLargeDocument(sizeBytes: number): Promise<string> {
  const { batchId } = await send('/api/v1/upload', { method: 'POST' });
  const type = { 'content-type': 'application/octet-stream', 'X-File-Name': 'large' };
  const body = new Uint8Array(sizeBytes);
  await send(`/api/v1/upload/${batchId}/0`, { method: 'POST', headers: type, body });
  const properties = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
  const entity = { 'entity-type': 'document', name: 'large', type: 'File', properties };
  const made = await send('/api/v1/path/default-domain/workspaces', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(entity),
  });
  return made.uid ?? '';
}

function firstBytes(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(chunk.length);
    });
  });
}

test('a stopping server finishes an answer and then waits for no connection', async () => {
  const sizeBytes = 30 * 1024 * 1024;
  const id = await createLargeDocument(sizeBytes);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const path = `/nuxeo/api/v1/id/${id}/@blob/file:content`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${administrator}\r\n\r\n`);
  let received = await firstBytes(socket);
  const stopped = server.stop();
  // The client reads on, and then keeps its connection open for a next request that never comes.
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  // What the server has handed over may still be on its way to the client when the server is down.
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await stopped;
  await ended;
  expect(received).toBeGreaterThan(sizeBytes);
});

test.each([
  ['nothing', ''],
  ['the beginning of a request', 'GET /nuxeo/api/v1/path/ HTTP/1.1\r\nHost: x\r\n'],
])('a connection that has sent %s does not keep a server from stopping', async (_title, text) => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(text);
  await server.stop();
  await expect(fetch(server.url)).rejects.toThrow();
  socket.destroy();
});
