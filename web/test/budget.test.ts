import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createDocument } from '../../test/support/documents.ts';
import { describeWeb } from './support/stage.ts';

const built = resolve(import.meta.dirname, '../../dist/web');

/** Of what a browser loads before it shows the first listing, compressed with brotli by the build. */
const scriptBytesMax = 200_000;
const styleBytesMax = 25_000;

/** Browsers take brotli from encrypted connections only, which tests do not have. */
async function compressedSize({ pathname }: URL): Promise<number> {
  const path = join(built, pathname.slice(pathname.indexOf('/app/') + '/app/'.length));
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}

describeWeb('the first load', (stage) => {
  test('takes at most 200 kB of script and 25 kB of style sheets, compressed by the build', async () => {
    const page = await stage.open('browse/default-domain');
    const marks = () => page.evaluate(`performance.getEntriesByName('listing').length`);
    await expect.poll(marks).toBeGreaterThan(0);
    const names = (await page.evaluate(`
      performance.getEntriesByType('resource')
        .filter(({ startTime }) => startTime < performance.getEntriesByName('listing')[0].startTime)
        .map(({ name }) => name)`)) as readonly string[];
    const bytesOf = async (suffix: string): Promise<number> => {
      const found = new Set(names.filter((name) => name.endsWith(suffix)));
      const sizes = await Promise.all([...found].map((name) => compressedSize(new URL(name))));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const scriptBytes = await bytesOf('.js');
    expect(scriptBytes).toBeGreaterThan(50_000);
    expect(scriptBytes).toBeLessThanOrEqual(scriptBytesMax);
    expect(await bytesOf('.css')).toBeLessThanOrEqual(styleBytesMax);
  });

  test('asks for the session and for what is shown first at the same time', async () => {
    const properties = { 'dc:title': 'plans' };
    await createDocument(stage.app, { name: 'plans', type: 'Workspace', properties });
    const page = await stage.open('icon.svg');
    const asked: string[] = [];
    const gate = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/(?:me|path|id|search)/, async (route) => {
      asked.push(new URL(route.request().url()).pathname.split('/api/v1/')[1] ?? '');
      await gate.promise;
      await route.continue();
    });
    for (const [place, together] of [
      ['browse/default-domain', ['me', 'path/default-domain', 'path/default-domain/@children']],
      ['browse/', ['me', 'path', 'path/@children']],
      // The place where the user begins comes with all that its screen shows of it.
      ['', ['me', 'search/lang/NXQL/execute']],
    ] as const) {
      asked.length = 0;
      await page.goto(`${stage.url}/app/${place}`, { waitUntil: 'commit' });
      await expect
        .poll(() => asked.map((each) => each.replace(/\/$/, '')).toSorted())
        .toEqual(together);
    }
    gate.resolve();
    await page.getByRole('grid').getByRole('row', { name: 'plans' }).waitFor();
    expect(asked.filter((each) => each.includes('@children'))).toHaveLength(1);
    expect(asked[2]).toContain('@children');
  });

  test('has files that browsers keep by their names, and a page that they ask for again', async () => {
    const page = await stage.app.request('GET /app/browse/a/b', { user: null });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(page.text).toContain('<base href="/nuxeo/app/"');
    const [, script = ''] = /src="\.\/(assets\/first-listing-[^"]+\.js)"/.exec(page.text) ?? [];
    const file = await stage.app.request(`GET /app/${script}`, {
      user: null,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const missing = await stage.app.request('GET /app/assets/gone-0a1b2c3d.js', { user: null });
    expect(missing.status).toBe(404);
  });
});
