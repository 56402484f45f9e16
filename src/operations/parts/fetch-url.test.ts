import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchUrl } from './fetch-url.ts';

let server: Server;
let base: string;

const answer: RequestListener = (request, response) => {
  if (request.url === '/stalls') response.writeHead(200).write('half');
};

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const read = async (path: string, signal?: AbortSignal): Promise<Buffer> => {
  const timeoutMs = signal ? 60_000 : 100;
  const { stream } = await fetchUrl(new URL(base + path), { signal, timeoutMs });
  return buffer(stream);
};

test.each(['/never', '/stalls'])('a server that %s is not waited for', async (path) => {
  await expect(read(path)).rejects.toMatchObject({
    code: 'operation.failed',
    message: `${base}${path} could not be read`,
  });
});

test.each(['/never', '/stalls'])('a caller that aborts ends the transfer of %s', async (path) => {
  const caller = new AbortController();
  const reading = read(path, caller.signal);
  setImmediate(() => caller.abort());
  await expect(reading).rejects.toMatchObject({ code: 'operation.failed' });
});
