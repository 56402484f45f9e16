import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

interface LogEntry {
  readonly id: number;
  readonly eventId: string;
  readonly category: string;
  readonly comment: string | null;
  readonly docPath: string | null;
  readonly docLifeCycle: string | null;
  readonly principalName: string;
  readonly extended: Readonly<Record<string, unknown>>;
}

/** What a row of the table has to play with: fresh documents of its own. */
interface Stage {
  readonly app: TestApp;
  readonly folder: string;
  readonly section: string;
  readonly file: string;
  run(operation: string, input: string, params?: object): Promise<Reference>;
  request(line: string, options?: TestRequest): Promise<Reference>;
  put(uid: string, properties: object, headers?: Record<string, string>): Promise<void>;
}

interface Reference {
  readonly uid: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** `event name`, where the name is that of the document and `-` stands for none. */
type Told = readonly [string, Partial<LogEntry>?];

interface Row {
  readonly what: string;
  /** Before the entries count. */
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  readonly act: (stage: Stage, prepared: never) => Promise<unknown>;
  readonly told: readonly Told[];
}

const content = { name: 'f.txt', 'mime-type': 'text/plain', content: '0123456789' };
const gone = { comment: 'Document does not exist anymore!' };
const publish = (stage: Stage, params: object = {}) =>
  stage.run('Document.PublishToSection', stage.file, { target: stage.section, ...params });
const checkIn = (stage: Stage, comment?: string) =>
  stage.run('Document.CheckIn', stage.file, { version: 'major', ...(comment && { comment }) });
const lastVersion = (stage: Stage) => stage.run('Document.GetLastVersion', stage.file);
const download = (more: object): Partial<LogEntry> => ({
  comment: 'f.txt',
  extended: {
    blobXPath: 'file:content',
    blobFilename: 'f.txt',
    downloadReason: 'download',
    ...more,
  },
});
const userBody = (username: string, more: object = {}) => ({
  'entity-type': 'user',
  id: username,
  properties: { username, ...more },
});
const groupBody = (groupname: string, more: object = {}) => ({
  'entity-type': 'group',
  groupname,
  ...more,
});
const principal = (id: string): Partial<LogEntry> => ({
  category: 'userGroup',
  extended: { id },
});
const session = (name: string): Partial<LogEntry> => ({
  category: 'NuxeoAuthentication',
  principalName: name,
  extended: {},
});

const rows: readonly Row[] = [
  {
    what: 'a creation',
    act: ({ folder, app }) => createDocument(app, { parent: folder, name: 'made', type: 'Note' }),
    told: [['documentCreated made'], ['documentCheckedIn made', { comment: '0.1' }]],
  },
  {
    what: 'a copy of a tree',
    prepare: ({ app, folder }) =>
      createDocument(app, { parent: folder, name: 't', type: 'Folder' }),
    act: async ({ app, run, folder }, tree: Reference) => {
      await createDocument(app, { parent: tree.uid, name: 'leaf' });
      await run('Document.Copy', tree.uid, { target: folder, name: 'copied' });
    },
    told: [
      ['documentCreated leaf'],
      ['documentDuplicated t'],
      ['documentCreatedByCopy copied'],
      ['documentCreatedByCopy leaf'],
    ],
  },
  {
    what: 'a move',
    act: ({ run, file, section }) => run('Document.Move', file, { target: section }),
    told: [
      [
        'documentMoved file',
        {
          docPath: expect.stringContaining('/section/file'),
          extended: { previousPath: expect.stringContaining('/folder/file') },
        },
      ],
    ],
  },
  {
    what: 'a change of the name',
    act: ({ run, file, folder }) => run('Document.Move', file, { target: folder, name: 'renamed' }),
    told: [
      [
        'documentMoved renamed',
        { extended: { previousPath: expect.stringContaining('/folder/file') } },
      ],
    ],
  },
  {
    what: 'a change with what its author says about it',
    act: ({ put, file }) => put(file, { 'dc:title': 'b' }, { 'Update-Comment': 'because' }),
    told: [['documentModified file', { comment: 'because' }]],
  },
  {
    what: 'no change where nothing changes',
    prepare: ({ put, file }) => put(file, { 'dc:title': 'same' }),
    act: async ({ put, file }) => {
      await put(file, { 'dc:title': 'same' });
      await put(file, {});
    },
    told: [],
  },
  {
    what: 'no change that is refused',
    act: async ({ app, file, folder }) => {
      const body = { 'entity-type': 'document', properties: { 'dc:nothing': 1 } };
      expect((await app.request(`PUT /api/v1/id/${file}`, { body })).status).toBe(400);
      const user = 'ann';
      expect((await app.request(`DELETE /api/v1/id/${folder}`, { user })).status).toBe(403);
    },
    told: [],
  },
  {
    what: 'a permanent removal, with the versions',
    prepare: (stage) => checkIn(stage),
    act: ({ request, file }) => request(`DELETE /api/v1/id/${file}`),
    told: [
      ['versionRemoved file', { ...gone, docPath: expect.stringContaining('/folder/file') }],
      ['documentRemoved file', gone],
    ],
  },
  {
    what: 'the removal of a version',
    prepare: async (stage) => {
      await checkIn(stage);
      const version = await lastVersion(stage);
      await stage.put(stage.file, { 'dc:title': 'later' });
      return version;
    },
    act: ({ request }, version: Reference) => request(`DELETE /api/v1/id/${version.uid}`),
    told: [['versionRemoved file', gone]],
  },
  {
    what: 'the removal of a proxy',
    prepare: (stage) => publish(stage),
    act: ({ request }, proxy: Reference) => request(`DELETE /api/v1/id/${proxy.uid}`),
    told: [['proxyRemoved file', gone]],
  },
  {
    what: 'the trash',
    act: async ({ run, file }) => {
      await run('Document.Trash', file);
      await run('Document.Untrash', file);
    },
    told: [['documentTrashed file'], ['documentUntrashed file']],
  },
  {
    what: 'an emptied trash',
    prepare: ({ run, file }) => run('Document.Trash', file),
    act: ({ run, folder }) => run('Document.EmptyTrash', folder, { parent: folder }),
    told: [['documentRemoved file', gone]],
  },
  {
    what: 'locks',
    act: async ({ run, file }) => {
      await run('Document.Lock', file);
      await run('Document.Unlock', file);
    },
    told: [['documentLocked file'], ['documentUnlocked file']],
  },
  {
    what: 'changes of permissions',
    act: async ({ run, file }) => {
      await run('Document.AddPermission', file, { username: 'ann', permission: 'Read' });
      await run('Document.BlockPermissionInheritance', file);
      await run('Document.RemovePermission', file, { user: 'ann' });
    },
    told: [
      ['documentSecurityUpdated file'],
      ['documentSecurityUpdated file'],
      ['documentSecurityUpdated file'],
    ],
  },
  {
    what: 'a transition in the state that it leads to',
    act: ({ run, file }) => run('Document.FollowLifecycleTransition', file, { value: 'approve' }),
    told: [
      [
        'lifecycle_transition_event file',
        { category: 'eventLifeCycleCategory', docLifeCycle: 'approved' },
      ],
    ],
  },
  {
    what: 'a check-in, and no check-out',
    act: async (stage) => {
      await checkIn(stage, 'agreed');
      await stage.run('Document.CheckOut', stage.file);
    },
    told: [['documentCheckedIn file', { comment: '1.0 agreed' }]],
  },
  {
    what: 'a version that is restored',
    prepare: async (stage) => {
      await checkIn(stage);
      return lastVersion(stage);
    },
    act: ({ run }, version: Reference) =>
      run('Document.RestoreVersion', version.uid, { createVersion: false }),
    told: [['documentRestored file']],
  },
  {
    what: 'a publication',
    act: (stage) => publish(stage),
    told: [
      ['documentCheckedIn file', { comment: '0.1' }],
      ['documentCreated file', { docPath: expect.stringContaining('/section/') }],
      ['documentProxyPublished file', { docPath: expect.stringContaining('/section/') }],
      ['sectionContentPublished section'],
      ['documentPublished file', { docPath: expect.stringContaining('/folder/') }],
      ['documentPublished file', { docPath: expect.stringContaining('/section/') }],
    ],
  },
  {
    what: 'publications that are taken back',
    prepare: (stage) => publish(stage),
    act: ({ run, file }) => run('Document.UnpublishAll', file),
    told: [['proxyRemoved file', gone]],
  },
  {
    what: 'a live proxy',
    act: ({ run, file, section, request }) =>
      request(`GET /api/v1/id/${section}`).then((to) =>
        run('Document.CreateLiveProxy', file, { 'Destination Path': pathOf(to) }),
      ),
    told: [['documentCreated file', { docPath: expect.stringContaining('/section/') }]],
  },
  {
    what: 'downloads, by whom and why',
    act: async ({ request, file }) => {
      const headers = { 'X-Client-Reason': 'sync' };
      await request(`GET /nxfile/default/${file}/file:content/f.txt?clientReason=view`);
      await request(`GET /api/v1/id/${file}/@blob/file:content`, { headers });
      await request(`HEAD /api/v1/id/${file}/@blob/file:content`);
    },
    told: [
      ['download file', download({ clientReason: 'view' })],
      ['download file', download({ clientReason: 'sync' })],
    ],
  },
  {
    what: 'files that operations hand out, with their documents',
    act: async ({ run, file }) => {
      await run('Document.GetBlob', file);
      await run('Document.GetBlobs', file);
      await run('Blob.BulkDownload', file, { filename: 'all.zip' });
    },
    told: [
      ['download file', download({})],
      ['download file', download({})],
      ['download file', download({})],
      [
        'download -',
        { comment: 'all.zip', extended: { blobFilename: 'all.zip', downloadReason: 'download' } },
      ],
    ],
  },
  {
    what: 'attachments that operations hand out, with their places',
    prepare: ({ app, folder }) => {
      const properties = { 'files:files': [{ file: content }, { file: null }, { file: content }] };
      return createDocument(app, { parent: folder, name: 'attached', properties });
    },
    act: async ({ run }, attached: Reference) => {
      await run('Document.GetBlobsByProperty', attached.uid, { xpath: 'files' });
      await run('Document.GetBlob', attached.uid, { xpath: 'files/2/file' });
    },
    told: [
      ['download attached', download({ blobXPath: 'files:files/0/file' })],
      ['download attached', download({ blobXPath: 'files:files/2/file' })],
      ['download attached', download({ blobXPath: 'files:files/2/file' })],
    ],
  },
  {
    what: 'files that background calls hand out, when they are fetched',
    prepare: async ({ app, file }) => {
      const body = { input: file };
      const started = await app.request('POST /api/v1/automation/Document.GetBlob/@async', {
        body,
      });
      const address = String(started.headers.location).replace(/^.*\/nuxeo/, '');
      await expect.poll(async () => (await app.request(`GET ${address}`)).status).toBe(303);
      return address.replace(/\/status$/, '');
    },
    act: ({ request }, address: string) => request(`GET ${address}`),
    told: [['download file', download({})]],
  },
  {
    what: 'the text of a note that is handed out',
    prepare: ({ app, folder }) => {
      const properties = { 'note:note': 'text', 'note:mime_type': 'text/plain' };
      return createDocument(app, { parent: folder, name: 'note', type: 'Note', properties });
    },
    act: ({ run }, note: Reference) => run('Document.GetBlob', note.uid),
    told: [
      [
        'download note',
        {
          comment: 'note.txt',
          extended: {
            blobXPath: 'note:note',
            blobFilename: 'note.txt',
            downloadReason: 'download',
          },
        },
      ],
    ],
  },
  {
    what: 'sessions',
    act: async ({ app }) => {
      const login = 'POST /api/v1/automation/login';
      await createUser(app, 'sam');
      await app.request(login, { user: 'sam', password: 'wrong' });
      const { headers } = await app.request(login, { user: 'sam' });
      const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
      await app.request('GET /logout', { user: null, headers: { cookie } });
    },
    told: [
      ['user_created -', principal('sam')],
      ['loginFailed -', session('sam')],
      ['loginSuccess -', session('sam')],
      ['logout -', session('sam')],
    ],
  },
  {
    what: 'users and groups',
    act: async ({ request }) => {
      const body = userBody('tim', { password: 'x' });
      await request('POST /api/v1/user', { body });
      await request('PUT /api/v1/user/tim', { body: userBody('tim', { firstName: 'Tim' }) });
      await request('POST /api/v1/group', { body: groupBody('crew') });
      await request('PUT /api/v1/group/crew', { body: groupBody('crew', { grouplabel: 'C' }) });
      await request('POST /api/v1/user/tim/group/crew');
      await request('DELETE /api/v1/group/crew');
      await request('DELETE /api/v1/user/tim');
    },
    told: [
      ['user_created -', principal('tim')],
      ['user_modified -', principal('tim')],
      ['group_created -', principal('crew')],
      ['group_modified -', principal('crew')],
      ['user_modified -', principal('tim')],
      ['group_deleted -', principal('crew')],
      ['user_deleted -', principal('tim')],
    ],
  },
  {
    what: 'nothing of the bookkeeping of the server, unless it is to be told',
    prepare: ({ run, file }) => run('Document.AddFacet', file, { facet: 'SystemDocument' }),
    act: async ({ run, put, request, file }) => {
      await put(file, { 'dc:title': 'silent' });
      await run('Document.Lock', file);
      await request(`GET /api/v1/id/${file}/@blob/file:content`);
      await run('Document.AddFacet', file, { facet: 'ForceAudit' });
      await run('Document.Unlock', file);
    },
    told: [['documentModified file'], ['documentUnlocked file']],
  },
  {
    what: 'what an operation was asked to tell',
    act: ({ run, file }) =>
      run('Audit.LogEvent', file, { event: 'read', category: 'Reviews', comment: 'fine' }),
    told: [['read file', { category: 'Reviews', comment: 'fine' }]],
  },
  {
    what: 'nothing of a chain of changes that fails',
    act: async ({ app, file }) => {
      const input = `docs:${file},${file}`;
      const params = { value: 'approve' };
      const call = { input, params };
      const { status } = await callOperation(app, 'Document.FollowLifecycleTransition', call);
      expect(status).toBe(400);
    },
    told: [],
  },
];

function pathOf(document: unknown): string {
  return (document as { readonly path: string }).path;
}

describe.each(engines)('the audit on %s tells of', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    const user = 'ann';
    expect((await app.request('GET /api/v1/me', { user })).status).toBe(200);
  });
  afterAll(() => app.close());

  async function makeStage(name: string): Promise<Stage> {
    const { uid: place } = await createDocument(app, { name, type: 'Workspace' });
    const make = async (type: string, child: string, parent: string, properties = {}) =>
      (await createDocument(app, { parent, name: child, type, properties })).uid;
    const folder = await make('Folder', 'folder', place);
    const request = async (line: string, options: TestRequest = {}) => {
      const response = await app.request(line, options);
      expect(response.status, `${line} ${response.text}`).toBeLessThan(300);
      const type = String(response.headers['content-type']);
      return type.startsWith('application/json') ? response.json : {};
    };
    return {
      app,
      folder,
      section: await make('Section', 'section', place),
      file: await make('File', 'file', folder, { 'file:content': content }),
      request,
      run: (operation, input, params = {}) =>
        request(`POST /api/v1/automation/${operation}`, { body: { input, params } }),
      put: async (uid, properties, headers = {}) => {
        const body = { 'entity-type': 'document', uid, properties };
        await request(`PUT /api/v1/id/${uid}`, { body, headers });
      },
    };
  }

  /** Entries with numbers above it, the oldest first. */
  async function entriesAfter(id: number): Promise<readonly LogEntry[]> {
    await app.services.auditTrail.settle();
    const params = { pageSize: 1000, namedQueryParams: { logId: String(id) } };
    const { json } = await callOperation(app, 'Audit.QueryWithPageProvider', { params });
    return json.entries;
  }

  test.each(rows)('$what', async ({ what, prepare, act, told }) => {
    const stage = await makeStage(what);
    const prepared = await prepare?.(stage);
    const last = (await entriesAfter(0)).at(-1)?.id ?? 0;
    await act(stage, prepared as never);
    const entries = await entriesAfter(last);
    const shown = entries.map(({ eventId, docPath }) => `${eventId} ${nameOf(docPath)}`);
    expect(shown).toEqual(told.map(([event]) => event));
    for (const [at, entry] of entries.entries()) {
      expect(entry).toMatchObject({
        category: 'eventDocumentCategory',
        principalName: 'Administrator',
        comment: null,
        ...told[at]?.[1],
      });
      const { extended = {} } = told[at]?.[1] ?? {};
      expect(entry.extended).toEqual(extended);
    }
  });

  const nameOf = (path: string | null): string =>
    path
      ?.split('/')
      .at(-1)
      ?.replace(/\._\d+_\.trashed$/, '') ?? '-';

  test('every change of a workspace of another user with its author', async () => {
    const call = { user: 'ann', params: {} };
    const { status } = await callOperation(app, 'User.GetUserWorkspace', call);
    expect(status).toBe(200);
    const params = {
      providerName: 'EVENTS_VIEW',
      namedQueryParams: { principalName: 'ann', eventIds: 'documentCreated' },
    };
    const { json } = await callOperation(app, 'Audit.QueryWithPageProvider', { params });
    expect(json.entries.map(({ docPath }: LogEntry) => nameOf(docPath))).toContain('ann');
  });
});
