import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import { unbuiltRoutes } from '../../src/http/routes/unbuilt.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';
import { dumpStore } from '../support/store-dump.ts';

/** What clients may request without credentials. Think before adding a line. */
const publicRoutes = [
  'GET /',
  'GET /health/live',
  'GET /health/ready',
  'GET /runningstatus',
  'GET /login.jsp',
  'POST /login',
  'POST /startup',
  'GET /logout',
  'POST /logout',
  'GET /site/notifications/unsubscribe/:token',
  'POST /site/notifications/unsubscribe/:token',
  'GET /site/userInvitation/enterpassword/:configurationName/:requestId',
  'POST /site/userInvitation/validate',
  'POST /oauth2/sign_in',
  'GET /login/oidc',
  'GET /login/oidc/:name',
  'GET /login/oidc/:name/callback',
  'POST /oauth2/token',
  'GET /api/v1/openapi.json',
  'GET /icons/*',
  'GET /app',
  'GET /app/*',
  'GET /api',
  'GET /api/files/:file',
  'GET /api/v1/automation',
  'GET /api/v1/automation/doc',
  'GET /api/v1/doc',
  'GET /viewer/:edition/*',
];

/** Stands in every piece of data that the powerless user must not see. */
const secret = 'TopSecret';

const roots = { api: '/api/v1', automation: '/api/v1/automation', base: '' } as const;

function lineOf(route: RouteDefinition): string {
  return `${route.method} ${roots[route.root]}${route.path}`;
}

/** What is hidden from the powerless user, and how it is addressed. */
interface Hidden {
  readonly documentIds: readonly string[];
  readonly path: string;
  readonly batchId: string;
  readonly executionId: string;
  /** Of another user. */
  readonly conversionId: string;
  /** A bulk command that has ended. */
  readonly commandId: string;
  readonly jobId: string;
  /** A workflow on a hidden document, and its task. */
  readonly workflowId: string;
  readonly taskId: string;
  /** Of a directory that only administrators may read. */
  readonly entryId: string;
}

/** A button of the hidden task. */
const taskAction = 'start_review';

/** Every value that a `:name` or `*` of a pattern takes in turn. */
function valuesOf(pattern: string, name: string, hidden: Hidden): readonly string[] {
  const xpaths = ['file:content', 'file:content/name.txt', 'files:files/0/file', ''];
  const adapterPaths = [
    ...adapters.map(({ name }) => `@${name}?type=File`),
    '@pp/document_content',
    '@search?query=SELECT%20*%20FROM%20Document',
    '@op/Document.Fetch',
    '@children/@op/Document.Fetch',
    '@blob/file:content/@op/Document.Fetch',
    `@workflow/${hidden.workflowId}/task`,
    `@task/${hidden.taskId}/${taskAction}`,
  ];
  const below = ['', 'file', ...adapterPaths, '@blob/file:content', '@nothing'];
  if (unbuiltRoutes.some((route) => route.path === pattern)) return ['Something'];
  switch (`${pattern.split('/')[1]} ${name}`) {
    case 'id :id':
      return hidden.documentIds;
    case 'id *':
      return below;
    case 'path *':
      return [hidden.path, `${hidden.path}/file`].flatMap((path) =>
        below.map((rest) => `${path.slice(1)}/${rest}`),
      );
    case 'nxfile *':
    case 'nxdownloadinfo *':
      return hidden.documentIds.flatMap((id) => xpaths.map((xpath) => `default/${id}/${xpath}`));
    case 'user *':
      return ['Administrator', 'Administrator/group/members', 'victim', 'victim/group/powerusers'];
    case 'group *':
      return [
        'members',
        'members/user/powerless',
        'administrators/user/powerless',
        'administrators/@users',
        'administrators/@groups',
      ];
    case 'workflow :workflowId':
      return [hidden.workflowId];
    case 'workflowModel :modelName':
      return ['SerialDocumentReview'];
    case 'task :taskId':
      return [hidden.taskId];
    case 'task :action':
      return [taskAction];
    case 'upload :batchId':
      return [hidden.batchId];
    case 'upload :fileIdx':
      return ['0'];
    case 'upload :name':
    case 'upload :handler':
      return ['default'];
    case 'upload :operationId':
    case ' :operation':
      return ['Document.Fetch'];
    case ' :execution':
      return [hidden.executionId];
    case 'conversion :conversionId':
    case 'conversions :conversionId':
      return [hidden.conversionId];
    case 'directory :name':
      return ['nature', 'oauth2Clients'];
    case 'directory *':
      return ['article', hidden.entryId];
    case 'management :migrationId':
      return ['tag-labels', 'blob-digests'];
    case 'management :stepId':
      return ['mixed-to-normalized'];
    case 'management :probe':
      return ['repositoryStatus'];
    case 'bulk;:ids bulk;:ids':
      return hidden.documentIds.map((id) => `bulk;id=${id}`);
    case 'config :name':
    case 'docType :name':
    case 'schema :name':
    case 'facet :name':
      return ['File', 'file', 'Folderish'];
    case 'query :name':
    case 'search :name':
      return ['NXQL', 'default_search', 'nxql_search'];
    case 'search :id':
      return hidden.documentIds;
    case 'search :action':
      // Actions for all users work on what the user may change: see test/http/bulk.test.ts.
      return ['deletion'];
    case 'bulk :commandId':
    case 'nxbigblob :key':
    case 'nxblobstatus :key':
    case 'management :commandId':
      return [hidden.commandId];
    case 'management :documentId':
      return hidden.documentIds;
    case 'search :lang':
      return ['NXQL'];
    case 'management :jobId':
      return [hidden.jobId];
    case 'icons *':
      return ['pdf.png'];
    case 'app *':
      return ['icon.svg', 'browse/default-domain'];
    case 'api :file':
      return ['missing.js'];
    case 'viewer :edition':
      return ['6.5.438-x'];
    case 'viewer *':
      return ['viewer.mjs'];
    case 'site :configurationName':
      return ['default'];
    case 'site :requestId':
    case 'site :token':
      return ['guessed'];
    case 'oauth2 :clientId':
    case 'oauth2 :id':
      return ['nuxeo-drive'];
    case 'oauth2 :provider':
      return ['cloud'];
    case 'oauth2 :kind':
      return ['client', 'AS_PROVIDER', 'search'];
    case 'login :name':
      return ['none'];
    case 'management :username':
    case 'oauth2 :username':
      return ['Administrator'];
    case 'site :index':
      return ['nuxeo', 'audit'];
    case 'site :type':
      return ['entry'];
    case 'token :token':
      return ['guessed'];
    case 'files :id':
      return hidden.documentIds.map((id) => `${id}?path=file:content`);
    default:
      throw new Error(`say here what ${name} stands for in ${pattern}`);
  }
}

/** The pattern with its parts filled in, in every combination. */
function targetsOf(route: RouteDefinition, hidden: Hidden): string[] {
  const parts = route.path.split('/').slice(1);
  const paths = parts.reduce<string[]>(
    (heads, part) => {
      const isFixed = !part.includes(':') && part !== '*';
      const values = isFixed ? [part] : valuesOf(route.path.replace(/^\/:/, '//:'), part, hidden);
      return heads.flatMap((head) => values.map((value) => `${head}/${value}`));
    },
    [''],
  );
  return paths.map((path) => roots[route.root] + path);
}

const bodies: Readonly<Record<string, object>> = {
  document: {
    'entity-type': 'document',
    name: 'intruder',
    type: 'File',
    properties: { 'dc:title': 'intruder' },
  },
  user: {
    'entity-type': 'user',
    id: '',
    properties: { username: 'intruder', groups: ['administrators'], password: 'intruder' },
  },
  directoryEntry: {
    'entity-type': 'directoryEntry',
    id: 'article',
    properties: { id: 'article', label: 'intruder' },
  },
  savedSearch: {
    'entity-type': 'savedSearch',
    title: 'intruder',
    pageProviderName: 'default_search',
  },
  group: { 'entity-type': 'group', groupname: 'intruders', memberUsers: ['powerless'] },
  task: { 'entity-type': 'task', variables: { participants: ['powerless'] } },
};

const reviewOf = (documentIds: readonly string[]) => ({
  'entity-type': 'workflow',
  workflowModelName: 'SerialDocumentReview',
  attachedDocumentIds: documentIds,
});

const multipart =
  '--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nintruder\r\n--x--\r\n';

/** The bodies a route may be sent: what it asks for, and a form where a file may go. */
function requestsOf(route: RouteDefinition, target: string, hidden: Hidden) {
  if (route.body === 'none') return [{}];
  if (target.includes('Document.Fetch')) {
    const values = [...hidden.documentIds, hidden.path];
    return values.map((value) => ({ body: { params: { value }, input: `doc:${value}` } }));
  }
  if (target.endsWith('/_search')) {
    return [{ body: { aggs: { titles: { terms: { field: 'dc:title' } } } } }];
  }
  const isReview = route.bodyEntity === 'workflow' || target.includes('@workflow');
  const isTask = target.includes('@task');
  const body = isReview
    ? reviewOf(hidden.documentIds)
    : (bodies[isTask ? 'task' : (route.bodyEntity ?? 'document')] ?? {});
  const forms = target.includes('@blob')
    ? [{ body: multipart, headers: { 'content-type': 'multipart/form-data; boundary=x' } }]
    : [];
  return [{ body }, ...forms];
}

describe.each(engines)('every route on %s', (engine) => {
  let app: TestApp;
  let hidden: Hidden;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'powerless');
    await createUser(app, 'victim', ['members']);
    hidden = await hide(app);
  });
  afterAll(() => app.close());

  const walk = async (
    visit: (route: RouteDefinition, target: string, options: object) => Promise<void>,
  ) => {
    for (const route of routes) {
      for (const target of targetsOf(route, hidden)) {
        for (const options of requestsOf(route, target, hidden))
          await visit(route, target, options);
      }
    }
  };

  test('is public only if it is in the list of this test', () => {
    const found = routes.filter((route) => route.access === 'public').map(lineOf);
    expect(found.sort()).toEqual([...publicRoutes].sort());
    const conditional = routes.filter((route) => route.isPublicWhen !== undefined).map(lineOf);
    expect(conditional).toEqual(['GET /metrics']);
  });

  test('without credentials answers 401, without a challenge, and changes nothing', async () => {
    const before = await dumpStore(app.services.database);
    await walk(async (route, target, options) => {
      if (route.access === 'public') return;
      const aliases = [target, target.replace(/^\/api\/v1\/automation/, '/site/automation')];
      if (route.root === 'api') {
        aliases.push(`/site${target}`, target.replace('/api/v1', '/api/v1/repo/default'));
      }
      for (const alias of new Set(aliases)) {
        const response = await app.request(`${route.method} ${alias}`, { ...options, user: null });
        const context = `${route.method} ${alias}`;
        expect(response.status, context).toBe(401);
        expect(response.json, context).toMatchObject({ 'entity-type': 'exception', status: 401 });
        expect(response.headers, context).not.toHaveProperty('www-authenticate');
        expect(response.headers, context).not.toHaveProperty('set-cookie');
        expect(response.text, context).not.toContain(secret);
      }
      if (route.method !== 'GET') return;
      const head = await app.request(`HEAD ${target}`, { user: null });
      expect(head.status, `HEAD ${target}`).toBe(401);
    });
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('gives a powerless user nothing of others and lets nothing be changed', async () => {
    const as = { user: 'powerless' };
    const before = await dumpStore(app.services.database);
    await walk(async (route, target, options) => {
      const context = `${route.method} ${target}`;
      // The user's own affairs.
      if (
        /\/(?:login|logout|changepassword|second-factor|authorize_submit|drive_browser_login\.jsp|api\/v1\/token)$/.test(
          target,
        )
      )
        return;
      if (context === 'POST /api/v1/search/saved') return;
      const response = await app.request(`${route.method} ${target}`, { ...options, ...as });
      expect(response.text, context).not.toContain(secret);
      expect(response.headers, context).not.toHaveProperty('www-authenticate');
      expect(JSON.stringify(response.headers), context).not.toContain(secret);
      if (route.access === 'administrator') expect(response.status, context).toBe(403);
      expectRefused(route, target, response);
    });
    const after = await dumpStore(app.services.database);
    // All users may open upload batches, and run operations in the background.
    const own = { upload_batch: [], operation_execution: [], job: [] };
    expect({ ...after, ...own }).toEqual({ ...before, ...own });
  });

  /** Whatever addresses something hidden, or would change something, is refused. */
  function expectRefused(route: RouteDefinition, target: string, response: TestResponse): void {
    const context = `${route.method} ${target}: ${response.text.slice(0, 200)}`;
    const isAboutHidden = [
      ...hidden.documentIds,
      hidden.batchId,
      hidden.path,
      hidden.executionId,
      hidden.conversionId,
      hidden.commandId,
      hidden.workflowId,
      hidden.taskId,
    ].some((part) => target.includes(part));
    // Groups of the documents that the user may read, too.
    const isOwn = /\/(?:upload(?:\/new\/\w+)?|@async|es\/nuxeo\/(?:entry\/)?_search)$/.test(target);
    if (!isAboutHidden && (route.method === 'GET' || isOwn || route.access === 'public')) {
      return;
    }
    expect([403, 404, 405, 501], context).toContain(response.status);
  }

  test('takes no reference to something hidden from a body', async () => {
    const own = await createDocument(app, { name: 'own', type: 'Folder' });
    await setAcl(app, own.uid, [grantAce('powerless', 'ReadWrite')]);
    const [, fileId, , versionId] = hidden.documentIds;
    const line = `POST /api/v1/id/${own.uid}`;
    const body = (more: object, content?: object) => ({
      'entity-type': 'document',
      name: 'copy',
      type: 'File',
      properties: content ? { 'file:content': content } : {},
      ...more,
    });
    const urls = ['http://localhost/nuxeo/', 'http://localhost:80/nuxeo/', '../../'].map(
      (start) => `${start}nxfile/default/${fileId}/file:content/x`,
    );
    urls.push(`files/${fileId}?path=file:content`);
    const attempts = [
      body({ uid: fileId }),
      body({ uid: versionId }),
      body({}, { 'upload-batch': hidden.batchId, 'upload-fileId': '0' }),
      ...urls.map((data) => body({}, { data, name: 'x' })),
      ...urls.map((blobUrl) => body({}, { blobUrl })),
    ];
    for (const attempt of attempts) {
      const headers = { host: 'localhost' };
      const options = { body: attempt, user: 'powerless', headers };
      const response = await app.request(line, options);
      const context = JSON.stringify(attempt);
      expect(response.text, context).not.toContain(secret);
      if (response.status !== 201) {
        expect([400, 403, 404], context).toContain(response.status);
        continue;
      }
      const blob = await app.request(`GET /api/v1/id/${response.json.uid}/@blob`, {
        user: 'powerless',
      });
      expect(blob.text, context).not.toContain(secret);
    }
  });

  test('answers the same to HEAD as to GET', { timeout: 120_000 }, async () => {
    await walk(async (route, target) => {
      if (route.method !== 'GET' || target.includes('logout')) return;
      for (const user of ['powerless', 'Administrator']) {
        const get = await app.request(`GET ${target}`, { user });
        const head = await app.request(`HEAD ${target}`, { user });
        expect([head.status, head.text], `HEAD ${target} as ${user}`).toEqual([get.status, '']);
      }
    });
  });
});

/** A folder closed to all, with a file, a note, a version, a proxy and an upload of another user. */
async function hide(app: TestApp): Promise<Hidden> {
  const properties = (title: string) => ({ 'dc:title': `${secret} ${title}` });
  const top = await createDocument(app, {
    name: `${secret}-folder`,
    type: 'Folder',
    properties: properties('folder'),
  });
  const blob = { data: `${secret} content`, name: `${secret}.txt` };
  const file = await createDocument(app, {
    parent: top.uid,
    name: 'file',
    properties: { ...properties('file'), 'file:content': blob, 'files:files': [{ file: blob }] },
  });
  const note = await createDocument(app, {
    parent: top.uid,
    name: `${secret}-note`,
    type: 'Note',
    properties: { ...properties('note'), 'note:note': `${secret} text` },
  });
  const body = { 'entity-type': 'document', properties: {} };
  const headers = { 'X-Versioning-Option': 'MINOR' };
  const version = (await app.request(`PUT /api/v1/id/${file.uid}`, { body, headers })).json;
  const proxy = await app.services.database.write((handle) =>
    createProxy(createSystemUnit(handle, app.services.repository), {
      targetId: version.uid as DocumentId,
      folderId: top.uid as DocumentId,
    }),
  );
  const [workflowId, taskId] = await startReview(app, file.uid);
  // Everything but reading: a user who may write still sees nothing.
  await setAcl(app, top.uid, [grantAce('powerless', 'ManageWorkflows'), denyAll]);
  const { batchId } = (await app.request('POST /api/v1/upload')).json;
  const upload = await app.request(`POST /api/v1/upload/${batchId}/0`, {
    body: Buffer.from(`${secret} upload`),
    headers: { 'content-type': 'text/plain', 'X-File-Name': `${secret}.bin` },
  });
  expect(upload.status).toBe(201);
  const documentIds = [top.uid, file.uid, note.uid, version.uid, proxy.id];
  // The client has the path already, so the test must not search for that.
  const moved = '/default-domain/workspaces/closed';
  await rename(app, top.uid, 'closed');
  const executionId = await runInBackground(app, file.uid);
  const conversionId = await scheduleConversion(app, file.uid);
  const entryId = await hideEntry(app);
  const query = `SELECT * FROM Document WHERE dc:title = 'nothing'`;
  const { commandId } = await run(app, 'setProperties', { query });
  const jobId = await hideJob(app);
  const path = moved;
  const background = { executionId, conversionId, commandId, jobId };
  return { documentIds, path, batchId, entryId, workflowId, taskId, ...background };
}

/** With something to hide among its variables. */
async function startReview(app: TestApp, documentId: string): Promise<[string, string]> {
  const variables = { initiatorComment: `${secret} comment` };
  const body = { ...reviewOf([documentId]), variables };
  const workflow = await app.request('POST /api/v1/workflow', { body });
  const tasks = await app.request(`GET /api/v1/id/${documentId}/@task`);
  return [workflow.json.id, tasks.json.entries[0].id];
}

/** Until it has ended: a job would change the store during the tests. */
async function scheduleConversion(app: TestApp, id: string): Promise<string> {
  const scheduled = await app.request(`POST /api/v1/id/${id}/@convert?type=text/html&async=true`);
  const { conversionId } = scheduled.json;
  for (;;) {
    const { json } = await app.request(`GET /api/v1/conversions/${conversionId}/poll`);
    if (json.status === 'completed') return conversionId;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A result that shows something hidden, waiting to be read by its caller. */
async function runInBackground(app: TestApp, value: string): Promise<string> {
  const line = 'POST /api/v1/automation/Document.Fetch/@async';
  const response = await app.request(line, { body: { params: { value } } });
  const path = new URL(String(response.headers.location)).pathname.replace('/nuxeo', '');
  await vi.waitUntil(async () => (await app.request(`GET ${path}`)).status === 303, {
    timeout: 60_000,
  });
  return path.split('/').at(-2) ?? '';
}

async function hideEntry(app: TestApp): Promise<string> {
  const body = { 'entity-type': 'directoryEntry', properties: { name: `${secret} client` } };
  const response = await app.request('POST /api/v1/directory/oauth2Clients', { body });
  expect(response.status).toBe(201);
  return response.json.id;
}

/** Of a kind that no worker has, so that it stays. */
function hideJob({ services }: TestApp): Promise<string> {
  const job = { kind: secret, payload: { secret }, runAtMs: now() + 3_600_000 };
  return services.database.write((handle) => enqueueJob(handle, job));
}

async function rename(app: TestApp, id: string, name: string): Promise<void> {
  const workspaces = (await app.request('GET /api/v1/path/default-domain/workspaces')).json;
  await app.services.database.write((handle) =>
    moveDocument(createSystemUnit(handle, app.services.repository), {
      id: id as DocumentId,
      targetId: workspaces.uid,
      name,
    }),
  );
}
