import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';

type Headers = Record<string, string>;

/** All places where the server writes its own address. */
async function addressesOf(app: TestApp, headers: Headers) {
  const ask = (line: string, body?: unknown) =>
    app.request(line, { headers, ...(body === undefined ? {} : { body }) });
  const { uid } = await createDocument(app, {
    name: 'linked',
    properties: { 'file:content': { name: 'a.txt', data: 'hello' } },
  });
  const native = { ...headers, 'X-Cartulary-Dialect': 'native' };
  const document = await app.request(`GET /api/v1/id/${uid}`, {
    headers: { ...native, properties: '*' },
  });
  const login = await ask('POST /site/automation/login');
  const started = await ask('POST /site/automation/Document.GetParent/@async', {
    input: uid,
    params: {},
  });
  const logout = await app.request('GET /logout', { user: null, headers });
  const { json: openapi } = await ask('GET /api/v1/openapi.json');
  const { json: cmis } = await ask('GET /json/cmis');
  return {
    data: document.json.properties['file:content'].data as string,
    blobUrl: document.json.properties['file:content'].blobUrl as string,
    async: String(started.headers.location),
    afterLogout: logout.headers.location,
    cookie: String(login.headers['set-cookie']).replace(/^[^;]*; /, ''),
    server: openapi.servers[0].url as string,
    repositoryUrl: cmis.default.repositoryUrl as string,
  };
}

async function expectBase(app: TestApp, headers: Headers, base: string): Promise<void> {
  const found = await addressesOf(app, headers);
  const { pathname, protocol } = new URL(base);
  expect(found.data).toMatch(new RegExp(`^${base}nxfile/default/`));
  expect(found.blobUrl).toMatch(new RegExp(`^${base}nxfile/default/`));
  expect(found.async).toMatch(
    new RegExp(`^${base}site/automation/Document.GetParent/@async/[^/]+/status$`),
  );
  expect(found.afterLogout).toBe(pathname);
  const secure = protocol === 'https:' ? '; Secure' : '';
  expect(found.cookie).toBe(
    `Path=${pathname.replace(/(.)\/$/, '$1')}; HttpOnly; SameSite=Lax${secure}`,
  );
  expect(`${found.server}/`).toBe(base);
  expect(found.repositoryUrl).toBe(`${base}json/cmis/default`);
}

async function withApp(
  flags: Record<string, unknown>,
  work: (app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await startTestApp('sqlite', flags);
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/** The whole answer to a request without a body, until the connection ends. */
async function sendLines({ hostname, port }: URL, lines: readonly string[]): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** What a proxy of another company, or any client, may send. */
const forged: Headers = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '666',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-for': '9.9.9.9',
  'nuxeo-virtual-host': 'https://evil.example/',
};

describe('without trusted proxies', () => {
  let app: TestApp;
  let url: URL;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    url = new URL(await app.listen());
  });
  afterAll(() => app.close());

  test('the Host of the request is the address, in every place', async () => {
    await expectBase(app, { host: 'Docs.example.org:8080' }, 'http://docs.example.org:8080/nuxeo/');
  });

  test('the headers of proxies are not believed, in no place', async () => {
    await expectBase(app, { ...forged, host: 'h' }, 'http://h/nuxeo/');
  });

  test.each([
    ['a:80', 'http://a/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['10.0.0.1', 'http://10.0.0.1/'],
    ['my_container:8080', 'http://my_container:8080/'],
    ['example.org.', 'http://example.org./'],
    ['example.org:', 'http://example.org/'],
  ])('the host %s is used', async (host, origin) => {
    const { json } = await app.request('GET /api/v1/openapi.json', { headers: { host } });
    expect(json.servers).toEqual([{ url: `${origin}nuxeo` }]);
  });

  test.each([
    'a b',
    'a/b',
    'a?b',
    'a@b',
    'a#b',
    'a,b',
    'a;b',
    '<img>',
    '[',
    '[::1',
    '[1::2::3]',
    'a:0',
    'a:65536',
    'a:b',
    'a..b',
    '-a',
    '999.1.1.1',
    'é.example',
    'a'.repeat(64),
    `${'a.'.repeat(200)}b`,
  ])('the host %s is refused', async (host) => {
    const { status, json } = await app.request('GET /api/v1/me', { headers: { host } });
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/^Host: must be a host name/),
    ]);
  });

  test('a request without a host is answered with the address it was sent to', async () => {
    const answer = await sendLines(url, ['GET /nuxeo/api/v1/openapi.json HTTP/1.0']);
    expect(answer).toContain(`"servers":[{"url":"${url.origin}/nuxeo"}]`);
  });

  test.each(['/nuxeo/api/v1/openapi.json', '/nuxeo/api/v1/repo/default/openapi.json?x=1'])(
    'a request line that names the server before %s wins over the Host',
    async (path) => {
      const line = `GET http://Asked.example:8080${path} HTTP/1.1`;
      const answer = await sendLines(url, [line, 'Host: other', 'Connection: close']);
      expect(answer).toContain('"servers":[{"url":"http://asked.example:8080/nuxeo"}]');
    },
  );

  test('a host in the request line must be one, too', async () => {
    const line = 'GET http://a@b/nuxeo/api/v1/openapi.json HTTP/1.1';
    const answer = await sendLines(url, [line, 'Host: other', 'Connection: close']);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('behind a trusted proxy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', { trustedProxies: ['127.0.0.0/8', '2001:db8::/32'] });
  });
  afterAll(() => app.close());
  const baseFor = async (headers: Headers) =>
    (await app.request('GET /api/v1/openapi.json', { headers: { host: 'h:8080', ...headers } }))
      .json.servers[0].url;

  test('what it says of the address holds in every place', async () => {
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'docs.example.org',
      'x-forwarded-port': '8443',
      'x-forwarded-prefix': '/dms',
    };
    await expectBase(app, headers, 'https://docs.example.org:8443/dms/nuxeo/');
  });

  test('a host that it names needs none beside it', async () => {
    const forwarded = ['X-Forwarded-Host: docs.example.org', 'X-Forwarded-Proto: https'];
    const answer = await sendLines(new URL(await app.listen()), [
      'GET /nuxeo/api/v1/openapi.json HTTP/1.0',
      ...forwarded,
    ]);
    expect(answer).toContain('"servers":[{"url":"https://docs.example.org/nuxeo"}]');
  });

  test('the header of the reference server names the server without the context path', async () => {
    const headers = { ...forged, 'nuxeo-virtual-host': 'https://docs.example.org/x/' };
    await expectBase(app, headers, 'https://docs.example.org/x/nuxeo/');
    expect(await baseFor({ 'nuxeo-virtual-host': 'https://docs.example.org/nuxeo/' })).toBe(
      'https://docs.example.org/nuxeo',
    );
  });

  test.each([
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' }, 'https://h/nuxeo'],
    [{ 'x-forwarded-proto': 'HTTPS' }, 'https://h:8080/nuxeo'],
    [{ 'x-forwarded-proto': 'gopher' }, 'http://h:8080/nuxeo'],
    [{ 'x-forwarded-host': 'b:81' }, 'http://b:81/nuxeo'],
    [{ 'x-forwarded-host': 'b"><img>' }, 'http://h:8080/nuxeo'],
    [{ 'x-forwarded-port': '99999' }, 'http://h:8080/nuxeo'],
    [{ 'x-forwarded-prefix': '//evil.example' }, 'http://h:8080/nuxeo'],
    [{ 'x-forwarded-prefix': '/a/../b' }, 'http://h:8080/nuxeo'],
    [{ 'x-forwarded-prefix': '/a; Domain=evil' }, 'http://h:8080/nuxeo'],
    [{ 'nuxeo-virtual-host': 'ftp://v' }, 'http://h:8080/nuxeo'],
    [{ 'nuxeo-virtual-host': 'https://user@v/' }, 'http://h:8080/nuxeo'],
    // What the proxy added to something sent by the client counts, not what the client sent.
    [{ 'x-forwarded-host': 'evil.example, real.example' }, 'http://real.example/nuxeo'],
    [{ 'x-forwarded-prefix': '/evil, /dms' }, 'http://h:8080/dms/nuxeo'],
  ] as [Headers, string][])('%j gives %s', async (headers, base) => {
    expect(await baseFor(headers)).toBe(base);
  });

  test('of several trusted proxies the outermost reports the request of the client', async () => {
    const headers = {
      'x-forwarded-for': '9.9.9.9, 2001:db8::7',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, public.example, inner.example',
      'x-forwarded-prefix': '/a, /b',
    };
    expect(await baseFor(headers)).toBe('https://public.example/a/b/nuxeo');
  });
});

describe('a configured public URL', () => {
  test('wins over everything, in every place', () =>
    withApp(
      { publicUrl: 'https://docs.example.org/archive', trustedProxies: ['loopback'] },
      (app) => expectBase(app, forged, 'https://docs.example.org/archive/'),
    ));

  test('has at the root of a host a cookie for the whole host', () =>
    withApp({ publicUrl: 'https://docs.example.org' }, (app) =>
      expectBase(app, {}, 'https://docs.example.org/'),
    ));
});

describe('allowed hosts', () => {
  const refusal = [421, expect.stringMatching(/allowedHosts/)];
  const answer = async (app: TestApp, headers: Headers) => {
    const { status, json } = await app.request('GET /api/v1/me', { headers });
    return [status, json.message ?? json.id];
  };

  test('are the only ones that are answered for', () =>
    withApp({ allowedHosts: ['docs.example.org', '*.example.net', '::1'] }, async (app) => {
      const fine = [200, 'Administrator'];
      expect(await answer(app, { host: 'Docs.Example.org:8080' })).toEqual(fine);
      expect(await answer(app, { host: 'a.b.example.net' })).toEqual(fine);
      expect(await answer(app, { host: 'docs.example.org.' })).toEqual(fine);
      expect(await answer(app, { host: 'a.example.net.' })).toEqual(fine);
      expect(await answer(app, { host: '[::1]:8080' })).toEqual(fine);
      for (const host of [
        'evil.example',
        'example.net',
        'docs.example.org.evil.example',
        '[::2]',
      ]) {
        expect(await answer(app, { host })).toEqual(refusal);
        expect(await answer(app, { host })).toEqual(refusal);
      }
      expect(await answer(app, { host: 'h', 'x-forwarded-host': 'docs.example.org' })).toEqual(
        refusal,
      );
    }));

  test('count for what trusted proxies say, and the public URL is among them', () =>
    withApp(
      {
        allowedHosts: ['docs.example.org'],
        publicUrl: 'https://public.example/nuxeo',
        trustedProxies: ['loopback'],
      },
      async (app) => {
        expect((await answer(app, { host: 'public.example' }))[0]).toBe(200);
        expect((await answer(app, { host: 'h', 'x-forwarded-host': 'docs.example.org' }))[0]).toBe(
          200,
        );
        expect(await answer(app, { host: 'h' })).toEqual(refusal);
        const forwarded = { host: 'public.example', 'x-forwarded-host': 'evil.example' };
        expect(await answer(app, forwarded)).toEqual(refusal);
      },
    ));
});

describe('the slowdown of guesses', () => {
  /** What the log says after more wrong passwords than one address has free. */
  async function warningsAfter(flags: Record<string, unknown>, client: (index: number) => string) {
    const warnings: string[] = [];
    await withApp(flags, async (app) => {
      app.services.log.warn = ((_details: unknown, text: string) => {
        warnings.push(text);
      }) as typeof app.services.log.warn;
      for (let index = 0; index < 22; index += 1) {
        const headers = { 'x-forwarded-for': client(index) };
        const guess = { user: `user-${index}`, password: 'wrong', headers };
        expect((await app.request('GET /api/v1/me', guess)).status).toBe(401);
      }
    });
    return warnings;
  }
  const trusted = { trustedProxies: ['127.0.0.1'] };

  test('counts clients by what a trusted proxy says, not by what they say', async () => {
    expect(await warningsAfter(trusted, (index) => `9.9.9.9, 10.0.0.${index}:4711`)).toEqual([]);
    expect(await warningsAfter(trusted, (index) => `10.1.1.${index}, 10.0.1.1`)).toHaveLength(1);
  });

  test('counts them by their own address where the proxy is not trusted', async () => {
    expect(await warningsAfter({}, (index) => `10.0.0.${index}`)).toHaveLength(1);
  });
});
