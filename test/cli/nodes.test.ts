import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { administrator } from '../support/child-server.ts';
import { type CliOptions, type CliProcess, type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

const nextVersion = join(import.meta.dirname, '../support/next-version.ts');
const waiting = { timeout: 60_000, interval: 50 };

async function listening(server: CliProcess): Promise<string> {
  const [, url = ''] = await server.prints(/listening on (http:[^"]+?)\/"/);
  return url;
}

async function send(url: string, line: string, body?: object): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { authorization: administrator, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(url + path, { method, headers, redirect: 'manual', ...sent });
}

describe.each(engines)('several servers on one store on %s', (engine) => {
  let store: CliStore;
  let running: CliProcess[];
  beforeEach(async () => {
    store = await createCliStore(engine, 'prepared');
    running = [];
  });
  afterEach(async () => {
    for (const server of running) {
      server.child.kill('SIGKILL');
      await server.ended;
    }
    await store.close();
  });

  const serve = (nodeId: string, args: readonly string[] = [], options?: CliOptions) => {
    const cluster = ['--cluster-enabled', 'true', '--node-id', nodeId];
    const server = store.start(['serve', '--port', '0', ...cluster, ...args], options);
    running.push(server);
    return server;
  };
  const listed = async (): Promise<string[][]> => {
    const { code, stdout } = await store.run(['nodes']);
    expect(code).toBe(0);
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
  };

  test('are listed by a command, drain before they stop, and are refused when they do not fit', async () => {
    const first = serve('a', ['--drain-seconds', '600']);
    const url = await listening(first);
    expect(await listed()).toEqual([
      [
        'a',
        'serving',
        `${url}/`,
        expect.any(String),
        String(first.child.pid),
        '0.1.0',
        expect.stringMatching(/^\d+ s ago$/),
      ],
    ]);
    const twin = await serve('a').ended;
    expect([twin.code, twin.stderr]).toEqual([
      78,
      expect.stringMatching(/^configuration: nodeId: a is the id of a running node/),
    ]);
    const other = await serve('b', ['--context-path', '/other']).ended;
    expect([other.code, other.stderr]).toEqual([
      78,
      expect.stringContaining('contextPath: is "/other" here and "/nuxeo" there'),
    ]);

    first.child.kill('SIGTERM');
    await vi.waitFor(async () => {
      const response = await send(url, 'GET /health/ready');
      const { server } = (await response.json()) as { server: string };
      expect([response.status, server]).toEqual([503, 'draining']);
    }, waiting);
    expect((await send(url, 'GET /api/v1/path/')).status).toBe(200);
    await vi.waitFor(async () => expect((await listed())[0]?.[1]).toBe('draining'), waiting);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(130);
    // It was stopped without the time to say so; the number of its process is free.
    const again = serve('a', ['--drain-seconds', '1']);
    await listening(again);
    again.child.kill('SIGTERM');
    const { code, stdout } = await again.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('stopped')]);
    const none = await store.run(['nodes']);
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'no node is running\n']);
  });

  // On SQLite as well: test/engines/program-revisions.test.ts. Sources take long to load.
  test.runIf(engine === 'postgres')('may be of two versions, one after the other', async () => {
    const options = { isSource: true, nodeOptions: ['--import', nextVersion] };
    const old = serve('old');
    const oldUrl = await listening(old);
    const next = serve('next', [], options);
    const nextUrl = await listening(next);
    for (const [from, to, name] of [
      [oldUrl, nextUrl, 'by-old'],
      [nextUrl, oldUrl, 'by-next'],
    ] as const) {
      const body = { 'entity-type': 'document', type: 'File', name };
      const path = '/api/v1/path/default-domain/workspaces';
      expect((await send(from, `POST ${path}`, body)).status).toBe(201);
      expect(
        (await send(to, `PUT ${path}/${name}`, { ...body, properties: { 'dc:title': 'b' } }))
          .status,
      ).toBe(200);
      const call = {
        input: '/default-domain/workspaces',
        params: { type: 'File', name: `${name}-later` },
      };
      const line = 'POST /site/automation/Document.Create/@async';
      expect((await send(from, line, call)).status).toBe(202);
      await vi.waitFor(async () => {
        expect((await send(to, `GET ${path}/${name}-later`)).status).toBe(200);
      }, waiting);
    }
    const afterNext = { ...options, env: { TEST_CONTRACTS: '1' } };
    const tooNew = await serve('after-next', [], afterNext).ended;
    expect([tooNew.code, tooNew.stderr]).toEqual([
      1,
      expect.stringMatching(/these are running: old on .* update them to a program of revision/),
    ]);
    old.child.kill('SIGTERM');
    await old.ended;
    await listening(serve('after-next', [], afterNext));
    expect((await send(nextUrl, 'GET /api/v1/path/')).status).toBe(200);
    const tooOld = await serve('old').ended;
    expect([tooOld.code, tooOld.stderr]).toEqual([
      1,
      expect.stringMatching(/newer only, and this one has revision \d+: start a newer program/),
    ]);
  });
});

test('a server that its store does not allow any more drains and fails', async () => {
  const store = await createCliStore('postgres', 'prepared');
  const server = store.start(['serve', '--port', '0']);
  try {
    await listening(server);
    await store.withStore(({ database }) =>
      database.write((handle) =>
        handle.run(
          handle.builder
            .updateTable('server_fact')
            .set({ value: '999999' })
            .where('name', '=', 'oldest-program'),
        ),
      ),
    );
    const { code, stdout } = await server.ended;
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/may not use the store any longer[\s\S]*stopped/),
    ]);
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await store.close();
  }
});
