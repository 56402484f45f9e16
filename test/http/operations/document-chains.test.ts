import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { type Place, preparePlace } from '../../support/operation-cases.ts';

const chain = (id: string, ...steps: [string, object?][]) => ({
  id,
  steps: steps.map(([operation, params = {}]) => ({ operation, params })),
});

const unsavedTitle = { properties: 'dc:title=unsaved', save: false };

const chains = [
  chain('UpdateOnly', ['Document.Update', unsavedTitle]),
  chain('UpdateThenSave', ['Document.Update', unsavedTitle], ['Document.Save']),
  chain(
    'UpdateTwiceThenSave',
    ['Document.Update', unsavedTitle],
    ['Document.Update', { properties: 'dc:source=too', save: 'false' }],
    ['Context.FetchDocument'],
    ['Document.Save'],
  ),
  chain('UpdateThenReload', ['Document.Update', unsavedTitle], ['Document.Reload']),
  chain(
    'UpdateThenCheckIn',
    ['Document.Update', unsavedTitle],
    ['Document.CheckIn', { version: 'major' }],
  ),
  chain('UpdateThenCheckOut', ['Document.Update', unsavedTitle], ['Document.CheckOut']),
  chain(
    'MarkThenSave',
    ['Document.CreateVersion', { increment: 'Major', saveDocument: false }],
    ['Document.Update', unsavedTitle],
    ['Document.Save'],
  ),
  chain(
    'CheckInThenFetch',
    ['Document.CheckIn', { version: 'minor', versionVarName: 'value' }],
    ['Repository.GetDocument'],
  ),
  chain(
    'SaveWithToken',
    ['Document.Update', { ...unsavedTitle, changeToken: '0-99' }],
    ['Document.Save'],
  ),
  chain('SaveSession', ['Document.Update', { properties: 'dc:title=a' }], ['Document.SaveSession']),
  chain(
    'CreateThenFail',
    ['Document.Create', { type: 'Folder', name: 'half done' }],
    ['Document.CheckIn', { version: 'minor' }],
  ),
];

describe.each(engines)('chains of document operations on %s', (engine) => {
  let app: TestApp;
  let place: Place;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'chains.json');
    await writeFile(path, JSON.stringify({ chains }));
    app = await startTestApp(engine, { operationFiles: [path] });
    await createUser(app, 'bob');
    place = await preparePlace(app, 'chains');
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
    await folder.remove();
  });

  const stored = async (uid: string) => (await app.request(`GET /api/v1/id/${uid}`)).json;
  const run = async (id: string, input: unknown) => {
    const response = await place.call(id, { input, headers: { 'fetch.document': 'versionLabel' } });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };

  test.each([
    ['UpdateOnly', 'unsaved', 'kept'],
    ['UpdateThenSave', 'unsaved', 'unsaved'],
    ['UpdateTwiceThenSave', 'unsaved', 'unsaved'],
    ['UpdateThenReload', 'kept', 'kept'],
    ['UpdateThenCheckIn', 'unsaved', 'unsaved'],
    ['UpdateThenCheckOut', 'unsaved', 'unsaved'],
  ])('%s returns the title %s and stores %s', async (id, answered, kept) => {
    const { uid } = await place.create(`in ${id}`);
    await place.call('Document.Update', { input: uid, params: { properties: 'dc:title=kept' } });
    expect((await run(id, uid)).title).toBe(answered);
    expect((await stored(uid)).title).toBe(kept);
  });

  test('changes of several updates are stored together', async () => {
    const { uid } = await place.create('several');
    const { properties } = await run('UpdateTwiceThenSave', uid);
    expect([properties['dc:title'], properties['dc:source']]).toEqual(['unsaved', 'too']);
  });

  test('a version asked for without saving is made by the next save', async () => {
    const { uid } = await place.create('marked');
    const live = await run('MarkThenSave', uid);
    expect(live).toMatchObject({ uid, isVersion: false, versionLabel: '1.0', title: 'unsaved' });
    const { entries } = await run('Document.GetVersions', uid);
    expect(entries.map(({ title }: { title: string }) => title)).toEqual(['unsaved']);
  });

  test('the version of a check-in is found in the variable that was named', async () => {
    const { uid } = await place.create('in variable');
    const made = await run('CheckInThenFetch', uid);
    expect(made).toMatchObject({ isVersion: true, versionableId: uid });
    expect((await run('CheckInThenFetch', uid)).uid).toBe(made.uid);
  });

  test('a change token given to an update counts when it is saved', async () => {
    const { uid } = await place.create('token');
    expect((await place.call('SaveWithToken', { input: uid })).status).toBe(409);
    expect((await stored(uid)).title).toBe('token');
  });

  test('saving the session lets the document through', async () => {
    const { uid } = await place.create('session');
    expect(await run('SaveSession', uid)).toMatchObject({ uid, title: 'a' });
    const alone = await place.call('Repository.SaveSession');
    expect([alone.status, alone.text]).toEqual([204, '']);
    expect((await run('Repository.SaveSession', `doc:${uid}`)).uid).toBe(uid);
  });

  test('what a chain created is gone when a later step fails', async () => {
    const parent = await place.create('chain parent', { type: 'Folder' });
    const failed = await place.call('CreateThenFail', { input: parent.uid });
    expect([failed.status, failed.json.message]).toEqual([
      400,
      expect.stringContaining('type=Folder'),
    ]);
    const { entries } = await run('Document.GetChildren', parent.uid);
    expect(entries).toEqual([]);
  });
});
