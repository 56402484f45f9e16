import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { memoryOf } from '../support/child-memory.ts';
import { ChildServer, runCheck } from '../support/child-server.ts';
import { CliProcess, type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';
import { clientsOf, type WorkerClient, workerPids } from '../support/worker-clients.ts';

const workspaces = '/api/v1/path/default-domain/workspaces';

function document(name: string, type = 'File'): object {
  return { 'entity-type': 'document', name, type, properties: {} };
}

const waiting = { timeout: 60_000 };

const mebibyte = 2 ** 20;
const largeBytes = 100 * mebibyte;

function largeBody(): Readable {
  const piece = Buffer.alloc(mebibyte, 'x');
  return Readable.from(Array.from({ length: 100 }, () => piece));
}

/** A request whose body is expected: the server has asked for it. */
async function beginPost(url: string, headers: readonly string[]): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = [
    `POST ${pathname}${workspaces} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${basic('Administrator', 'Administrator')}`,
    'Expect: 100-continue',
    'Connection: close',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return socket;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

describe.each(engines)('a server of two workers on %s', (engine) => {
  let store: CliStore;
  let place: { data: string; databaseUrl: string | undefined };
  let server: ChildServer;
  let clients: readonly [WorkerClient, WorkerClient];
  beforeAll(async () => {
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    place = { data, databaseUrl };
    server = new ChildServer({ ...place, settings: { CARTULARY_WORKERS: '2' } });
    clients = (await clientsOf(server, 2)) as unknown as typeof clients;
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server.kill();
    await store.close();
  });

  async function newUser(name: string, password = name): Promise<void> {
    const properties = { username: name, password };
    const body = { 'entity-type': 'user', id: '', properties };
    expect((await clients[0].send('POST /api/v1/user', { body })).status).toBe(201);
  }

  test('what one worker has stored, the other shows', async () => {
    for (const [at, client] of clients.entries()) {
      const other = clients[1 - at] as WorkerClient;
      const made = await client.send(`POST ${workspaces}`, { body: document(`by ${at}`) });
      expect(made.status).toBe(201);
      const { status, json } = await other.send(`GET /api/v1/id/${made.json.uid}`);
      expect([status, json.title]).toEqual([200, `by ${at}`]);
    }
  });

  test('on SQLite one process writes, on PostgreSQL each', async () => {
    const writers = await Promise.all(
      clients.map((client, at) => client.send(`POST ${workspaces}`, { body: document(`w${at}`) })),
    );
    const processes = new Set(writers.map(({ process }) => process));
    expect(processes.size).toBe(engine === 'sqlite' ? 1 : 2);
  });

  test('an operation that reads is done where it arrives', async () => {
    const query = { params: { query: "SELECT * FROM Document WHERE ecm:path = '/'" } };
    const line = 'POST /site/automation/Repository.Query';
    const answers = await Promise.all(clients.map((client) => client.send(line, { body: query })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ process }) => process)).size).toBe(2);
  });

  test('a changed password is known to all before the change is answered', async () => {
    await newUser('moved', 'first');
    const before = { credentials: basic('moved', 'first') };
    for (const client of clients)
      expect((await client.send('GET /api/v1/me', before)).status).toBe(200);
    const body = { 'entity-type': 'user', id: 'moved', properties: { password: 'second' } };
    for (const client of clients) {
      expect((await client.send('PUT /api/v1/user/moved', { body })).status).toBe(200);
      for (const each of clients) {
        expect((await each.send('GET /api/v1/me', before)).status).toBe(401);
      }
    }
  });

  test('a permission that is withdrawn holds in all at once', async () => {
    await newUser('guest');
    const credentials = basic('guest', 'guest');
    const made = await clients[0].send(`POST ${workspaces}`, {
      body: document('closed', 'Folder'),
    });
    const { uid } = made.json;
    const statuses = async () =>
      Promise.all(
        clients.map(
          async (client) => (await client.send(`GET /api/v1/id/${uid}`, { credentials })).status,
        ),
      );
    const change = async (client: WorkerClient, name: string, params: object) => {
      const body = { input: uid, params };
      expect((await client.send(`POST /site/automation/${name}`, { body })).status).toBe(200);
    };
    await change(clients[0], 'Document.BlockPermissionInheritance', {});
    for (const client of clients) {
      await change(client, 'Document.AddPermission', { permission: 'Read', users: 'guest' });
      expect(await statuses()).toEqual([200, 200]);
      await change(client, 'Document.RemovePermission', { user: 'guest' });
      expect(await statuses()).toEqual([403, 403]);
    }
  });

  test('wrong passwords are counted together', async () => {
    await newUser('guessed');
    const warning = /"account":"guessed".*many wrong passwords/;
    const guess = async (at: number) => {
      const client = clients[at % 2] as WorkerClient;
      const credentials = basic('guessed', `wrong ${at}`);
      expect((await client.send('GET /api/v1/me', { credentials })).status).toBe(401);
    };
    // So many are allowed without a delay.
    for (let at = 0; at < 5; at += 1) await guess(at);
    expect(server.output).not.toMatch(warning);
    await guess(5);
    await vi.waitFor(() => expect(server.output).toMatch(warning), waiting);
  });

  test('each worker shows the sums of all in its metrics', async () => {
    const line = 'GET /api/v1/config/types/Note';
    const pattern =
      /duration_seconds_count\{method="GET",route="\/config\/types\/:name",status="200"\} (\d+)/;
    const counted = async (client: WorkerClient) => {
      const { text } = await client.send('GET /metrics');
      return Number(pattern.exec(text)?.[1] ?? 0);
    };
    for (const client of [...clients, ...clients, ...clients]) {
      expect((await client.send(line)).status).toBe(200);
    }
    expect(await Promise.all(clients.map(counted))).toEqual([6, 6]);
  });

  test('all processes are one node, and have one memory of probes', async () => {
    const nodes = await Promise.all(
      clients.map((client) => client.send('GET /api/v1/capabilities')),
    );
    expect(new Set(nodes.map(({ json }) => json.cluster.nodeId)).size).toBe(1);
    const path = '/api/v1/management/probes/runtimeStatus';
    for (const client of clients) await client.send(`POST ${path}`);
    const probes = await Promise.all(clients.map((client) => client.send(`GET ${path}`)));
    expect(probes.map(({ json }) => json.counts.success)).toEqual([2, 2]);
  });

  test('no client says where another process should think it is', async () => {
    const headers = { 'x-cartulary-client': '{"remoteAddress":"10.9.9.9"}', host: 'docs.example' };
    for (const client of clients) {
      const made = await client.send(`POST ${workspaces}`, { body: document('forged'), headers });
      expect(made.status).toBe(201);
      expect(made.text).not.toContain('10.9.9.9');
    }
  });

  test('a body is sent in pieces, after 100 Continue, with trailers', async () => {
    for (let count = 0; count < 4; count += 1) {
      const socket = await beginPost(await server.url, [
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ]);
      const text = JSON.stringify(document(`pieces ${count}`));
      for (const part of [text.slice(0, 10), text.slice(10)]) {
        socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      }
      socket.write('0\r\nX-Digest: none\r\n\r\n');
      const answer = (await socket.toArray()).map(String).join('');
      expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    }
  });

  test('a large file passes through a worker that does not keep it', async () => {
    const pid = workerPids(server).get(2) ?? 0;
    const before = memoryOf(pid).peakBytes;
    for (const client of clients) {
      const { json } = await client.send('POST /api/v1/upload');
      const path = `/api/v1/upload/${json.batchId}/0`;
      const sent = await client.send(`POST ${path}`, { body: largeBody() });
      expect(sent.status).toBe(201);
      expect((await client.send(`GET ${path}`)).json.size).toBe(largeBytes);
    }
    expect(memoryOf(pid).peakBytes - before).toBeLessThan(64 * mebibyte);
  });

  test('of a client that leaves in the middle, nothing is kept', async () => {
    for (const client of clients) {
      const { json } = await client.send('POST /api/v1/upload');
      const path = `/api/v1/upload/${json.batchId}/0`;
      const body = largeBody();
      body.once('data', () => setImmediate(() => body.destroy(new Error('the client leaves'))));
      await expect(client.send(`POST ${path}`, { body })).rejects.toThrow();
      expect((await client.send(`GET /api/v1/upload/${json.batchId}`)).status).toBe(204);
      expect((await client.send('GET /api/v1/me')).status).toBe(200);
    }
  });

  test('a worker that is killed is replaced; what was acknowledged is there', async () => {
    const pattern =
      /requests_total|duration_seconds_count\{method="GET",route="\/me",status="200"\} (\d+)/;
    const shown = async (client: WorkerClient) =>
      Number(pattern.exec((await client.send('GET /metrics')).text)?.[1] ?? 0);
    for (const number of [2, 1]) {
      const stored: string[] = [];
      const writing = new AbortController();
      const load = Promise.all(
        [0, 1].map((at) => writeUntil(writing.signal, { at, number, stored })),
      );
      await vi.waitFor(() => expect(stored.length).toBeGreaterThan(5), waiting);
      const fresh = await clientsOf(server, 2);
      const before = Math.max(...(await Promise.all(fresh.map(shown))));
      const pid = workerPids(server).get(number) ?? 0;
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(workerPids(server).get(number) ?? pid).not.toBe(pid), waiting);
      const count = stored.length;
      await vi.waitFor(() => expect(stored.length).toBeGreaterThan(count + 5), waiting);
      writing.abort();
      await load;
      for (const client of fresh) client.close();
      clients = (await clientsOf(server, 2)) as unknown as typeof clients;
      for (const client of clients) {
        expect(await shown(client)).toBeGreaterThanOrEqual(before);
        for (const uid of stored) {
          expect((await client.send(`GET /api/v1/id/${uid}`)).status).toBe(200);
        }
      }
    }
  });

  /** Writes with one connection after the other, and notes what was acknowledged. */
  async function writeUntil(
    signal: AbortSignal,
    { at, number, stored }: { at: number; number: number; stored: string[] },
  ): Promise<void> {
    const url = await server.url;
    for (let count = 0; !signal.aborted; count += 1) {
      const name = `killed ${number} ${at} ${count}`;
      const response = await fetch(`${url}${workspaces}`, {
        method: 'POST',
        headers: {
          authorization: basic('Administrator', 'Administrator'),
          'content-type': 'application/json',
        },
        body: JSON.stringify(document(name)),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined);
      if (response?.status === 201) stored.push(((await response.json()) as { uid: string }).uid);
      else if (response) expect(response.status).toBe(503);
      await pause(20);
    }
  }

  test('a restart one after the other refuses no request', async () => {
    const before = workerPids(server);
    for (const client of clients) client.close();
    const url = await server.url;
    const ending = new AbortController();
    const statuses = new Map<string, number>();
    const headers = {
      authorization: basic('Administrator', 'Administrator'),
      'content-type': 'application/json',
    };
    const load = [0, 1, 2].map(async (at) => {
      for (let count = 0; !ending.signal.aborted; count += 1) {
        const isWrite = count % 3 === 0;
        const body = JSON.stringify(document(`restart ${at} ${count}`));
        const response = await fetch(url + workspaces, {
          headers,
          ...(isWrite && { method: 'POST', body }),
        });
        await response.arrayBuffer();
        const key = `${isWrite ? 'POST' : 'GET'} ${response.status}`;
        statuses.set(key, (statuses.get(key) ?? 0) + 1);
      }
    });
    server.process.kill('SIGHUP');
    await vi.waitFor(() => expect(server.output).toContain('all workers were restarted'), waiting);
    ending.abort();
    await Promise.all(load);
    expect([...statuses.keys()].toSorted()).toEqual(['GET 200', 'POST 201']);
    const after = workerPids(server);
    expect([...after.keys()].toSorted()).toEqual([1, 2]);
    for (const [number, pid] of after) expect(before.get(number)).not.toBe(pid);
  });

  test('a server that cannot start ends with the reason', async () => {
    const { port } = new URL(await server.url);
    const args = ['serve', '--workers', '2', '--port', port];
    const { ended } = new CliProcess(store.folder, args, { env: store.env });
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(`cannot listen on port ${port}`)]);
    expect(stdout).toContain('worker 1 could not start (exit status 1): the server ends');
  });

  test('SIGTERM lets a running request end, and ends all processes', async () => {
    const pids = [...workerPids(server).values()];
    const text = JSON.stringify(document('last'));
    const socket = await beginPost(await server.url, [
      'Content-Type: application/json',
      `Content-Length: ${text.length}`,
    ]);
    const end = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await vi.waitFor(() => expect(server.output).toContain('stopping on SIGTERM'), waiting);
    socket.write(text);
    const answer = (await socket.toArray()).map(String).join('');
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(await end).toEqual([0, null]);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    expect((await runCheck(place)).status).toBe(0);
  });
});
