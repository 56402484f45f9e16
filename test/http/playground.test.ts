import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';

let app: TestApp;
let page: TestResponse;
beforeAll(async () => {
  app = await startTestApp('sqlite');
  page = await app.request('GET /api/', { user: null });
});
afterAll(() => app.close());

test('the page is for everybody, and its policy allows no script in it', () => {
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(page.text).toContain(`content="${nonce}"`);
  expect(page.text).not.toMatch(/<script(?![^>]* src=)/);
});

test('the nonce of each response is another one', async () => {
  const again = await app.request('GET /api/', { user: null });
  expect(again.headers['content-security-policy']).not.toBe(
    page.headers['content-security-policy'],
  );
});

test('its files are compressed by the build and kept for ever', async () => {
  const names = [...page.text.matchAll(/files\/([\w.-]+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const file = await app.request(`GET /api/files/${name}`, {
      user: null,
      headers: { 'accept-encoding': 'br' },
    });
    expect(file.status, name).toBe(200);
    expect(file.headers['cache-control'], name).toContain('immutable');
    expect(file.headers.etag, name).toBeTruthy();
    if (name?.startsWith('component')) expect(file.headers['content-encoding']).toBe('br');
  }
});

test('without the slash it leads to the page; other files are not there', async () => {
  const { status, headers } = await app.request('GET /api', { user: null });
  expect([status, headers.location]).toEqual([302, '/nuxeo/api/']);
  for (const name of ['index.html', '..%2Findex.html', 'none.js']) {
    expect((await app.request(`GET /api/files/${name}`, { user: null })).status).toBeOneOf([
      400, 404,
    ]);
  }
});
