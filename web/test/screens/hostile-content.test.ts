import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDocument, addFile, addFolder, change } from '../previews/stored-files.ts';
import { runOperation } from '../support/prepared.ts';
import { describeWeb, type Stage } from '../support/stage.ts';

/** Marks every window that it can reach, and asks the server with the session of the reader. */
const attack = `
  for (const each of [window, window.parent, window.top]) { try { each.attacked = true } catch {} }
  fetch('/nuxeo/api/v1/me?attacked', { credentials: 'include' });
`;
/** In a text: an element whose script would run if the text was taken for HTML. */
const element = '<img src="x" onerror="top.attacked = true">';

const files = [
  {
    name: 'page.html',
    type: 'text/html',
    content: `<!doctype html><p>zebra</p><script>${attack}</script>${element}`,
  },
  {
    name: 'drawing.svg',
    type: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><script>${attack}</script><rect width="200" height="100" onload="top.attacked = true"/></svg>`,
  },
  {
    name: 'page.xhtml',
    type: 'application/xhtml+xml',
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${attack}</script></body></html>`,
  },
  // Not what it is said to be: a browser must not look for itself.
  { name: 'photo.png', type: 'image/png', content: `<html><script>${attack}</script></html>` },
  { name: 'letter.txt', type: 'text/plain', content: `<html><script>${attack}</script></html>` },
];

/** Every address under which the server gives out a file of a document, also those that ask to show it. */
const addresses = (uid: string, name: string): readonly string[] => [
  `nxfile/default/${uid}/file:content/${name}`,
  `nxfile/default/${uid}/file:content/${name}?inline=true`,
  `nxfile/default/${uid}/files:files/0/file/${name}?inline=true`,
  `api/v1/id/${uid}/@blob/file:content`,
  `api/v1/id/${uid}/@blob/file:content?inline=true`,
  `api/v1/id/${uid}/@blob/files:files/0/file?inline=true`,
  `api/v1/id/${uid}/@preview`,
  `api/v1/id/${uid}/@preview/image`,
  `api/v1/id/${uid}/@rendition/thumbnail?inline=true`,
];

interface Watched {
  readonly page: Page;
  /** Expects that nothing of the content has run. */
  check(what: string): Promise<void>;
}

async function watched(stage: Stage, path: string): Promise<Watched> {
  const page = await stage.open(path);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('attacked')) asked.push(request.url());
  });
  return {
    page,
    async check(what) {
      const marks = await Promise.all(
        page.frames().map((frame) => frame.evaluate('window.attacked').catch(() => undefined)),
      );
      expect([what, marks.filter(Boolean), asked]).toEqual([what, [], []]);
    },
  };
}

/** Shows it, or takes it as a download. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url).catch((error: Error) => {
    if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error;
  });
}

describeWeb('what others have written', (stage) => {
  const uids = new Map<string, string>();
  beforeAll(async () => {
    await addFolder(stage.app, 'hostile');
    for (const file of files) {
      const title = `${file.name} ${element}`;
      const uid = await addFile(stage.app, '/hostile', { ...file, title });
      const { json } = await stage.app.request(`GET /api/v1/id/${uid}`, {
        headers: { properties: 'file' },
      });
      const attached = { file: json.properties['file:content'] };
      await change(stage.app, uid, { 'files:files': [attached], 'dc:description': element });
      uids.set(file.name, uid);
    }
  });
  const uidOf = (name: string): string => uids.get(name) ?? '';

  test('never runs at an address of a file, of a version, or of what is made of it', async () => {
    const html = uidOf('page.html');
    await runOperation(stage, 'Document.CheckIn', { input: html, params: { version: 'minor' } });
    const path = `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent('SELECT * FROM File WHERE ecm:isVersion = 1')}`;
    const { json } = await stage.app.request(path);
    const { page, check } = await watched(stage, 'icon.svg');
    const all = files.flatMap(({ name }) => addresses(uidOf(name), name));
    for (const address of [...all, ...addresses(json.entries[0].uid, 'page.html')]) {
      await visit(page, `${stage.url}/${address}`);
      await check(address);
    }
  });

  test('is text in titles, names and descriptions on every screen', async () => {
    const uid = uidOf('page.html');
    await runOperation(stage, 'Document.AddToFavorites', { input: uid });
    const comment = { 'entity-type': 'comment', text: `A comment ${element}` };
    await stage.app.request(`POST /api/v1/id/${uid}/@comment`, { body: comment });
    const trashed = await addDocument(stage.app, '/hostile', {
      type: 'File',
      name: `trashed ${element}`,
      properties: { 'dc:title': `trashed ${element}` },
    });
    await runOperation(stage, 'Document.Trash', { input: trashed });
    const { page, check } = await watched(stage, 'profile');
    for (const path of [
      'browse/hostile',
      'browse/hostile?view=grid',
      `document/${uid}?tab=summary`,
      `document/${uid}?tab=edit`,
      `document/${uid}?tab=attachments`,
      `document/${uid}?tab=history`,
      `document/${uid}?tab=comments`,
      'search?q=zebra',
      `search?mode=nxql&query=${encodeURIComponent('SELECT * FROM File')}`,
      'favorites',
      'trash',
    ]) {
      await page.evaluate(
        `history.pushState({}, '', ${JSON.stringify(`${stage.url}/app/${path}`)})`,
      );
      await page.getByRole('main').getByText(element).first().waitFor();
      await check(path);
    }
  });

  test('never runs in the quick look, as a picture of a list, or in a note', async () => {
    const { page, check } = await watched(stage, 'browse/hostile?view=grid');
    await page.getByRole('main').getByText(element).first().waitFor();
    await check('pictures of the list');
    await page.goto(`${stage.url}/app/browse/hostile?preview=${uidOf('page.html')}`);
    await page.frameLocator('iframe').getByText('zebra').waitFor();
    await check('the quick look');
    for (const [type, text] of [
      ['text/html', `<p>quagga</p><script>${attack}</script>${element}`],
      ['text/markdown', `quagga ${element} [press](javascript:top.attacked=true)`],
      ['text/xml', `<p>quagga<script>${attack}</script></p>`],
    ] as const) {
      const note = await addDocument(stage.app, '/hostile', {
        type: 'Note',
        name: 'note',
        properties: { 'dc:title': 'Note', 'note:note': text, 'note:mime_type': type },
      });
      await page.goto(`${stage.url}/app/document/${note}`);
      await expect
        .poll(async () => (await Promise.all(page.frames().map((each) => each.content()))).join())
        .toContain('quagga');
      await check(`a note of ${type}`);
      await visit(page, `${stage.url}/api/v1/id/${note}/@preview`);
      await check(`the page of a note of ${type}`);
      await visit(page, `${stage.url}/api/v1/id/${note}/@blob/note:note?inline=true`);
      await check(`the text of a note of ${type}`);
    }
  });
});
