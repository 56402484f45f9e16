import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

interface LogEntry {
  readonly id: number;
  readonly eventId: string;
  readonly comment: string | null;
  readonly principalName: string;
  readonly eventDate: string;
  readonly category: string;
  readonly extended: Record<string, unknown>;
}

describe.each(engines)('the audit of a document on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['reader', 'writer']) await createUser(app, name, ['powerusers']);
    ({ uid } = await createDocument(app, { name: 'told' }));
    for (const title of ['one', 'two', 'three']) await retitle(uid, title);
    await run('Document.Lock', uid);
    await run('Document.FollowLifecycleTransition', uid, { value: 'approve' });
  });
  afterAll(() => app.close());

  const retitle = async (id: string, title: string, options: TestRequest = {}) => {
    const body = { 'entity-type': 'document', uid: id, properties: { 'dc:title': title } };
    const response = await app.request(`PUT /api/v1/id/${id}`, { body, ...options });
    expect(response.status).toBe(200);
    return response.json;
  };

  const run = async (operation: string, input: string, params: object = {}) => {
    const body = { input, params };
    const response = await app.request(`POST /api/v1/automation/${operation}`, { body });
    expect(response.status, response.text).toBeLessThan(300);
    return response;
  };

  const audit = (id: string, query = '', options: TestRequest = {}) =>
    app.request(`GET /api/v1/id/${id}/@audit${query}`, options);

  const eventsOf = async (id: string, query = ''): Promise<string[]> => {
    const response = await audit(id, query);
    expect(response.status, response.text).toBe(200);
    return response.json.entries.map(({ eventId }: LogEntry) => eventId);
  };

  const everything = [
    'lifecycle_transition_event',
    'documentLocked',
    'documentModified',
    'documentModified',
    'documentModified',
    'documentCreated',
  ];

  test('is a page of entries, the newest first', async () => {
    const { status, headers, json } = await audit(uid);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    const { entries, ...page } = json;
    expect(page).toEqual({
      'entity-type': 'logEntries',
      isPaginable: true,
      resultsCount: 6,
      pageSize: 50,
      maxPageSize: 1000,
      resultsCountLimit: 10_000,
      currentPageSize: 6,
      currentPageIndex: 0,
      currentPageOffset: 0,
      numberOfPages: 1,
      isPreviousPageAvailable: false,
      isNextPageAvailable: false,
      isLastPageAvailable: false,
      isSortable: true,
      hasError: false,
      errorMessage: null,
      pageIndex: 0,
      pageCount: 1,
    });
    expect(entries.map(({ eventId }: LogEntry) => eventId)).toEqual(everything);
    expect(entries[0]).toEqual({
      'entity-type': 'logEntry',
      id: expect.any(Number),
      category: 'eventLifeCycleCategory',
      principalName: 'Administrator',
      comment: null,
      docLifeCycle: 'approved',
      docPath: '/default-domain/workspaces/told',
      docType: 'File',
      docUUID: uid,
      eventId: 'lifecycle_transition_event',
      repositoryId: 'default',
      eventDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      logDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      extended: {},
    });
  });

  test('is the same by path, with the repository and in both dialects', async () => {
    const { json } = await audit(uid);
    for (const line of [
      `GET ${workspaces}/told/@audit`,
      `GET /api/v1/repo/default/id/${uid}/@audit`,
      `GET /site/api/v1/id/${uid}/@audit`,
    ]) {
      expect((await app.request(line)).json).toEqual(json);
    }
    const headers = { 'X-Cartulary-Dialect': 'native' };
    expect((await audit(uid, '', { headers })).json).toEqual(json);
  });

  test.each([
    ['?eventId=documentLocked', ['documentLocked']],
    ['?eventId=documentLocked&eventId=documentCreated', ['documentLocked', 'documentCreated']],
    ['?category=eventLifeCycleCategory', ['lifecycle_transition_event']],
    ['?category=none', []],
    ['?principalName=Administrator&eventId=documentCreated', ['documentCreated']],
    ['?principalName=nobody&principalName=%00', []],
    ['?principalName=%00', []],
    ['?endEventDate=2001-01-01', []],
    ['?startEventDate=2001-01-01T00:00:00Z&endEventDate=', everything],
    ['?startEventDate=9000', []],
    ['?eventId=', everything],
  ])('shows with %s only what was asked for', async (query, events) => {
    expect(await eventsOf(uid, query)).toEqual(events);
  });

  test('has inclusive dates, of which one without a time is the whole day', async () => {
    const { json } = await audit(uid);
    const { eventDate, id }: LogEntry = json.entries[2];
    const idsFor = async (query: string) =>
      (await audit(uid, query)).json.entries.map((entry: LogEntry) => entry.id);
    const exactly = `?startEventDate=${eventDate}&endEventDate=${eventDate}`;
    expect(await idsFor(exactly)).toContain(id);
    const day = eventDate.slice(0, 10);
    expect(await idsFor(`?startEventDate=${day}&endEventDate=${day}`)).toContain(id);
  });

  test('is read page by page', async () => {
    const ids: number[] = [];
    for (const index of [0, 1, 2, 3]) {
      const { json } = await audit(uid, `?pageSize=2&currentPageIndex=${index}`);
      expect([json.resultsCount, json.numberOfPages, json.currentPageIndex]).toEqual([6, 3, index]);
      expect(json.isNextPageAvailable).toBe(index < 2);
      ids.push(...json.entries.map((entry: LogEntry) => entry.id));
    }
    expect(ids).toHaveLength(6);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(await eventsOf(uid, '?offset=5')).toEqual(['documentCreated']);
  });

  test('is sorted as asked', async () => {
    const sorted = [...everything].sort();
    expect(await eventsOf(uid, '?sortBy=eventId&sortOrder=asc')).toEqual(sorted);
    expect(await eventsOf(uid, '?sortBy=category,eventId&sortOrder=desc,asc')).toEqual([
      'lifecycle_transition_event',
      'documentCreated',
      'documentLocked',
      'documentModified',
      'documentModified',
      'documentModified',
    ]);
    expect(await eventsOf(uid, '?sortBy=id')).toEqual([...everything].reverse());
  });

  test.each([
    'category',
    'comment',
    'docLifeCycle',
    'docPath',
    'docType',
    'docUUID',
    'eventDate',
    'eventId',
    'id',
    'logDate',
    'principalName',
  ])('is sorted by %s, and by number where that is the same', async (column) => {
    const sorted = async (order: string) =>
      (await audit(uid, `?sortBy=${column}&sortOrder=${order}`)).json.entries.map(
        (entry: Record<string, string | number | null>) => [entry[column] ?? '', entry.id],
      );
    const ascending = await sorted('asc');
    const compare = (a: (string | number)[], b: (string | number)[]): number => {
      const [first, second] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]];
      return (first ?? 0) < (second ?? 0) ? -1 : 1;
    };
    expect(ascending).toHaveLength(everything.length);
    expect(ascending).toEqual([...ascending].sort(compare));
    expect(await sorted('desc')).toEqual([...ascending].reverse());
  });

  test.each([
    '?startEventDate=yesterday',
    '?endEventDate=2024-13-01',
    '?sortBy=secret',
    '?sortBy=id&sortOrder=up',
    '?pageSize=-1',
    '?currentPageIndex=x',
  ])('with %s is refused naming the parameter', async (query) => {
    const { status, json } = await audit(uid, query);
    expect(status).toBe(400);
    const [, name = 'none'] = /([a-zA-Z]+)=[^&]*$/.exec(query) ?? [];
    expect(json.message).toContain(name);
  });

  test('is for who may read the document', async () => {
    const { uid: hidden } = await createDocument(app, { name: 'hidden' });
    await setAcl(app, hidden, [denyAll]);
    expect((await audit(hidden, '', { user: 'reader' })).status).toBe(403);
    expect((await audit('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await audit(uid, '', { user: null })).status).toBe(401);
    expect((await audit(uid, '', { user: 'reader' })).status).toBe(200);
  });

  test('takes no other method', async () => {
    expect((await app.request(`POST /api/v1/id/${uid}/@audit`, { body: {} })).status).toBe(405);
  });

  test('comes as a table where that is asked for', async () => {
    const { uid: commented } = await createDocument(app, { name: 'with, comma' });
    const headers = { 'Update-Comment': 'said "yes", then no' };
    await retitle(commented, 'new', { headers });
    const whole = await audit(commented, '', { headers: { accept: 'text/csv' } });
    expect(whole.headers['content-type']).toBe('text/csv;charset=UTF-8');
    const [names, modified] = whole.text.split('\r\n');
    expect(names).toBe(
      'id,category,principalName,comment,docLifeCycle,docPath,docType,docUUID,eventId,repositoryId,eventDate,logDate',
    );
    expect(modified).toContain(
      'eventDocumentCategory,Administrator,"said ""yes"", then no",project,"/default-domain/workspaces/with, comma",File,',
    );
    const some = { accept: 'text/csv', 'fetch.logEntry': 'eventId,comment,nothing' };
    expect((await audit(commented, '', { headers: some })).text).toBe(
      'comment,eventId\r\n"said ""yes"", then no",documentModified\r\n,documentCreated\r\n',
    );
  });

  test('of a version has what happened to the live document before it', async () => {
    const { uid: live } = await createDocument(app, { name: 'versioned' });
    await retitle(live, 'first');
    await run('Document.CheckIn', live, { version: 'major', comment: 'issue' });
    const { json: version } = await run('Document.GetLastVersion', live);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await retitle(live, 'second');
    const past = await eventsOf(version.uid);
    expect(past).toContain('documentCreated');
    expect(past).toContain('documentCheckedIn');
    expect(past.filter((event) => event === 'documentModified')).toHaveLength(1);
    const whole = await eventsOf(live);
    expect(whole.filter((event) => event === 'documentModified')).toHaveLength(2);
  });

  test('of a proxy has the past of the version that it shows', async () => {
    const { uid: live } = await createDocument(app, { name: 'shown' });
    const section = await createDocument(app, { name: 'press', type: 'Section' });
    const { json: proxy } = await run('Document.PublishToSection', live, { target: section.uid });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await retitle(live, 'afterwards');
    expect((await eventsOf(proxy.uid)).sort()).toEqual([
      'documentCheckedIn',
      'documentCreated',
      'documentCreated',
      'documentProxyPublished',
      'documentPublished',
      'documentPublished',
    ]);
  });

  test('comes with the document as far as it is recent', async () => {
    const headers = { 'enrichers.document': 'audit' };
    const of = async (id: string, options: TestRequest = {}) =>
      (await app.request(`GET /api/v1/id/${id}`, { headers, ...options })).json.contextParameters;
    const { json } = await audit(uid);
    expect(await of(uid)).toEqual({ audit: json.entries });
    expect(await of(uid, { user: 'reader' })).toEqual({ audit: json.entries });
    const { uid: live } = await createDocument(app, { name: 'recent' });
    for (let count = 0; count < 8; count += 1) await retitle(live, `title ${count}`);
    await run('Document.CheckIn', live, { version: 'major' });
    const { json: version } = await run('Document.GetLastVersion', live);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (let count = 8; count < 12; count += 1) await retitle(live, `title ${count}`);
    for (const id of [live, version.uid]) {
      const { entries } = (await audit(id, '?pageSize=10')).json;
      expect(entries).toHaveLength(10);
      expect(await of(id)).toEqual({ audit: entries });
    }
    const { json: children } = await app.request(
      'GET /api/v1/path/default-domain/workspaces/@children?pageSize=100',
      { headers },
    );
    expect(children.entries.length).toBeGreaterThan(3);
    for (const entry of children.entries) {
      const { entries } = (await audit(entry.uid, '?pageSize=10')).json;
      expect(entry.contextParameters.audit).toEqual(entries);
    }
  });

  test('does not come with a document that may be browsed, but not read', async () => {
    const { uid: folder } = await createDocument(app, { name: 'outside', type: 'Folder' });
    const { uid: browsed } = await createDocument(app, { parent: folder, name: 'browsed' });
    await setAcl(app, browsed, [grantAce('reader', 'Browse'), denyAll]);
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:uuid = '${browsed}'`);
    const headers = { 'enrichers.document': 'audit' };
    const line = `GET /api/v1/search/execute?query=${query}`;
    const { json } = await app.request(line, { user: 'reader', headers });
    expect(json.entries).toHaveLength(1);
    expect(json.entries[0].contextParameters).toEqual({});
    expect((await audit(browsed, '', { user: 'reader' })).status).toBe(403);
    const whole = (await app.request(line, { headers })).json.entries[0].contextParameters;
    expect(whole.audit).toHaveLength(2);
  });

  describe('tells of downloads', () => {
    let file: string;
    beforeAll(async () => {
      const content = { name: 'd.txt', 'mime-type': 'text/plain', content: '0123456789' };
      const properties = { 'file:content': content };
      ({ uid: file } = await createDocument(app, { name: 'file', properties }));
    });

    const downloads = async (): Promise<LogEntry[]> => {
      await app.services.auditTrail.settle();
      return (await audit(file, '?eventId=download')).json.entries;
    };

    test('who was given which file and why', async () => {
      const headers = { 'X-Client-Reason': 'sync' };
      await app.request(`GET /nxfile/default/${file}/file:content/d.txt`, {
        user: 'reader',
        headers,
      });
      expect(await downloads()).toEqual([
        expect.objectContaining({
          principalName: 'reader',
          comment: 'd.txt',
          category: 'eventDocumentCategory',
          extended: {
            blobXPath: 'file:content',
            blobFilename: 'd.txt',
            downloadReason: 'download',
            clientReason: 'sync',
          },
        }),
      ]);
    });

    test('once for a file that is fetched in ranges, and not for what carries no content', async () => {
      const before = (await downloads()).length;
      const address = `/api/v1/id/${file}/@blob/file:content`;
      const get = (headers: Record<string, string>) => app.request(`GET ${address}`, { headers });
      const { headers } = await app.request(`HEAD ${address}`);
      await get({ range: 'bytes=5-' });
      await get({ range: 'bytes=20-' });
      await get({ 'if-none-match': String(headers.etag) });
      expect(await downloads()).toHaveLength(before);
      await get({ range: 'bytes=0-4' });
      expect(await downloads()).toHaveLength(before + 1);
    });
  });

  test('tells a check-in by an operation once, with its comment', async () => {
    const { json } = await run('Document.CheckIn', uid, { version: 'minor', comment: 'once' });
    expect(json.uid).toBe(uid);
    const { entries } = (await audit(uid, '?eventId=documentCheckedIn')).json;
    expect(entries.map(({ comment }: LogEntry) => comment)).toEqual(['0.1 once']);
  });
});

describe.each(engines)('the audit of sign-ins on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
  });
  afterAll(() => app.close());

  const signIns = async (username: string): Promise<string[]> => {
    await app.services.auditTrail.settle();
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select('event_id')
          .where('category', '=', 'NuxeoAuthentication')
          .where('principal_name', '=', username)
          .orderBy('id'),
      ),
    );
    return rows.map((row) => row.event_id);
  };

  test('tells of right and wrong passwords that were verified, and of the end of sessions', async () => {
    const login = 'POST /api/v1/automation/login';
    const first = await app.request(login, { user: 'ann' });
    await app.request(login, { user: 'ann' });
    expect(await signIns('ann')).toEqual(['loginSuccess']);
    await app.request(login, { user: 'ann', password: 'wrong' });
    expect(await signIns('ann')).toEqual(['loginSuccess', 'loginFailed']);
    const cookie = String(first.headers['set-cookie']).split(';', 1)[0] ?? '';
    await app.request('GET /logout', { user: null, headers: { cookie } });
    expect(await signIns('ann')).toEqual(['loginSuccess', 'loginFailed', 'logout']);
  });

  test('tells of users that do not exist, but not of names that none can have', async () => {
    for (const user of ['ghost', 'x'.repeat(300), 'a\0b']) {
      const { status } = await app.request('GET /api/v1/me', { user, password: 'no' });
      expect(status).toBe(401);
    }
    expect(await signIns('ghost')).toEqual(['loginFailed']);
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select('principal_name')
          .where('event_id', '=', 'loginFailed'),
      ),
    );
    expect(rows.map((row) => row.principal_name)).not.toContain('x'.repeat(300));
  });
});

describe.each(engines)('an audit that is switched off on %s', (engine) => {
  test('records nothing, and shows that', async () => {
    const app = await startTestApp(engine, { auditEnabled: false });
    const { uid } = await createDocument(app, { name: 'silent' });
    await app.services.auditTrail.settle();
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    expect([json.resultsCount, json.entries]).toEqual([0, []]);
    const count = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('audit_entry').select('id')),
    );
    expect(count).toEqual([]);
    await app.close();
  });
});
