import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHashed } from '../../src/http/routes/web-applications.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const script = `console.log("${'long '.repeat(100)}")`;
const large = randomBytes(600_000);

describe('web applications', () => {
  let folder: string;
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-applications-'));
    const ui = join(folder, 'ui');
    await mkdir(join(ui, 'assets'), { recursive: true });
    await mkdir(join(ui, '.git'));
    await mkdir(join(folder, 'console'));
    await writeFile(join(folder, 'outside.txt'), 'outside');
    await writeFile(join(folder, 'console/index.html'), '<title>Console</title>');
    const files: Readonly<Record<string, string | Buffer>> = {
      'index.html': '<!doctype html><title>UI</title>',
      'main.js': script,
      'main.js.br': brotliCompressSync(script),
      'main.js.gz': gzipSync(script),
      'assets/main.5f3c9ab2.css': 'body {}',
      'assets/large.bin': large,
      'source.jsp': 'source',
      '.env': 'secret',
      '.git/config': 'secret',
      'stale.js': 'new',
      'stale.js.gz': gzipSync('old'),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(ui, name), content);
    await utimes(join(ui, 'stale.js.gz'), 1, 1);
    await symlink(join(folder, 'outside.txt'), join(ui, 'link.txt'));
    await symlink(folder, join(ui, 'up'));
    await symlink('main.js', join(ui, 'same.js'));
    app = await startTestApp('sqlite', {
      webApplications: `/ui=${ui},/admin/console=${join(folder, 'console')}`,
    });
    url = await app.listen();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`${method} ${path}`, { user: null, headers });

  test('an index is found at the path with a slash, without a sign-in, and always asked for again', async () => {
    const { status, text, headers } = await get('/ui/');
    expect([status, text]).toEqual([200, expect.stringContaining('<title>UI</title>')]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'self'");
    const redirect = await get('/ui?a=1');
    expect([redirect.status, redirect.headers.location]).toEqual([302, '/nuxeo/ui/?a=1']);
    expect((await get('/admin/console/')).text).toContain('Console');
  });

  test('addresses of the application get its index, missing files do not', async () => {
    for (const path of ['/ui/doc/123', '/ui/browse/a/b/', '/ui/assets']) {
      expect([path, (await get(path)).text]).toEqual([path, expect.stringContaining('UI')]);
    }
    for (const path of ['/ui/missing.js', '/ui/doc/a.png', '/ui/up.js/x.js']) {
      const { status, json } = await get(path);
      expect([path, status, json.message]).toEqual([
        path,
        404,
        'The web application at /ui has no such file',
      ]);
    }
    expect((await get('/ui/main.js', {}, 'POST')).status).toBe(405);
  });

  test('nothing is sent from outside of the folder, nor hidden files or source code', async () => {
    const lines = ['.env', '.git/config', 'link.txt', 'source.jsp', 'up/outside.txt', 'a%00.js'];
    const raw = ['../outside.txt', '%2e%2e/outside.txt', '..%2foutside.txt', '..\\outside.txt'];
    for (const path of [...lines, ...raw, 'assets/../../outside.txt']) {
      const { status, body } = await rawGet(`${url}/ui/${path}`);
      expect([path, [400, 404].includes(status)]).toEqual([path, true]);
      expect(body).not.toMatch(/secret|^outside|^source/);
    }
    // A link to a file inside of the folder is another name for it.
    expect((await get('/ui/same.js')).text).toBe(script);
  });

  /** Without a client that resolves `..` itself. */
  const rawGet = (address: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(address);
      const path = address.slice(new URL(address).origin.length);
      request({ hostname, port, path }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      })
        .on('error', reject)
        .end();
    });

  test('prepared compressed forms are sent to clients that accept them', async () => {
    const br = await get('/ui/main.js', { 'accept-encoding': 'gzip, br' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(br.bytes).toString()).toBe(script);
    const gzip = await get('/ui/main.js', { 'accept-encoding': 'br;q=0, gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(script);
    const plain = await get('/ui/main.js');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect([plain.text, plain.headers['content-encoding']]).toEqual([script, undefined]);
    expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    // It was made before the file was changed.
    expect((await get('/ui/stale.js', { 'accept-encoding': 'gzip' })).text).toBe('new');
  });

  test('a client that has the file is told so, and gets a changed one', async () => {
    const { headers } = await get('/ui/main.js');
    const etag = String(headers.etag);
    const modified = String(headers['last-modified']);
    for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const { status, text } = await get('/ui/main.js', condition);
      expect([status, text]).toEqual([304, '']);
    }
    expect((await get('/ui/main.js', { 'if-match': '"other"' })).status).toBe(412);
    await writeFile(join(folder, 'console/app.js'), 'one');
    const before = String((await get('/admin/console/app.js')).headers.etag);
    await writeFile(join(folder, 'console/app.js'), 'two');
    const after = await get('/admin/console/app.js', { 'if-none-match': before });
    expect([after.status, after.text]).toEqual([200, 'two']);
  });

  test('names with a digest are kept for ever', async () => {
    const { headers } = await get('/ui/assets/main.5f3c9ab2.css');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/ui/main.js')).headers['cache-control']).toBe('no-cache');
    const hashed = ['index-B1kXq2zA.js', 'a.0123456789abcdef.js', 'vendor.5f3c9ab2.chunk.js'];
    expect(hashed.filter((name) => !isHashed(name))).toEqual([]);
    const others = ['my-component.js', 'log-20240131.txt', 'index.html', 'a-interface.js'];
    expect(others.filter(isHashed)).toEqual([]);
  });

  test('large files are sent in ranges, and HEAD has the length alone', async () => {
    const path = '/ui/assets/large.bin';
    expect((await get(path)).bytes.equals(large)).toBe(true);
    const part = await get(path, { range: 'bytes=300000-300009' });
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      'bytes 300000-300009/600000',
    ]);
    expect(part.bytes.equals(large.subarray(300_000, 300_010))).toBe(true);
    const etag = String(part.headers.etag);
    const headers = { range: 'bytes=-1', 'if-range': etag };
    expect((await get(path, headers)).bytes.equals(large.subarray(-1))).toBe(true);
    expect((await get(path, { ...headers, 'if-range': '"x"' })).status).toBe(200);
    expect((await get(path, { range: 'bytes=600000-' })).status).toBe(416);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      '600000',
      0,
    ]);
  });

  test('the start page links to them', async () => {
    const { text } = await get('/');
    expect(text).toContain('<a href="ui/">ui/</a>');
    expect(text).toContain('<a href="admin/console/">');
  });

  test('folders and paths that cannot be used end the start', async () => {
    const start = (webApplications: string) => startTestApp('sqlite', { webApplications });
    await writeFile(join(folder, 'index.jsp'), '');
    for (const [value, message] of [
      [folder, /has index.jsp, a page that only the original server can run/],
      [`/ui=${join(folder, 'ui/assets')}`, /has no index.html/],
      [
        `/ui=${join(folder, 'none')}`,
        /webApplications, \/ui=.*none: .*not (?:exist|found)|no such/i,
      ],
      [`/api=${join(folder, 'ui')}`, /the API has this path/],
      ['/ui=a,/ui=b', /\/ui: is there twice/],
      ['/u i=a', /must be path=folder/],
    ] as const) {
      await expect(start(value), value).rejects.toThrow(message);
    }
    await expect(start(folder)).rejects.toMatchObject({ code: 'web-application.invalid' });
  });
});

test('another policy may be set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-application-'));
  await writeFile(join(folder, 'index.html'), 'x');
  const policy = "default-src 'none'";
  const app = await startTestApp('sqlite', {
    contextPath: '',
    webApplications: folder,
    webApplicationPolicy: policy,
  });
  try {
    const { headers } = await app.request('GET /ui/', { user: null });
    expect(headers['content-security-policy']).toBe(policy);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
