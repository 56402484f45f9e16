import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { startServer } from '../../src/cli/running-server.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type CliProcess, type CliStore, createCliStore } from '../support/cli.ts';

const login = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;

function listening(server: CliProcess): Promise<string> {
  return server.prints(/listening on (http:[^"]+)/).then((match) => match[1] ?? '');
}

describe('cartulary serve', () => {
  let store: CliStore;
  const running: CliProcess[] = [];
  const serve = (...args: string[]): CliProcess => {
    const server = store.start(['serve', '--port', '0', ...args]);
    running.push(server);
    return server;
  };
  beforeAll(async () => {
    store = await createCliStore('sqlite');
  });
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill('SIGKILL');
      await server.ended;
    }
  });
  afterAll(() => store.close());

  test('creates the store, says who may come in and where, and answers', async () => {
    const server = serve();
    const url = await listening(server);
    expect(server.stdout).toContain('user Administrator, password Administrator');
    const response = await fetch(`${url}api/v1/path/`, { headers: { authorization: login } });
    expect(response.status).toBe(200);
    server.child.kill('SIGTERM');
    const { code, stdout } = await server.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('stopped')]);
  });

  test('gives back the memory of its start once it has nothing to do', async () => {
    const server = serve('--log-level', 'debug');
    const [, freed] = await server.prints(/"freedMegabytes":(\d+)/);
    expect(Number(freed)).toBeGreaterThan(5);
  });

  test('stops on SIGINT as well', async () => {
    const server = serve();
    await listening(server);
    expect(server.stdout).not.toContain('password');
    server.child.kill('SIGINT');
    expect((await server.ended).code).toBe(0);
  });

  test('stops at once on a second signal, also with running requests', async () => {
    const server = serve();
    const { hostname, port } = new URL(await listening(server));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const head = `POST /nuxeo/api/v1/user HTTP/1.1\r\nHost: x\r\nAuthorization: ${login}\r\n`;
    const body = 'Content-Length: 100\r\nContent-Type: application/json\r\nExpect: 100-continue';
    socket.write(`${head}${body}\r\n\r\n`);
    // From here on the request runs: it waits for its body.
    expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
    server.child.kill('SIGTERM');
    await server.prints(/stopping/);
    server.child.kill('SIGTERM');
    const { code, stdout } = await server.ended;
    expect([code, stdout]).toEqual([130, expect.not.stringContaining('stopped')]);
  });

  test('logs no error for clients that hang up, be it with all they wanted or before', async () => {
    const server = serve();
    const url = await listening(server);
    const headers = { authorization: login, 'content-type': 'application/json' };
    const add = async (name: string, sizeBytes: number): Promise<void> => {
      const data = 'x'.repeat(sizeBytes);
      const properties = { 'file:content': { data, name: 'a.txt' } };
      const body = JSON.stringify({ 'entity-type': 'document', type: 'File', name, properties });
      const target = `${url}api/v1/path/default-domain/workspaces`;
      expect((await fetch(target, { method: 'POST', headers, body })).status).toBe(201);
    };
    await add('small', 6_000);
    await add('large', 3_500_000);
    const hangUpAfter = async (name: string, sizeBytes: number): Promise<void> => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      const path = `/nuxeo/api/v1/path/default-domain/workspaces/${name}/@blob/file:content`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${login}\r\n\r\n`);
      let received = 0;
      for await (const chunk of socket) {
        received += (chunk as Buffer).length;
        if (received >= sizeBytes) break;
      }
      expect(received).toBeGreaterThanOrEqual(sizeBytes);
    };
    for (let round = 0; round < 40; round += 1) {
      await hangUpAfter('small', 6_000);
      if (round % 10 === 0) await hangUpAfter('large', 100_000);
    }
    server.child.kill('SIGTERM');
    const { stdout } = await server.ended;
    expect(stdout.split('\n').filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
  }, 180_000);

  test('says that the port is taken', async () => {
    const other: Server = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await serve('--port', String(port)).ended;
    other.close();
    expect([code, stderr]).toEqual([
      1,
      `error: cannot listen on port ${port} of 127.0.0.1: another program uses it; choose another port with --port or PORT\n`,
    ]);
  });

  test('does not listen to others with the well-known password', async () => {
    const { code, stderr } = await serve('--host', '0.0.0.0').ended;
    expect([code, stderr]).toEqual([78, expect.stringContaining('CARTULARY_ADMIN_PASSWORD')]);
    const fresh = serve('--host', '0.0.0.0', '--data', join(store.folder, 'fresh'));
    expect((await fresh.ended).stderr).toContain('CARTULARY_ADMIN_PASSWORD');
    const args = ['--host', '0.0.0.0', '--data', join(store.folder, 'fresh')];
    expect(await listening(serve(...args, '--administrator-password', 'all mine, really'))).toMatch(
      /0\.0\.0\.0/,
    );
  });

  test('logs a programming error, stops in order and fails', async () => {
    const fault = 'setTimeout(() => { throw new Error("on purpose") }, 1500)';
    const server = store.start(['serve', '--port', '0'], {
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(fault)}`],
    });
    running.push(server);
    await listening(server);
    const { code, stdout } = await server.ended;
    expect(code).toBe(1);
    expect(stdout).toMatch(/on purpose[\s\S]*unexpected error, stopping[\s\S]*"stopped"/);
  });
});

describe('a running server', () => {
  let store: CliStore;
  beforeEach(async () => {
    store = await createCliStore('sqlite');
  });
  afterEach(() => store.close());

  const start = (flags: Record<string, unknown> = {}) =>
    startServer(
      loadConfig({ environment: store.env, flags: { port: 0, ...flags } }).config,
      createLogger('silent'),
    );

  /** Sends the beginning of a request, and the rest when told. */
  async function beginRequest(url: string) {
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    const body = '{"entity-type":"document","name":"late","type":"Folder"}';
    const head = `POST ${pathname}api/v1/path/default-domain/workspaces HTTP/1.1\r\nHost: x\r\n`;
    const headers = `Authorization: ${login}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}${headers}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    // Until the server has begun with it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return {
      finish: async () => {
        socket.write(body.slice(10));
        await closed;
        return answer;
      },
      closed: closed.then(() => answer),
    };
  }

  test('finishes what has begun, takes nothing new, and keeps what it said', async () => {
    const server = await start();
    const request = await beginRequest(server.url);
    const stopped = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(fetch(server.url)).rejects.toThrow();
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 201 /);
    await stopped;
    const again = await start();
    const response = await fetch(`${again.url}api/v1/path/default-domain/workspaces/late`, {
      headers: { authorization: login },
    });
    expect(response.status).toBe(200);
    await again.stop();
  });

  test('cuts off what does not finish in time', async () => {
    const server = await start({ shutdownTimeoutMs: 200 });
    const request = await beginRequest(server.url);
    await server.stop();
    expect(await request.closed).not.toMatch(/ 201 /);
  });

  test('is stopped once, also after several calls', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
  });
});
