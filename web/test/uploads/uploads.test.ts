import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createDocument, createUser } from '../../../test/support/documents.ts';
import { dragFiles, dropFiles } from '../support/drop-files.ts';
import { describeWeb, expectAccessible, expectNoSidewaysScroll } from '../support/stage.ts';
import {
  chooseFiles,
  documentsBelow,
  filesOnDisk,
  newFolder,
  panelOf,
  rowOf,
  sha256,
} from './uploading.ts';

interface Version {
  readonly properties: { readonly 'file:content': { readonly digest: string } };
}

/** The next request to that address is executed, but the browser never gets the answer. */
async function loseAnswer(page: Page, urlPattern: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.once('Fetch.requestPaused', async ({ requestId }) => {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
    await session.detach();
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
}

const focusedName = 'document.activeElement?.ariaLabel ?? document.activeElement?.textContent';

describeWeb('uploads', (stage) => {
  test('a chosen file becomes a document, whose list is read again; undo moves it to the trash', async () => {
    const { uid, place } = await newFolder(stage, 'one');
    const at = await filesOnDisk({ 'a 100% #1.pdf': 'one' });
    const page = await stage.open(place);
    await chooseFiles(page, 'Upload files', at('a 100% #1.pdf'));
    await panelOf(page).getByRole('heading', { name: '1 item uploaded' }).waitFor();
    expect(await documentsBelow(stage, uid)).toMatchObject([
      { title: 'a 100% #1.pdf', type: 'File', digest: sha256('one') },
    ]);
    await page.getByRole('status').getByText('The upload has ended.').waitFor();
    await page.getByRole('button', { name: 'Show the uploads' }).click();
    await expectAccessible(page);
    await rowOf(page, 'a 100% #1.pdf').getByRole('link').click();
    await page.getByRole('heading', { name: 'a 100% #1.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Undo: move 1 document to the trash' }).click();
    await page.getByText('1 document was moved to the trash.').waitFor();
    await panelOf(page).waitFor({ state: 'hidden' });
    expect(await documentsBelow(stage, uid)).toEqual([]);
  });

  test('a dropped tree keeps its folders, empty ones and names of any letters included', async () => {
    const { uid, place } = await newFolder(stage, 'tree');
    const names = ['50 % off.txt', 'C# notes.txt', 'Übergröße.pdf', 'a+b & c?.pdf', '🦊 fox.pdf'];
    const folders = ['Pläne 100%/#1', 'Pläne 100%/#1/🌲 tree', 'Pläne 100%', 'Pläne 100%/d'];
    const files = folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
    const at = await filesOnDisk({
      ...Object.fromEntries(files.map((path) => [path, `content of ${path}`])),
      'Pläne 100%/nothing/': '',
      'beside.pdf': 'beside',
    });
    const page = await stage.open(place);
    await page.getByRole('button', { name: 'Upload a folder' }).waitFor();
    await dropFiles(page, page.getByRole('main'), [at('Pläne 100%'), at('beside.pdf')]);
    await panelOf(page).getByRole('heading', { name: '22 items uploaded' }).waitFor();
    const documents = await documentsBelow(stage, uid);
    const titles = new Map(documents.map((each) => [each.path, each.title]));
    const pathOf = (path: string): string => {
      const parts = path.split('/').slice(4);
      const above = parts.map((_, index) =>
        path
          .split('/')
          .slice(0, 5 + index)
          .join('/'),
      );
      return above.map((each) => titles.get(each)).join('/');
    };
    expect(documents.map(({ path }) => pathOf(path)).toSorted()).toEqual(
      [...files, ...folders, 'Pläne 100%/nothing', 'beside.pdf'].toSorted(),
    );
    // Once more into the same folders: nothing is made twice.
    await dropFiles(page, page.getByRole('main'), [at('Pläne 100%')]);
    await page.getByRole('alertdialog').getByText('For the remaining', { exact: false }).click();
    await page.getByRole('button', { name: 'Skip' }).click();
    await panelOf(page).getByRole('heading', { name: '43 items uploaded' }).waitFor();
    expect(await documentsBelow(stage, uid)).toHaveLength(documents.length);
  });

  test('of more than a hundred files and folders dropped together nothing is left out in silence', async () => {
    const { uid, place } = await newFolder(stage, 'many');
    const files = Array.from(
      { length: 110 },
      (_, index) => `${String(index).padStart(3, '0')}.txt`,
    );
    const inFolders = ['Plans/a+b & c?.pdf', 'Project 1.2/notes', 'Folder.old/lost.txt'];
    const at = await filesOnDisk(
      Object.fromEntries([...files, ...inFolders].map((path) => [path, path])),
    );
    const page = await stage.open(place);
    await page.getByRole('button', { name: 'Upload a folder' }).waitFor();
    const dropped = [...files, 'Plans', 'Project 1.2', 'Folder.old'];
    await dropFiles(page, page.getByRole('main'), dropped.map(at));
    const remedy = 'This is a folder with a name like that of a file. Drop it again, by itself.';
    await rowOf(page, 'Folder.old').getByText(remedy).waitFor();
    const have = async () =>
      (await documentsBelow(stage, uid)).map(({ title }) => title).toSorted();
    const made = [...files, 'Plans', 'a+b & c?.pdf', 'Project 1.2', 'notes'];
    await expect.poll(have).toEqual(made.toSorted());
    await dropFiles(page, page.getByRole('main'), [at('Folder.old')]);
    await expect.poll(have).toEqual([...made, 'Folder.old', 'lost.txt'].toSorted());
  });

  async function contentsOfVersions(uid: string | undefined): Promise<readonly string[]> {
    const query = `SELECT * FROM Document WHERE ecm:isVersion = 1
      AND ecm:versionVersionableId = '${uid}'`;
    const { json } = await stage.app.request(
      `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`,
      { headers: { properties: 'file' } },
    );
    return json.entries
      .map(({ properties }: Version) => properties['file:content'].digest)
      .toSorted();
  }

  test('taken names are asked for once: keep both, new version, skip, for all that remain', async () => {
    const { uid, place } = await newFolder(stage, 'names');
    const page = await stage.open(place);
    const old = await filesOnDisk({ 'a.pdf': 'a', 'b.pdf': 'b', 'c.txt': 'c' });
    await chooseFiles(page, 'Upload files', [old('a.pdf'), old('b.pdf'), old('c.txt')]);
    await panelOf(page).getByRole('heading', { name: '3 items uploaded' }).waitFor();
    const at = await filesOnDisk({ 'a.pdf': 'a2', 'b.pdf': 'b2', 'c.txt': 'c2', 'd.pdf': 'd' });
    await chooseFiles(page, 'Upload files', ['a.pdf', 'b.pdf', 'c.txt', 'd.pdf'].map(at));
    const question = page.getByRole('alertdialog', { name: 'This name is taken' });
    await question.getByText('“a.pdf” is already in “names”.').waitFor();
    await question.getByText('For the remaining 2, too').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep both' }).click();
    await question.getByText('“b.pdf” is already in “names”.').waitFor();
    await question.getByText('For the remaining 1, too').click();
    await question.getByRole('button', { name: 'New version' }).click();
    await panelOf(page).getByRole('heading', { name: '7 items uploaded' }).waitFor();
    const documents = await documentsBelow(stage, uid);
    expect(documents.map(({ title }) => title).toSorted()).toEqual(
      ['a (2).pdf', 'a.pdf', 'b.pdf', 'c.txt', 'd.pdf'].toSorted(),
    );
    const contents = Object.fromEntries(documents.map(({ title, digest }) => [title, digest]));
    expect(contents).toMatchObject({
      'a.pdf': sha256('a'),
      'a (2).pdf': sha256('a2'),
      'b.pdf': sha256('b2'),
    });
    const b = documents.find(({ title }) => title === 'b.pdf');
    expect(await contentsOfVersions(b?.uid)).toEqual([sha256('b'), sha256('b2')].toSorted());
    const c = documents.find(({ title }) => title === 'c.txt');
    const note = await stage.app.request(`GET /api/v1/id/${c?.uid}`, {
      headers: { properties: 'note' },
    });
    expect(note.json.properties['note:note']).toBe('c2');
  });

  test('without the permission nothing is offered, and a drop is refused before anything is sent', async () => {
    const { uid, place } = await newFolder(stage, 'closed');
    await createUser(stage.app, 'reader');
    await stage.app.request(`POST /api/v1/id/${uid}/@op/Document.AddPermission`, {
      body: { params: { permission: 'Read', username: 'reader' } },
    });
    const at = await filesOnDisk({ 'a.pdf': 'a' });
    const page = await stage.open(place, { user: 'reader' });
    await page.getByRole('heading', { name: 'closed' }).waitFor();
    expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    const address = page.url();
    const drop = await dragFiles(page, page.getByRole('main'), [at('a.pdf')]);
    const refusal = page.getByText('You may not add documents to “closed”');
    await refusal.waitFor();
    await drop();
    await refusal.waitFor({ state: 'detached' });
    // A browser opens files that are dropped beside what takes them.
    await dropFiles(page, page.getByRole('banner'), [at('a.pdf')]);
    await page.getByRole('heading', { name: 'closed' }).waitFor();
    expect(page.url()).toBe(address);
    expect(await panelOf(page).count()).toBe(0);
    expect(await documentsBelow(stage, uid)).toEqual([]);
  });

  test('a refusal of the server is shown with the request, and can be tried again', async () => {
    const { uid, place } = await newFolder(stage, 'gone');
    const at = await filesOnDisk({ 'a.pdf': 'a' });
    const page = await stage.open(place);
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
    await stage.app.request(`POST /api/v1/id/${uid}/@op/Document.Trash`, { body: {} });
    await stage.app.request(`DELETE /api/v1/id/${uid}`);
    await dropFiles(page, page.getByRole('main'), [at('a.pdf')]);
    const row = rowOf(page, 'a.pdf');
    await row.getByText('This is not there, or you may not see it.').waitFor();
    await row.getByText(/Request \S+/).waitFor();
    await expectAccessible(page);
    const again = page.waitForResponse((response) => response.url().includes(uid));
    await row.getByRole('button', { name: 'Retry a.pdf' }).click();
    expect((await again).status()).toBe(404);
    await row.getByRole('button', { name: 'Retry a.pdf' }).waitFor();
    await row.getByRole('button', { name: 'Cancel a.pdf' }).click();
    await panelOf(page).waitFor({ state: 'hidden' });
  });

  test('small files become documents together; where that is refused or the answer is lost, each of them once', async () => {
    const { uid, place } = await newFolder(stage, 'together');
    const names = ['a.pdf', 'b.pdf', 'c "quoted" 100%.pdf', 'd.txt'];
    const at = await filesOnDisk(Object.fromEntries(names.map((name) => [name, name])));
    const page = await stage.open(place);
    let imports = 0;
    await page.route('**/FileManager.Import', (route) => {
      imports += 1;
      return route.continue();
    });
    const folderOf = async (name: string): Promise<string> => {
      const made = await createDocument(stage.app, { parent: uid, name, type: 'Folder' });
      await page.goto(`${stage.url}/app/${place}/${name}`);
      await page.getByRole('button', { name: 'Upload files' }).waitFor();
      await dropFiles(page, page.getByRole('main'), names.map(at));
      await panelOf(page).getByRole('heading', { name: '4 items uploaded' }).waitFor();
      return made.uid;
    };
    const expectAll = async (folder: string): Promise<void> => {
      const documents = await documentsBelow(stage, folder);
      expect(documents.map(({ title }) => title).toSorted()).toEqual(names);
    };
    await expectAll(await folderOf('usual'));
    // Names that browsers write in their own ways go by themselves.
    expect(imports).toBe(2);
    const refusal = { status: 400, json: { status: 400, message: 'refused' } };
    await page.route('**/FileManager.Import', (route) => route.fulfill(refusal), { times: 1 });
    await expectAll(await folderOf('refused'));
    await page.unrouteAll();
    await loseAnswer(page, '*/FileManager.Import');
    await expectAll(await folderOf('lost'));
  });

  test('a pasted screenshot is uploaded with a dated name', async () => {
    const { uid, place } = await newFolder(stage, 'pasted');
    const page = await stage.open(place);
    await page.getByRole('heading', { name: 'pasted' }).waitFor();
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    })()`);
    await panelOf(page).getByRole('heading', { name: '1 item uploaded' }).waitFor();
    const [picture] = await documentsBelow(stage, uid);
    expect(picture?.type).toBe('Picture');
    expect(picture?.title).toMatch(/^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  });

  test('by keyboard alone, in a narrow dark window in French', async () => {
    const { uid, place } = await newFolder(stage, 'keyboard');
    const at = await filesOnDisk({ 'a.pdf': 'a' });
    const page = await stage.open(place, {
      context: { locale: 'fr-FR', colorScheme: 'dark', viewport: { width: 360, height: 640 } },
    });
    const tabTo = async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name });
      await button.waitFor();
      for (let steps = 0; steps < 40; steps += 1) {
        if ((await page.evaluate(focusedName)) === name) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} cannot be reached by keyboard`);
    };
    const chooser = page.waitForEvent('filechooser');
    // One stop of the tab key for all that can be added; the arrow keys go through it.
    await tabTo('Nouveau');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(focusedName)).toBe('Envoyer des fichiers');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(at('a.pdf'));
    await page.getByRole('heading', { name: '1 élément envoyé' }).waitFor();
    await tabTo('Afficher les envois');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Envois' })
      .getByRole('link', { name: 'a.pdf' })
      .waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(await documentsBelow(stage, uid)).toHaveLength(1);
    await tabTo('Fermer la liste des envois');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Envois' }).waitFor({ state: 'hidden' });
  });
});
