import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const id = 'Audit.QueryWithPageProvider';

interface LogEntry {
  readonly id: number;
  readonly eventId: string;
  readonly docUUID: string | null;
  readonly principalName: string;
  readonly eventDate: string;
  readonly category: string;
}

describe.each(engines)('the audit searched by page providers on %s', (engine) => {
  let app: TestApp;
  let told: string;
  let other: string;
  let hidden: string;
  let gone: string;
  beforeAll(async () => {
    const recent = [step(id, { providerName: 'EVENTS_VIEW', pageSize: 1000 })];
    app = await startWithChains(engine, { recent });
    await createUser(app, 'ann');
    await createUser(app, 'bob');
    for (const name of ['told', 'other', 'hidden', 'gone']) {
      const { uid } = await createDocument(app, { name });
      if (name === 'told') told = uid;
      if (name === 'other') other = uid;
      if (name === 'hidden') hidden = uid;
      if (name === 'gone') gone = uid;
    }
    await setAcl(app, other, [grantAce('bob', 'Everything')]);
    await setAcl(app, hidden, [denyAll]);
    await run('Document.Lock', told);
    await run('Document.FollowLifecycleTransition', told, { value: 'approve' });
    await run('Document.Lock', other, {}, 'bob');
    expect((await app.request(`DELETE /api/v1/id/${gone}`)).status).toBe(204);
    await app.services.auditTrail.settle();
  });
  afterAll(() => app.close());

  async function run(operation: string, input: string, params: object = {}, user?: string) {
    const call = { input, params, ...(user === undefined ? {} : { user }) };
    const response = await callOperation(app, operation, call);
    expect(response.status, response.text).toBe(200);
    return response.json;
  }

  const query = (params: object, call: OperationCall = {}) =>
    callOperation(app, id, { params, ...call });

  async function entriesOf(params: object, call: OperationCall = {}): Promise<LogEntry[]> {
    const response = await query({ pageSize: 1000, ...params }, call);
    expect(response.status, response.text).toBe(200);
    return response.json.entries;
  }

  const eventsOf = async (params: object): Promise<string[]> =>
    (await entriesOf(params)).map(({ eventId }) => eventId);

  /** Ids of all entries, the oldest first. */
  const allIds = async (): Promise<number[]> =>
    (await entriesOf({ sortBy: 'id', sortOrder: 'asc' })).map((entry) => entry.id);

  test('however many names and columns are asked for, the store can read the statement', async () => {
    const names = Array.from({ length: 40_000 }, (_unused, at) => `no such event ${at}`);
    const eventIds = [...names, 'documentLocked'].join(',');
    const named = { providerName: 'EVENTS_VIEW', namedQueryParams: { eventIds } };
    expect(new Set(await eventsOf(named))).toEqual(new Set(['documentLocked']));
    const sortBy = ['id', ...Array.from({ length: 3_000 }, () => 'eventDate')].join(',');
    expect(await entriesOf({ providerName: 'EVENTS_VIEW', sortBy })).toEqual(
      await entriesOf({ providerName: 'EVENTS_VIEW', sortBy: 'id' }),
    );
  });

  test('come as a page of log entries', async () => {
    const { status, json } = await query({ providerName: 'EVENTS_VIEW' });
    expect(status).toBe(200);
    const { entries, ...page } = json;
    const total = (await allIds()).length;
    expect(total).toBeGreaterThan(10);
    expect(page).toEqual({
      'entity-type': 'logEntries',
      isPaginable: true,
      resultsCount: total,
      pageSize: 10,
      maxPageSize: 1000,
      resultsCountLimit: 10_000,
      currentPageSize: 10,
      currentPageIndex: 0,
      currentPageOffset: 0,
      numberOfPages: 1 + Math.trunc((total - 1) / 10),
      isPreviousPageAvailable: false,
      isNextPageAvailable: true,
      isLastPageAvailable: true,
      isSortable: true,
      hasError: false,
      errorMessage: null,
      pageIndex: 0,
      pageCount: 1 + Math.trunc((total - 1) / 10),
    });
    expect(entries[0]).toEqual({
      'entity-type': 'logEntry',
      id: expect.any(Number),
      category: 'eventDocumentCategory',
      principalName: 'Administrator',
      comment: 'Document does not exist anymore!',
      docLifeCycle: 'project',
      docPath: '/default-domain/workspaces/gone',
      docType: 'File',
      docUUID: gone,
      eventId: 'documentRemoved',
      repositoryId: 'default',
      eventDate: expect.stringMatching(/Z$/),
      logDate: expect.stringMatching(/Z$/),
      extended: {},
    });
  });

  test('come page by page, each once, under both names of the operation', async () => {
    const ids: number[] = [];
    for (let index = 0; ; index += 1) {
      const params = { providerName: 'EVENTS_VIEW', pageSize: 4, currentPageIndex: index };
      const { json } = await callOperation(app, 'Audit.PageProvider', { params });
      ids.push(...json.entries.map((entry: LogEntry) => entry.id));
      if (!json.isNextPageAvailable) break;
    }
    expect([...ids].sort((a, b) => a - b)).toEqual(await allIds());
  });

  test('are the oldest first unless a provider is named, from a number on if asked', async () => {
    const { json } = await query({});
    expect(json.pageSize).toBe(10);
    const ids = json.entries.map((entry: LogEntry) => entry.id);
    expect(ids).toEqual((await allIds()).slice(0, 10));
    const after = await entriesOf({ namedQueryParams: { logId: String(ids[3]) } });
    expect(after.map((entry) => entry.id)).toEqual((await allIds()).slice(4));
  });

  test.each([
    [{ eventIds: 'documentLocked' }, ['documentLocked', 'documentLocked']],
    [
      { eventIds: 'documentLocked,documentRemoved' },
      ['documentRemoved', 'documentLocked', 'documentLocked'],
    ],
    [{ eventIds: '["documentRemoved"]' }, ['documentRemoved']],
    [{ eventIds: ['documentRemoved', 'none'] }, ['documentRemoved']],
    [{ 'basicauditsearch:eventIds': 'documentRemoved' }, ['documentRemoved']],
    [{ eventCategory: 'eventLifeCycleCategory' }, ['lifecycle_transition_event']],
    [{ eventCategory: 'none' }, []],
    [{ principalName: 'bob', eventIds: 'documentLocked' }, ['documentLocked']],
    [{ principalName: '%' }, []],
    [{ principalName: '\0' }, []],
    [{ eventIds: 'documentRemoved', startDate: '', unknown: 'x' }, ['documentRemoved']],
    [{ eventIds: 'documentRemoved', startDate: '2001-01-01' }, ['documentRemoved']],
    [{ eventIds: 'documentRemoved', endDate: '2001-01-01' }, []],
  ])('with %j are those that EVENTS_VIEW finds', async (namedQueryParams, events) => {
    expect(await eventsOf({ providerName: 'EVENTS_VIEW', namedQueryParams })).toEqual(events);
  });

  test('between two dates include both, a day as a whole', async () => {
    const [entry] = await entriesOf({
      providerName: 'EVENTS_VIEW',
      namedQueryParams: { eventIds: 'documentRemoved' },
    });
    const at = entry?.eventDate ?? '';
    const between = (startDate: string, endDate: string) =>
      eventsOf({
        providerName: 'EVENTS_VIEW',
        namedQueryParams: { eventIds: 'documentRemoved', startDate, endDate },
      });
    expect(await between(at, at)).toEqual(['documentRemoved']);
    const day = at.slice(0, 10);
    expect(await between(day, day)).toEqual(['documentRemoved']);
    const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    expect(await between(dayBefore, dayBefore)).toEqual([]);
  });

  test('are sorted as asked, several keys too', async () => {
    const view = { providerName: 'EVENTS_VIEW' };
    const keys = async (params: object) =>
      (await entriesOf({ ...view, ...params })).map(({ category, eventId }) => [category, eventId]);
    const asc = await keys({ sortBy: 'category,eventId', sortOrder: 'asc,asc' });
    const byBoth = (a: (string | undefined)[], b: (string | undefined)[]) =>
      a.join(' ') < b.join(' ') ? -1 : Number(a.join(' ') > b.join(' '));
    expect(asc).toEqual([...asc].sort(byBoth));
    expect(await keys({ sortBy: 'category,eventId' })).toEqual([...asc].reverse());
    expect(await keys({ sortBy: 'category,eventId', sortOrder: 'ASC' })).toEqual(
      [...asc].sort((a, b) => (a[0] === b[0] ? byBoth(b, a) : byBoth([a[0]], [b[0]]))),
    );
  });

  test('are the history of a document, of a version with what came before it', async () => {
    const { uid } = await createDocument(app, { name: 'history' });
    await run('Document.CheckIn', uid, { version: 'major' });
    const version = await run('Document.GetLastVersion', uid);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await run('Document.Lock', uid);
    const history = (queryParams: string, more: object = {}) =>
      eventsOf({ providerName: 'DOCUMENT_HISTORY_PROVIDER', queryParams, ...more });
    expect(await history(uid)).toEqual(['documentLocked', 'documentCheckedIn', 'documentCreated']);
    expect(await history(version.uid)).toEqual(['documentCheckedIn', 'documentCreated']);
    const both = { eventId: 'documentLocked', eventIds: 'documentLocked,documentCreated' };
    expect(await history(uid, { namedQueryParams: both })).toEqual(['documentLocked']);
    const neither = { ...both, eventIds: 'documentCreated' };
    expect(await history(uid, { namedQueryParams: neither })).toEqual([]);
    expect(
      await eventsOf({ providerName: 'DOCUMENT_HISTORY_PROVIDER_OLD', queryParams: gone }),
    ).toEqual(['documentCreated', 'documentRemoved']);
  });

  test('tell which users and groups are new, and what administrators did', async () => {
    const created = await entriesOf({
      providerName: 'LATEST_AUDITED_CREATED_USERS_OR_GROUPS_PROVIDER',
      namedQueryParams: { eventIds: 'documentLocked' },
    });
    expect(created.map(({ eventId }) => eventId)).toEqual(['user_created', 'user_created']);
    const namedQueryParams = { eventIds: 'documentRemoved' };
    expect(await eventsOf({ providerName: 'ADMIN_HISTORY', namedQueryParams })).toEqual([
      'documentRemoved',
    ]);
  });

  test.each<readonly [object, number, string]>([
    [{ query: 'from LogEntry' }, 400, 'query'],
    [{ providerName: 'NO_SUCH' }, 404, 'NO_SUCH'],
    [{ providerName: 'default_search' }, 404, 'Repository.PageProvider'],
    [{ currentPageIndex: -1 }, 400, 'currentPageIndex'],
    [{ currentPageIndex: 'x' }, 400, 'currentPageIndex'],
    [{ pageSize: 'many' }, 400, 'pageSize'],
    [{ sortBy: 'extended' }, 400, 'sortBy'],
    [{ sortBy: '__proto__' }, 400, 'sortBy'],
    [{ namedQueryParams: { startDate: 'soon' } }, 400, 'startDate'],
    [{ namedQueryParams: { endDate: '2024-13-01' } }, 400, 'endDate'],
    [{ namedQueryParams: { logId: '1 or 1=1' } }, 400, 'logId'],
    [{ namedQueryParams: 5 }, 400, 'namedQueryParams'],
    [{ providerName: 'DOCUMENT_HISTORY_PROVIDER' }, 400, 'queryParams'],
    [{ providerName: 'DOCUMENT_HISTORY_PROVIDER', queryParams: 'none' }, 404, 'none'],
  ])('are refused with %j', async (params, status, named) => {
    const response = await query(params);
    expect([response.status, response.json.message]).toEqual([
      status,
      expect.stringContaining(named),
    ]);
  });

  test('are for administrators', async () => {
    const { status } = await query({}, { user: 'ann' });
    expect(status).toBe(404);
  });

  test('tell others, in chains, only of documents they may read', async () => {
    const recent = async (user: string) => {
      const response = await callOperation(app, 'recent', { user });
      expect(response.status, response.text).toBe(200);
      return response.json;
    };
    for (const user of ['ann', 'bob']) {
      const { entries, resultsCount } = await recent(user);
      expect(resultsCount).toBe(entries.length);
      const documents = new Set(entries.map(({ docUUID }: LogEntry) => docUUID));
      expect(documents).toContain(told);
      expect(documents).not.toContain(hidden);
      expect(documents).not.toContain(gone);
      expect(documents).not.toContain(null);
    }
    const whole = (await recent('Administrator')).entries;
    const events = new Set(whole.map(({ eventId }: LogEntry) => eventId));
    expect(events).toContain('user_created');
    expect(events).toContain('loginSuccess');
    await setAcl(app, other, [grantAce('bob', 'Everything'), denyAll]);
    const seenBy = async (user: string): Promise<string[]> =>
      (await recent(user)).entries.map(({ docUUID }: LogEntry) => docUUID);
    expect(await seenBy('bob')).toContain(other);
    expect(await seenBy('ann')).not.toContain(other);
    await setAcl(app, other, [grantAce('ann', 'Browse'), denyAll]);
    expect(await seenBy('ann')).not.toContain(other);
  });

  test('are available to the caller after a run in the background', async () => {
    const params = {
      providerName: 'EVENTS_VIEW',
      namedQueryParams: { eventIds: 'documentRemoved' },
    };
    const line = `POST /site/automation/${id}/@async`;
    const started = await app.request(line, { body: { params } });
    const path = new URL(String(started.headers.location)).pathname
      .replace(/^\/nuxeo/, '')
      .replace(/\/status$/, '');
    await expect.poll(async () => (await app.request(`GET ${path}/status`)).status).toBe(303);
    expect((await app.request(`GET ${path}`)).json).toEqual((await query(params)).json);
  });
});
