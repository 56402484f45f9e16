import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findProgram } from '../../../src/conversion/external-program.ts';
import { ffmpeg, mediaFile, movingPicture, tone } from '../../../test/support/media-files.ts';
import { openableWordFile, wordType } from '../../../test/support/office-files.ts';
import { pdfFile } from '../../../test/support/pdf-files.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import { addDocument, addFile, addFolder } from './stored-files.ts';

const soffice = await findProgram('soffice');
if (!soffice) process.stdout.write('skipped: previews of office files: soffice is not installed\n');
if (!ffmpeg)
  process.stdout.write('skipped: previews of videos and sounds: ffmpeg is not installed\n');

/** Sets a mark in every window that it can reach, and asks the server with the session of the reader. */
const attack = `
  for (const each of [window, window.parent, window.top]) { try { each.attacked = true } catch {} }
  fetch('/nuxeo/api/v1/me?attacked', { credentials: 'include' });
`;

describeWeb('previews', (stage) => {
  test('PDF: pages, text to find and select, size; only what is near is drawn', async () => {
    await addFolder(stage.app, 'pdf');
    const content = await pdfFile({ pages: 40 });
    const uid = await addFile(stage.app, '/pdf', {
      name: 'plan.pdf',
      type: 'application/pdf',
      content,
    });
    const page = await stage.open(`document/${uid}`);
    await page.getByText('Alpha 1', { exact: true }).waitFor();
    expect(await page.locator('canvas').count()).toBeLessThan(15);
    // The file has no font: that of the application is used, whatever fonts the device has.
    expect(
      await page.evaluate(
        `performance.getEntriesByType('resource').some(({ name }) => /LiberationSans-Regular/.test(name))`,
      ),
    ).toBe(true);
    await expectAccessible(page);
    // From anywhere in the document: the field of the viewer and not that of the browser.
    await page.getByRole('document', { name: 'plan.pdf' }).focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Alpha 33');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1').waitFor();
    await page.getByText('Alpha 33', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('33');
    await page.getByRole('textbox', { name: 'Page' }).fill('7');
    await page.keyboard.press('Enter');
    await page.getByText('Alpha 7', { exact: true }).waitFor();
    const size = page.getByText(/^\d+ %$/);
    const before = await size.textContent();
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(() => size.textContent()).not.toBe(before);
  });

  test('a protected PDF asks for its password; damaged and empty ones can be downloaded', async () => {
    await addFolder(stage.app, 'odd');
    const secret = await PDFDocument.load(await pdfFile({ label: 'Secret' }));
    await secret.encrypt({ userPassword: 'open sesame', ownerPassword: 'owner' });
    const closed = await addFile(stage.app, '/odd', {
      name: 'closed.pdf',
      type: 'application/pdf',
      content: await secret.save({ useObjectStreams: false }),
    });
    const uid = await addFile(stage.app, '/odd', {
      name: 'broken.pdf',
      type: 'application/pdf',
      content: '%PDF-1.4 nothing else',
    });
    const page = await stage.open(`document/${closed}`);
    await page.getByLabel('Password of the file').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the password of the file.').waitFor();
    await page.getByLabel('Password of the file').fill('open sesame');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Secret 1', { exact: true }).waitFor();
    await page.goto(`${stage.url}/app/document/${uid}`);
    await page.getByText('This file cannot be shown').waitFor();
    await page.getByText('The file may be damaged.', { exact: false }).waitFor();
    await page.getByText('Download', { exact: true }).waitFor();
    const empty = { name: 'empty.pdf', type: 'application/pdf', content: '' };
    await page.goto(`${stage.url}/app/document/${await addFile(stage.app, '/odd', empty)}`);
    await page.getByText('There is nothing to preview').waitFor();
    await page.getByText('empty.pdf · application/pdf · 0 bytes').waitFor();
  });

  test('pictures: keys and buttons change their size, arrows move them', async () => {
    await addFolder(stage.app, 'pictures');
    const content = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#1d6b37' },
    })
      .png()
      .toBuffer();
    const uid = await addFile(stage.app, '/pictures', {
      name: 'leaf.png',
      type: 'image/png',
      content,
    });
    const page = await stage.open(`document/${uid}`, { context: { colorScheme: 'dark' } });
    const picture = page.getByRole('img', { name: 'leaf.png' });
    await picture.waitFor();
    await page.getByText('100 %').waitFor();
    await page.getByRole('group', { name: /^Picture/ }).focus();
    await page.keyboard.press('+');
    await page.getByText('149 %').waitFor();
    const before = await picture.getAttribute('style');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => picture.getAttribute('style')).not.toBe(before);
    await page.keyboard.press('0');
    await page.getByText('100 %').waitFor();
    await expectAccessible(page);
  });

  test.skipIf(!ffmpeg)('videos and sounds in the player of the browser', async () => {
    await addFolder(stage.app, 'media');
    const video = await mediaFile({
      ending: 'webm',
      args: [...movingPicture(1), '-c:v', 'libvpx'],
    });
    const sound = await mediaFile({ ending: 'mp3', args: tone(1) });
    const file = { name: 'walk.webm', type: 'video/webm', content: video };
    const videoUid = await addFile(stage.app, '/media', file);
    const soundUid = await addFile(stage.app, '/media', {
      name: 'tone.mp3',
      type: 'audio/mpeg',
      content: sound,
    });
    const odd = await addFile(stage.app, '/media', {
      name: 'odd.webm',
      type: 'video/webm',
      content: 'this is no video',
    });
    const page = await stage.open(`document/${videoUid}`);
    const ready = (tag: string) =>
      expect
        .poll(() => page.evaluate(`document.querySelector('${tag}')?.readyState >= 1`))
        .toBe(true);
    await ready('video');
    await expectAccessible(page);
    await page.goto(`${stage.url}/app/document/${soundUid}`);
    await ready('audio');
    await page.goto(`${stage.url}/app/document/${odd}`);
    await page.getByText('Your browser cannot play this file').waitFor();
  });

  test('texts: the beginning of a large one, also of other codes', async () => {
    await addFolder(stage.app, 'texts');
    const small = await addFile(stage.app, '/texts', {
      name: 'old.txt',
      type: 'text/plain',
      content: Buffer.from('caf\xe9 <b>not bold</b>\nsecond line', 'latin1'),
    });
    const large = await addFile(stage.app, '/texts', {
      name: 'large.log',
      type: 'text/plain',
      content: `begin\n${'0123456789abcde\n'.repeat(80_000)}the end`,
    });
    const page = await stage.open(`document/${small}`);
    await page.getByText('café <b>not bold</b>').waitFor();
    await page.goto(`${stage.url}/app/document/${large}`);
    await page.getByText('Only the first 1 MB of 1.28 MB are shown.', { exact: false }).waitFor();
    await page.getByText('begin').waitFor();
    expect(await page.getByText('the end').count()).toBe(0);
    await expectAccessible(page);
  });

  test('nothing of Markdown, HTML and SVG runs, or asks the server with the session', async () => {
    await addFolder(stage.app, 'hostile');
    const asked: string[] = [];
    const markdown = await addFile(stage.app, '/hostile', {
      name: 'readme.md',
      type: 'text/markdown',
      content: `# Read **me**

<script>${attack}</script>
<img src="/nuxeo/api/v1/me?attacked" onerror="top.attacked = true" alt="a picture">

<a href="javascript:top.attacked = true">press</a> [far](https://example.org/)

<form action="/nuxeo/logout"><button>go</button></form><p style="position:fixed;inset:0">over</p>

| a | b |
| - | - |
| 1 | 2 |
`,
    });
    const page = await stage.open(`document/${markdown}`);
    page.on('request', (request) => {
      if (request.url().includes('attacked')) asked.push(request.url());
    });
    await page.getByRole('heading', { name: 'Read me', level: 2 }).waitFor();
    await page.getByText('press', { exact: true }).click();
    await page.getByRole('cell', { name: '2' }).waitFor();
    expect(await page.getByRole('link', { name: 'far' }).getAttribute('rel')).toContain('noopener');
    expect(await page.getByRole('button', { name: 'go' }).count()).toBe(0);
    expect(await page.getByText('over', { exact: true }).getAttribute('style')).toBe(null);
    await expectAccessible(page);

    const html = await addFile(stage.app, '/hostile', {
      name: 'page.html',
      type: 'text/html',
      content: `<!doctype html><h1>Quarterly report</h1><script>${attack}</script><img src="x" onerror="top.attacked = true">`,
    });
    await page.goto(`${stage.url}/app/document/${html}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Quarterly report' }).waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toMatch(/scripts|same-origin/);

    const svg = await addFile(stage.app, '/hostile', {
      name: 'drawing.svg',
      type: 'image/svg+xml',
      content: `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><script>${attack}</script><rect width="200" height="100" fill="teal" onload="top.attacked = true"/></svg>`,
    });
    await page.goto(`${stage.url}/app/document/${svg}`);
    await page.getByRole('img', { name: 'drawing.svg' }).waitFor();
    await expect
      .poll(() => page.evaluate(`document.querySelector('img[alt="drawing.svg"]').naturalWidth`))
      .toBe(200);
    expect(await page.evaluate('window.attacked')).toBe(undefined);
    expect(asked).toEqual([]);
  });

  test('notes of each kind; tables and archives; what has no preview can be downloaded', async () => {
    await addFolder(stage.app, 'various');
    const note = (type: string, text: string) =>
      addDocument(stage.app, '/various', {
        type: 'Note',
        name: type.replace('/', '-'),
        properties: { 'dc:title': type, 'note:note': text, 'note:mime_type': type },
      });
    const plain = await note('text/plain', 'Just a text');
    const markdown = await note('text/markdown', 'A *word*\n\n- [x] done\n- [ ] open');
    const html = await note(
      'text/html',
      '<p>A <b>paragraph</b></p><script>top.attacked=1</script>',
    );
    const page = await stage.open(`document/${plain}`);
    await page.getByText('Just a text').waitFor();
    await page.goto(`${stage.url}/app/document/${markdown}`);
    await page.getByText('word', { exact: true }).waitFor();
    await page.getByText('☑ done').waitFor();
    await page.getByText('☐ open').waitFor();
    await page.goto(`${stage.url}/app/document/${html}`);
    await page.frameLocator('iframe').getByText('paragraph').waitFor();
    const table = { name: 'list.csv', type: 'text/csv', content: 'name,age\nAnn,31\n' };
    await page.goto(`${stage.url}/app/document/${await addFile(stage.app, '/various', table)}`);
    await page.frameLocator('iframe').getByRole('cell', { name: 'Ann' }).waitFor();
    const unknown = { name: 'data.xyz', type: 'application/x-unheard-of', content: 'abc' };
    await page.goto(`${stage.url}/app/document/${await addFile(stage.app, '/various', unknown)}`);
    await page.getByText('There is no preview of this file').waitFor();
    await page.getByText('data.xyz · application/x-unheard-of · 3 bytes').waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('link', { name: 'Download' }).last().click(),
    ]);
    expect(download.suggestedFilename()).toBe('data.xyz');
  });

  test.skipIf(!soffice)('office files as PDF; while it is made it can be given up', async () => {
    await addFolder(stage.app, 'office');
    const uid = await addFile(stage.app, '/office', {
      name: 'contract.docx',
      type: wordType,
      content: await openableWordFile('The lease begins in May'),
    });
    const page = await stage.open('browse/');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/@preview/pdf*', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${stage.url}/app/document/${uid}`);
    await page.getByText('A PDF of this file is being made.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The preview was given up').waitFor();
    release();
    await page.getByRole('button', { name: 'Try again' }).click();
    // LibreOffice may need long to start while other tests run.
    const made = page.getByRole('document', { name: 'contract.docx' }).getByText('The lease');
    await made.waitFor({ timeout: 100_000 });
  });

  test('in a narrow window nothing is cut off', async () => {
    await addFolder(stage.app, 'narrow');
    const uid = await addFile(stage.app, '/narrow', {
      name: 'a-long-name-of-a-plan-that-does-not-fit.pdf',
      type: 'application/pdf',
      content: await pdfFile({ pages: 2 }),
    });
    const page = await stage.open(`document/${uid}`, {
      context: { viewport: { width: 360, height: 640 }, locale: 'fr-FR' },
    });
    await page.getByText('Alpha 1', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    const pageWidth = async () => (await page.locator('.page').first().boundingBox())?.width ?? 0;
    const narrow = await pageWidth();
    expect(narrow).toBeLessThan(360);
    await page.setViewportSize({ width: 640, height: 360 });
    await expect.poll(pageWidth).toBeGreaterThan(narrow * 1.5);
  });
});
