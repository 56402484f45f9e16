import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const actorsParam = 'additional list of actors prefixed ids';
const minuteMs = 60_000;

describe.each(engines)('tasks without a workflow on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const files = await makeFolder();
    remove = () => files.remove();
    const chains = join(files.path, 'chains.json');
    const setSource = (value: string) => [
      { operation: 'Document.SetProperty', params: { xpath: 'dc:source', value } },
    ];
    await writeFile(
      chains,
      JSON.stringify({
        chains: [
          { id: 'onAccept', steps: setSource('accepted') },
          { id: 'onReject', steps: setSource('rejected') },
          {
            id: 'onAcceptTitle',
            steps: setSource('expr:taskDocument["nt:name"] + " " + comment'),
          },
        ],
      }),
    );
    app = await startTestApp(engine, { operationFiles: [chains] });
    for (const name of ['ann', 'ben', 'cas', 'eve']) await createUser(app, name);
    const crew = { 'entity-type': 'group', groupname: 'crew', memberUsers: ['cas'] };
    expect((await app.request('POST /api/v1/group', { body: crew })).status).toBe(201);
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [
      grantAce('ann', 'Everything'),
      grantAce('ben', 'Read'),
      grantAce('crew', 'Read'),
      denyAll,
    ]);
  });
  afterAll(async () => {
    await app.close();
    await remove();
  });

  const create = (input: string, params: object, more: { user?: string; context?: object } = {}) =>
    callOperation(app, 'Task.Create', { input, params, user: 'ann', ...more });
  const assigned = async (user: string) => {
    const response = await callOperation(app, 'Task.GetAssigned', { user });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const complete = (id: string, user: string, params: object) =>
    callOperation(app, 'WorkflowTask.Complete', { input: id, user, params });
  const sourceOf = async (id: string) => {
    const headers = { properties: 'dublincore' };
    return (await app.request(`GET /api/v1/id/${id}`, { headers })).json.properties['dc:source'];
  };

  test('actors find their tasks, and end them; the chain runs as the initiator', async () => {
    const { uid } = await createDocument(app, { name: 'plan', parent: folder });
    const due = new Date(Date.now() - minuteMs).toISOString();
    const made = await create(uid, {
      'task name': 'Read it',
      directive: 'Please read',
      'due date': due,
      comment: 'soon',
      'accept operation chain': 'onAcceptTitle',
      'reject operation chain': 'onReject',
      [actorsParam]: 'user:ben,group:crew',
    });
    expect([made.status, made.json.uid]).toEqual([200, uid]);
    const [task, ...others] = await assigned('ben');
    expect(others).toEqual([]);
    expect(task).toEqual({
      id: expect.any(String),
      docref: uid,
      name: 'Read it',
      taskName: 'Read it',
      directive: 'Please read',
      comment: 'soon',
      dueDate: due,
      documentTitle: 'plan',
      documentLink: `ui/#!/doc/${uid}`,
      startDate: expect.stringMatching(/Z$/),
      expired: true,
    });
    expect(await assigned('eve')).toEqual([]);
    expect(await assigned('ann')).toEqual([]);
    expect((await complete(task.id, 'eve', { status: 'accept' })).status).toBe(403);
    expect((await complete(task.id, 'ben', { status: 'other' })).status).toBe(400);
    // The actor may only read the document.
    const ended = await complete(task.id, 'ben', { status: 'accept', comment: 'fine' });
    expect(ended.status, ended.text).toBe(200);
    expect(await sourceOf(uid)).toBe('Read it fine');
    expect(await assigned('ben')).toEqual([]);
    expect((await complete(task.id, 'ben', { status: 'accept' })).status).toBe(409);
    const [other] = await assigned('cas');
    expect((await complete(other.id, 'cas', { status: 'reject' })).status).toBe(200);
    expect(await sourceOf(uid)).toBe('rejected');
  });

  test('one task for all actors is ended by any of them', async () => {
    const { uid } = await createDocument(app, { name: 'shared', parent: folder });
    const names = ['user:ben', 'group:crew', 'ben'];
    await create(
      uid,
      {
        'task name': 'Any',
        'create one task per actor': false,
        'variable name for actors prefixed ids': 'actors',
      },
      { context: { actors: names } },
    );
    const [[mine], [ours]] = [await assigned('ben'), await assigned('cas')];
    expect(mine.id).toBe(ours.id);
    expect((await complete(ours.id, 'cas', { status: 'accept' })).status).toBe(200);
    expect(await assigned('ben')).toEqual([]);
  });

  test('without actors there is no task, and a list of documents has one for each', async () => {
    const files = [
      (await createDocument(app, { name: 'one', parent: folder })).uid,
      (await createDocument(app, { name: 'two', parent: folder })).uid,
    ];
    expect((await create(files[0] ?? '', { 'task name': 'None' })).status).toBe(200);
    const made = await create(`docs:${files.join(',')}`, {
      'task name': 'Both',
      [actorsParam]: ['ben'],
    });
    expect(made.status, made.text).toBe(200);
    const tasks = await assigned('ben');
    expect(tasks.map(({ docref }: { docref: string }) => docref).sort()).toEqual(files.sort());
    const page = await callOperation(app, 'Workflow.UserTaskPageProvider', {
      user: 'ben',
      params: { page: 1, pageSize: 1, language: 'fr' },
    });
    expect(page.json).toMatchObject({
      isPaginable: true,
      totalSize: 2,
      pageIndex: 1,
      pageSize: 1,
      pageCount: 2,
      entries: [{ id: tasks[1].id }],
    });
    for (const name of ['user_tasks', 'nuxeo_tasks_listing']) {
      const listed = await app.request(`GET /api/v1/search/pp/${name}/execute?pageSize=1`, {
        user: 'ben',
      });
      expect(listed.status, listed.text).toBe(200);
      expect([listed.json.resultsCount, listed.json.entries.length]).toEqual([2, 1]);
      expect(listed.json.entries[0]).toMatchObject({ type: 'TaskDoc', uid: tasks[0].id });
      const none = await app.request(`GET /api/v1/search/pp/${name}/execute`, { user: 'eve' });
      expect(none.json.resultsCount).toBe(0);
    }
    for (const { id } of tasks) await complete(id, 'ben', {});
  });

  test('chains that cannot run are refused, and nothing is left', async () => {
    const { uid } = await createDocument(app, { name: 'refused', parent: folder });
    const params = { 'task name': 'Chain', [actorsParam]: ['ben'] };
    const chain = 'accept operation chain';
    expect((await create(uid, { ...params, [chain]: 'noSuchChain' })).status).toBe(404);
    expect((await create(uid, { ...params, [chain]: 'Audit.QueryWithPageProvider' })).status).toBe(
      403,
    );
    expect((await create(uid, { ...params, [actorsParam]: ['user:'] })).status).toBe(400);
    expect(
      (await create(uid, { 'task name': 'x', [actorsParam]: ['ben'] }, { user: 'eve' })).status,
    ).toBe(403);
    expect((await create(uid, { [actorsParam]: ['ben'] })).status).toBe(400);
    expect(await assigned('ben')).toEqual([]);
    // The initiator may not do what the chain does any more.
    expect((await create(uid, { ...params, [chain]: 'onAccept' })).status).toBe(200);
    await setAcl(app, folder, [grantAce('ben', 'Read'), grantAce('ann', 'Read'), denyAll]);
    const [task] = await assigned('ben');
    const denied = await complete(task.id, 'ben', { status: 'accept' });
    expect(denied.status, denied.text).toBe(403);
    expect(await assigned('ben')).toHaveLength(1);
    expect((await complete(task.id, 'ben', { status: 'reject' })).status).toBe(200);
    await setAcl(app, folder, [
      grantAce('ann', 'Everything'),
      grantAce('ben', 'Read'),
      grantAce('crew', 'Read'),
      denyAll,
    ]);
  });

  test('the audit of the document has the steps of its tasks', async () => {
    const { uid } = await createDocument(app, { name: 'told', parent: folder });
    await create(uid, { 'task name': 'Tell', [actorsParam]: ['ben'] });
    const [task] = await assigned('ben');
    await complete(task.id, 'ben', { status: 'accept', comment: 'ok' });
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    const events = json.entries.map(
      ({ eventId, category, principalName }: Record<string, string>) =>
        `${category} ${eventId} ${principalName}`,
    );
    expect(events).toEqual(
      expect.arrayContaining([
        'Routing afterWorkflowTaskCreated ann',
        'eventWorkflowCategory workflowTaskAssigned ann',
        'Routing afterWorkflowTaskEnded ben',
        'eventWorkflowCategory workflowTaskCompleted ben',
      ]),
    );
  });
});
