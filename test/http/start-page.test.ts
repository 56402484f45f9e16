import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';

const html = 'text/html; charset=utf-8';

describe('the address that the server logs', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    await createDocument(app, { name: 'TopSecret' });
    url = await app.listen();
  });
  afterAll(() => app.close());

  test('shows a page with name, version and a first request, without login', async () => {
    const response = await fetch(`${url}/`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, html]);
    const page = await response.text();
    expect(page).toContain(`<h1>Cartulary ${packageJson.version}</h1>`);
    expect(page).toContain(`curl -u USER:PASSWORD '${url}/api/v1/path/'`);
    expect(page).not.toContain('TopSecret');
    expect(page).not.toMatch(/Administrator/i);
  });

  test('links to public pages', async () => {
    const page = await (await fetch(`${url}/`)).text();
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link as string);
    expect(links).toContain('api/v1/openapi.json');
    for (const link of links) {
      expect([link, (await fetch(new URL(link, `${url}/`))).status]).toEqual([link, 200]);
    }
  });

  test('lets no script run and no site frame it', async () => {
    const response = await fetch(`${url}/`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).not.toMatch(/<script|\son\w+=/i);
  });

  test('has a sheet that its policy allows by the digest, and offers the web application first', async () => {
    for (const path of ['/', '/login.jsp']) {
      const response = await fetch(`${url}${path}`);
      const page = await response.text();
      const [, sheet = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
      const digest = createHash('sha256').update(sheet).digest('base64');
      const policy = response.headers.get('content-security-policy');
      expect([path, policy]).toEqual([path, expect.stringContaining(`'sha256-${digest}'`)]);
      expect(policy).not.toContain('unsafe-inline');
      expect(sheet).toContain('prefers-color-scheme: dark');
      expect(page).not.toMatch(/style=/);
    }
    const page = await (await fetch(`${url}/`)).text();
    const [, first] = /<a [^>]*href="([^"]*)"/.exec(page) ?? [];
    expect(first).toBe('app/');
  });

  test('answers HEAD with the headers alone', async () => {
    const [head, get] = [await fetch(`${url}/`, { method: 'HEAD' }), await fetch(`${url}/`)];
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('is where the same without a slash leads', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${url}?a=b`, { method, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, '/nuxeo/']);
    }
    expect((await fetch(url)).headers.get('content-type')).toBe(html);
    const post = await fetch(`${url}/`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('shows nothing of what a client says of itself', async () => {
    const { text } = await app.request('GET /', {
      user: null,
      headers: { 'nuxeo-virtual-host': 'http://x/"><img>&lt;', 'x-forwarded-host': '<img>' },
    });
    expect(text).not.toContain('<img');
  });
});

test('a server without a context path has its page at the root', async () => {
  const app = await startTestApp('sqlite', { contextPath: '' });
  try {
    const { status, headers } = await app.request('GET /', { user: null });
    expect([status, headers['content-type']]).toEqual([200, html]);
  } finally {
    await app.close();
  }
});
