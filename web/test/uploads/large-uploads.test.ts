import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dropFiles } from '../support/drop-files.ts';
import { describeWeb, expectAccessible } from '../support/stage.ts';
import {
  chooseFiles,
  contentAddress,
  documentsBelow,
  filesOnDisk,
  newFolder,
  panelOf,
  randomContent,
  rowOf,
  sha256,
  watchChunks,
} from './uploading.ts';

/** Three chunks: 5 MB, 5 MB, 1 MB. */
const content = randomContent(11);
const everyChunk = [0, 1, 2];

function confirmedFirst(page: Page): Promise<unknown> {
  return page.waitForResponse(
    (response) => response.ok() && response.request().headers()['x-upload-chunk-index'] === '0',
  );
}

describeWeb('uploads of large files', (stage) => {
  /** Sends the first chunk of a large file; the others wait. */
  async function sendHalf(title: string, { isDropped = false } = {}) {
    const { uid, place } = await newFolder(stage, title);
    const at = await filesOnDisk({ 'large.bin': content });
    const page = await stage.open(place);
    const chunks = await watchChunks(page);
    const letThrough = chunks.holdFrom(1);
    const half = confirmedFirst(page);
    const button = page.getByRole('button', { name: 'Upload files' });
    await button.waitFor();
    if (isDropped) await dropFiles(page, button, [at('large.bin')]);
    else await chooseFiles(page, 'Upload files', at('large.bin'));
    await half;
    await page.getByRole('button', { name: 'Show the uploads' }).click();
    const row = rowOf(page, 'large.bin');
    await row.getByRole('progressbar', { name: 'Progress of large.bin' }).waitFor();
    return { uid, page, chunks, letThrough, row, path: at('large.bin') };
  }

  async function expectUploaded(page: Page, folder: string, expected = content): Promise<void> {
    await panelOf(page).getByRole('heading', { name: '1 item uploaded' }).waitFor();
    const documents = await documentsBelow(stage, folder);
    expect(documents.map(({ digest }) => digest)).toEqual([sha256(expected)]);
  }

  test('30 MB: where requests are cut or refused, only what is not confirmed is sent again', async () => {
    const large = randomContent(31);
    const { uid, place } = await newFolder(stage, 'cut');
    const at = await filesOnDisk({ 'large.bin': large });
    const page = await stage.open(place);
    const chunks = await watchChunks(page);
    const troubled = new Set<number>();
    chunks.obstacle = async (route, index) => {
      if (index % 2 === 0 || troubled.has(index)) return false;
      troubled.add(index);
      if (index === 1) await route.abort('connectionreset');
      else await route.fulfill({ status: 503, headers: { 'Retry-After': '1' } });
      return true;
    };
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    await dropFiles(page, page.getByRole('main'), [at('large.bin')]);
    await expectUploaded(page, uid, large);
    expect([...troubled]).toEqual([1, 3, 5]);
    expect(chunks.sent).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('paused and resumed, one or all', async () => {
    const { uid, page, chunks, letThrough, row } = await sendHalf('paused');
    await row.getByRole('button', { name: 'Pause large.bin' }).click();
    await row.getByText('Paused').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Resume large.bin' }).click();
    await row.getByText('Uploading').waitFor();
    await page.getByRole('button', { name: 'Pause all' }).click();
    await panelOf(page).getByRole('heading', { name: '1 item is paused' }).waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Resume all' }).click();
    await expectUploaded(page, uid);
    expect(chunks.sent).toEqual(everyChunk);
  });

  test('after a reload of the page the file is chosen again, and the rest of it is sent', async () => {
    const { uid, page, chunks, letThrough, path } = await sendHalf('reloaded');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    letThrough();
    const other = await filesOnDisk({ 'large.bin': 'another one' });
    await page.getByText('1 upload was interrupted.', { exact: false }).waitFor();
    await expectAccessible(page);
    await chooseFiles(page, 'Choose files', other('large.bin'));
    await page
      .getByText('large.bin is not one of the interrupted files', { exact: false })
      .waitFor();
    await chooseFiles(page, 'Choose files', path);
    await expectUploaded(page, uid);
    expect(chunks.sent).toEqual(everyChunk);
    await page.reload();
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    expect(await panelOf(page).count()).toBe(0);
  });

  test('after a reload dropped files go on by themselves, where the browser can read them again', async () => {
    const { uid, page, chunks, letThrough } = await sendHalf('read-again', { isDropped: true });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    letThrough();
    await expectUploaded(page, uid);
    expect(chunks.sent).toEqual(everyChunk);
  });

  test('when the session ends, the upload waits for the next one', async () => {
    const { uid, page, chunks, letThrough } = await sendHalf('no-session');
    await page.context().clearCookies();
    letThrough();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    await page.getByLabel('User name').fill('Administrator');
    await page.getByLabel('Password').fill('Administrator');
    await page.keyboard.press('Enter');
    await expectUploaded(page, uid);
    // Those that were sent without a session are not counted by the server.
    expect(chunks.sent.filter((index) => index === 0)).toHaveLength(1);
  });

  test('what the server has dropped in the meantime is sent again, and the row says so', async () => {
    const { uid, page, letThrough, row } = await sendHalf('dropped');
    await row.getByRole('button', { name: 'Pause large.bin' }).click();
    await row.getByText('Paused').waitFor();
    letThrough();
    await page.route(contentAddress, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const [address = ''] = /.*\/batchId-[^/]+/.exec(route.request().url()) ?? [];
      await page.request.delete(address);
      await route.continue();
    });
    await row.getByRole('button', { name: 'Resume large.bin' }).click();
    await expectUploaded(page, uid);
    await row
      .getByText('The server no longer had what was sent before', { exact: false })
      .waitFor();
  });

  test('cancelled: nothing is made, and the server keeps nothing', async () => {
    const { uid, page, letThrough, row } = await sendHalf('cancelled');
    const dropped = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.status() === 204,
    );
    await row.getByRole('button', { name: 'Cancel large.bin' }).click();
    await panelOf(page).waitFor({ state: 'hidden' });
    const batch = (await dropped).url();
    letThrough();
    expect((await page.request.get(batch)).status()).toBe(404);
    expect(await documentsBelow(stage, uid)).toEqual([]);
  });

  test('signing out asks, and cancels', async () => {
    const { uid, page, letThrough } = await sendHalf('signed-out');
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Account of Administrator' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByText('1 upload is not finished. Signing out cancels it.').waitFor();
    };
    await signOut();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await rowOf(page, 'large.bin').getByText('Uploading').waitFor();
    await signOut();
    await page.getByRole('button', { name: 'Cancel the uploads and sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    letThrough();
    expect(await documentsBelow(stage, uid)).toEqual([]);
  });

  test('of a thousand files few are sent at a time, and few rows are there', async () => {
    const { uid, place } = await newFolder(stage, 'thousand');
    const names = Array.from(
      { length: 1_000 },
      (_, index) => `tiny/${String(index).padStart(4, '0')}.txt`,
    );
    const at = await filesOnDisk(Object.fromEntries(names.map((name) => [name, name])));
    const page = await stage.open(place);
    const gate = Promise.withResolvers<void>();
    let started = 0;
    await page.route('**/FileManager.Import', async (route) => {
      started += 1;
      await gate.promise;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    await dropFiles(page, page.getByRole('main'), [at('tiny')]);
    await panelOf(page).getByRole('heading', { name: 'Uploading 1,000 items' }).waitFor();
    await page.getByRole('button', { name: 'Show the uploads' }).click();
    const rows = panelOf(page).getByRole('listitem');
    await rows.first().hover();
    expect(await rows.count()).toBeLessThan(40);
    await page.mouse.wheel(0, 100_000);
    await panelOf(page).locator('[aria-posinset="1000"]').waitFor();
    expect(await rows.count()).toBeLessThan(40);
    await expect.poll(() => started).toBe(4);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await panelOf(page).waitFor({ state: 'hidden' });
    gate.resolve();
    expect((await documentsBelow(stage, uid)).map(({ title }) => title)).toEqual(['tiny']);
  });
});
