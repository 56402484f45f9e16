import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { loadConfig } from '../../src/config/load.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const line = 'GET /api/v1/management/connect/status';
const token = 'the-secret-token';

const nowhere = {
  'entity-type': 'connectStatus',
  CLID: '',
  CTID: '',
  contractStatus: '',
  description: '',
  endDate: '',
  instanceType: '',
  message: null,
  registered: false,
  registrationExpiration: '1970-01-01T00:00:00.000Z',
};

const answer = {
  CLID: 'registration-1',
  CTID: 'instance-1',
  contractStatus: 'active',
  description: 'Test of Cartulary',
  endDate: '2030-12-31',
  instanceType: 'dev',
  message: 'welcome',
  registered: true,
  registrationExpiration: '2030-12-31T23:59:59.000Z',
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const sendJson =
  (value: object): Handler =>
  (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(value));
  };

/** A registration server that does what a test wants of it. */
class FakeRegistrationServer {
  readonly requests: IncomingMessage[] = [];
  handler: Handler = sendJson(answer);
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push(request);
      this.handler(request, response);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/status?product=x`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('without a registration server', () => {
  test('the instance is registered nowhere, also where the status is to be refreshed', async () => {
    const app = await startTestApp('sqlite');
    try {
      for (const query of ['', '?forceRefresh=false', '?forceRefresh=true', '?forceRefresh=']) {
        const { status, json } = await app.request(line + query);
        expect([status, json]).toEqual([200, nowhere]);
      }
      const refused = await app.request(`${line}?forceRefresh=maybe`);
      expect([refused.status, refused.json.message]).toEqual([
        400,
        'forceRefresh: maybe is neither true nor false',
      ]);
      await createUser(app, 'plain');
      expect((await app.request(line, { user: 'plain' })).status).toBe(403);
      expect((await app.request(line, { user: null })).status).toBe(401);
    } finally {
      await app.close();
    }
  });

  test('a token has no use, and addresses with a password are refused', () => {
    const load = (flags: Record<string, unknown>) => () => loadConfig({ environment: {}, flags });
    expect(load({ registrationToken: token })).toThrow(/without registrationUrl/);
    expect(load({ registrationUrl: 'http://a:b@example.org/' })).toThrow(
      /registration-url: must be an http/,
    );
    expect(load({ registrationUrl: 'ftp://example.org/' })).toThrow(
      /registration-url: must be an http/,
    );
    expect(load({ registrationUrl: 'https://example.org/a?b=c' })).not.toThrow();
  });
});

describe.each(engines)('with a registration server, on %s', (engine) => {
  let server: FakeRegistrationServer;
  let app: TestApp;
  const lines: string[] = [];
  beforeEach(async () => {
    lines.length = 0;
    server = new FakeRegistrationServer();
    const flags = {
      registrationUrl: await server.listen(),
      registrationToken: token,
      registrationTimeLimitMs: 500,
    };
    const log = createLogger('warn', 'json', { write: (text) => lines.push(text) });
    app = await startTestApp(engine, flags, log);
  });
  afterEach(async () => {
    await app.close();
    await server.close();
  });

  const read = async (query = '') => {
    const { status, json } = await app.request(line + query);
    expect(status).toBe(200);
    return json;
  };
  const refresh = () => read('?forceRefresh=true');
  const expected = { 'entity-type': 'connectStatus', ...answer };

  test('it is asked once with the token, and its answer is kept until a refresh', async () => {
    expect(await read()).toEqual(expected);
    expect(await read()).toEqual(expected);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request?.url).toBe('/status?product=x');
    expect(request?.headers.authorization).toBe(`Bearer ${token}`);
    server.handler = sendJson({ ...answer, contractStatus: 'expired', registered: false });
    expect(await read()).toEqual(expected);
    expect(await refresh()).toEqual({
      ...expected,
      contractStatus: 'expired',
      registered: false,
    });
    expect(await read()).toMatchObject({ contractStatus: 'expired' });
    expect(server.requests).toHaveLength(2);
    const { database } = app.services;
    const events = await database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['principal_name', 'comment'])
          .where('event_id', '=', 'registrationChanged')
          .orderBy('id'),
      ),
    );
    expect(events).toEqual([
      { principal_name: 'Administrator', comment: 'active' },
      { principal_name: 'Administrator', comment: 'expired' },
    ]);
  });

  test('requests that come together ask it once', async () => {
    const { registration } = app.services;
    const writeAs = () => Promise.resolve();
    const ask = () => registration.read({ isForced: true, writeAs });
    const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
    expect(first).toMatchObject({ clientId: answer.CLID, isRegistered: true });
    expect(others).toEqual([first, first]);
    expect(server.requests).toHaveLength(1);
    expect(await refresh()).toEqual(expected);
    expect(server.requests).toHaveLength(2);
  });

  test('members that it leaves out are empty', async () => {
    server.handler = sendJson({ CLID: 'only', unknown: 'is ignored' });
    expect(await read()).toEqual({ ...nowhere, CLID: 'only', registered: true });
  });

  const failures: Readonly<Record<string, Handler>> = {
    'answers with an error': (_request, response) => {
      response.statusCode = 503;
      response.end('{}');
    },
    'hangs up': (request) => request.socket.destroy(),
    'never answers': (request) => request.resume(),
    'sends its answer too slowly': (_request, response) => {
      response.write('{"CLID":');
    },
    'sends what is no JSON': (_request, response) => response.end('<html>'),
    'sends wrong values': sendJson({ ...answer, registered: 'yes', CLID: 7 }),
    'sends a wrong date': sendJson({ ...answer, registrationExpiration: 'tomorrow' }),
    'sends a list': sendJson([answer]),
    'sends too much': sendJson({ ...answer, ignored: 'x'.repeat(70_000) }),
    'sends without end': (_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    },
    'redirects elsewhere': (_request, response) => {
      response.statusCode = 302;
      response.setHeader('Location', '/other');
      response.end();
    },
  };

  test.each(Object.keys(failures))('one that %s leaves the last known status', async (name) => {
    const handler = failures[name];
    if (!handler) throw new Error(name);
    server.handler = handler;
    expect(await read()).toEqual(nowhere);
    expect(server.requests).toHaveLength(1);
    // Not asked again at once, unless it is forced.
    expect(await read()).toEqual(nowhere);
    expect(server.requests).toHaveLength(1);
    server.handler = sendJson(answer);
    expect(await refresh()).toEqual(expected);
    server.handler = handler;
    expect(await refresh()).toEqual(expected);
    expect(await read()).toEqual(expected);
    expect(server.requests.map(({ url }) => url)).toEqual(Array(3).fill('/status?product=x'));
    expect(lines.filter((text) => text.includes('gave no valid answer'))).toHaveLength(2);
    expect(lines.join()).not.toContain(token);
  });
});
