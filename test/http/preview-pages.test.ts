import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../src/conversion/external-program.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Browser, type BrowserPage, startBrowser } from '../support/browser.ts';
import { createDocument } from '../support/documents.ts';
import { pdfFile } from '../support/office-files.ts';

const program = await findProgram('chromium');
if (program === undefined) process.stdout.write('skipped: previews in a browser: no chromium\n');

describe.runIf(program !== undefined)('a preview in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    base = await app.listen();
    browser = await startBrowser(program ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  async function shown(name: string, type: string, content: Uint8Array): Promise<BrowserPage> {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
      body: Buffer.from(content),
      headers,
    });
    const file = { 'upload-batch': json.batchId, 'upload-fileId': '0' };
    const { uid } = await createDocument(app, { name, properties: { 'file:content': file } });
    const authorization = `Basic ${btoa('Administrator:Administrator')}`;
    return browser.open(`${base}/api/v1/id/${uid}/@preview/`, { authorization });
  }

  test('runs no script of a page, and loads nothing for it', async () => {
    const html = `<title>t</title><body onload="document.title='run'"><p>shown</p>
      <script>document.title='run'</script><svg onload="document.title='run'"></svg>
      <img src="${base}/viewer/x.png" onerror="document.title='run'"><iframe src="${base}/"></iframe>`;
    const page = await shown('hostile.html', 'text/html', Buffer.from(html));
    expect(await page.evaluate('document.body.innerText.trim()')).toBe('shown');
    expect(await page.evaluate('document.title')).toBe('hostile.html');
    expect(page.requested.filter((url) => !url.endsWith('/favicon.ico'))).toHaveLength(1);
  });

  test('runs no script even if it were sent', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><script>parent.document.title='run'</script><rect width="80" height="60" fill="red"/></svg>`;
    const page = await shown('hostile.svg', 'image/svg+xml', Buffer.from(svg));
    expect(await page.evaluate('document.images[0].naturalWidth')).toBe(80);
    expect(await page.evaluate('document.title')).toBe('hostile.svg');
  });

  test('draws the pages of a PDF, and finds words in it', async () => {
    const page = await shown('d.pdf', 'application/pdf', pdfFile('First page', 'A needle'));
    await page.until('document.body.dataset.drawn');
    expect(await page.evaluate("document.getElementById('pages').textContent")).toBe('2');
    const { channels } = await sharp(await page.screenshot())
      .extract({ left: 100, top: 100, width: 700, height: 200 })
      .stats();
    expect(channels[0]?.min).toBeLessThan(128);
    await page.evaluate(
      "document.getElementById('find').value = 'needle'; document.getElementById('find').dispatchEvent(new Event('input'))",
    );
    await page.until("document.getElementById('found').textContent === '1 / 1'");
    await page.until("document.getElementById('page').value === '2'");
  });

  test('says why a file cannot be shown', async () => {
    const page = await shown('b.pdf', 'application/pdf', Buffer.from('no PDF'));
    const text = await page.until<string>("document.getElementById('failure').textContent");
    expect(text).toMatch(/^The file cannot be shown: ./);
  });
});
