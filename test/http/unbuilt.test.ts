import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkActions } from '../../src/bulk/actions/index.ts';
import { findEnricher } from '../../src/enrichers/index.ts';
import { adapters } from '../../src/http/adapters/index.ts';
import type { RouteDefinition } from '../../src/http/route.ts';
import { routes } from '../../src/http/routes/index.ts';
import { unbuiltRoutes } from '../../src/http/routes/unbuilt.ts';
import { unbuilt } from '../../src/model/unbuilt.ts';
import { findAuditProvider } from '../../src/repository/search/audit-providers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { callOperation } from '../support/operations.ts';

const roots = { api: '/api/v1', automation: '/site/automation', base: '' } as const;

/** A request that the pattern matches. */
function lineOf({ method, root, path }: RouteDefinition): string {
  return `${method} ${roots[root]}${path.replace(/:\w+/g, 'Some-1').replace(/\*$/, 'a/b')}`;
}

/** What the contract says can be asked of documents. */
const contractEnrichers = [
  ...['acls', 'audit', 'breadcrumb', 'children', 'collections', 'documentURL', 'favorites'],
  ...['firstAccessibleAncestor', 'hasContent', 'hasFolderishChild', 'highlight', 'pendingTasks'],
  ...['permissions', 'preview', 'publications', 'renditions', 'runnableWorkflows'],
  ...['runningWorkflows', 'subscribedNotifications', 'subtypes', 'tags', 'thumbnail'],
  'userVisiblePermissions',
];

/** Requests of the contract beside users, documents and operations. */
const contractLines = [
  'GET /task/:taskId',
  'GET /management/bulk/:commandId',
  'DELETE /management/bulk/:commandId',
  'DELETE /management/blobs/orphaned',
  'GET /management/scheduler',
  'PUT /management/scheduler/stop',
  'PUT /management/scheduler/start',
  'GET /management/connect/status',
  'GET /capabilities',
  'GET /management/migration',
  'GET /management/migration/:migrationId',
  'POST /management/migration/:migrationId/probe',
  'POST /management/migration/:migrationId/run',
  'POST /management/migration/:migrationId/run/:stepId',
  'GET /group/*',
  'GET /search/lang/pp/:name',
];

const knownOperations = JSON.parse(
  readFileSync(new URL('../data/operation-descriptors.json', import.meta.url), 'utf8'),
) as readonly { readonly id: string; readonly aliases: readonly string[] }[];

describe('what is not built yet', () => {
  let app: TestApp;
  let documentId: string;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
    await createUser(app, 'plain');
    documentId = (await createDocument(app, { name: 'unbuilt', type: 'File' })).uid;
  });
  afterAll(() => app.close());
  const expectUnbuilt = async (line: string, name: string, body?: unknown) => {
    const { status, json } = await app.request(line, body === undefined ? {} : { body });
    const message = `${name} is not available on this server yet`;
    expect([line, status, json]).toEqual([
      line,
      501,
      { 'entity-type': 'exception', status: 501, message },
    ]);
  };

  test('routes answer 501 with their name, after the credentials', async () => {
    for (const route of unbuiltRoutes) {
      const line = lineOf(route);
      expect([line, (await app.request(line, { user: null })).status]).toEqual([line, 401]);
      await expectUnbuilt(line, `${route.method} ${roots[route.root]}${route.path}`);
    }
  });

  test('management is refused to ordinary users as it will be', async () => {
    const { status } = await app.request('GET /api/v1/management/scheduler', { user: 'plain' });
    expect(status).toBe(403);
  });

  test('adapters of documents answer 501, also behind a blob', async () => {
    for (const name of unbuilt.adapters) {
      await expectUnbuilt(`GET /api/v1/id/${documentId}/@${name}/x`, `@${name}`);
    }
    await expectUnbuilt(`GET /api/v1/id/${documentId}/@blob/file:content/@bo`, '@bo');
  });

  test('operations answer 501 by each of their names, wherever they are called', async () => {
    for (const name of unbuilt.operations) {
      await expectUnbuilt(`POST /site/automation/${name}`, `The operation ${name}`, {});
    }
    const [name = ''] = unbuilt.operations;
    const what = `The operation ${name}`;
    await expectUnbuilt(`GET /site/automation/${name}`, what);
    await expectUnbuilt(`POST /site/automation/Chain.${name}`, `The operation Chain.${name}`, {});
    await expectUnbuilt(`POST /site/automation/${name}/@async`, what, {});
    await expectUnbuilt(`POST /api/v1/id/${documentId}/@op/${name}`, what, {});
    const nested = await callOperation(app, 'RunOperation', { params: { id: name } });
    expect([nested.status, nested.json.message]).toEqual([
      501,
      `${what} is not available on this server yet`,
    ]);
  });

  test('page providers answer 501, of documents and of the audit', async () => {
    for (const name of unbuilt.pageProviders) {
      const what = `The page provider ${name}`;
      await expectUnbuilt(`GET /api/v1/search/pp/${name}/execute`, what);
    }
    const [name = ''] = unbuilt.pageProviders;
    for (const id of ['Repository.PageProvider', 'Audit.QueryWithPageProvider']) {
      expect((await callOperation(app, id, { params: { providerName: name } })).status).toBe(501);
    }
  });

  test('bulk actions answer 501, over REST and as an operation', async () => {
    for (const name of unbuilt.bulkActions) {
      const path = `/api/v1/search/bulk/${name}?query=SELECT`;
      await expectUnbuilt(`POST ${path}`, `The bulk action ${name}`, {});
    }
    const [action = ''] = unbuilt.bulkActions;
    const params = { action, query: 'SELECT * FROM Document' };
    expect((await callOperation(app, 'Bulk.RunAction', { params })).status).toBe(501);
  });

  test('unknown enrichers leave no contextParameters', async () => {
    const headers = { 'enrichers.document': 'nobodyKnows' };
    const { json } = await app.request(`GET /api/v1/id/${documentId}`, { headers });
    expect(json).not.toHaveProperty('contextParameters');
  });

  test('unknown names are 404', async () => {
    for (const line of [
      'GET /api/v1/tasks',
      'GET /api/v1/management/nothing',
      'GET /api/v1/oauth2/nothing',
      'GET /site/nothing',
      `GET /api/v1/id/${documentId}/@nothing`,
      'GET /api/v1/search/pp/nothing/execute',
      'GET /site/automation/Nothing',
    ]) {
      expect([line, (await app.request(line)).status]).toEqual([line, 404]);
    }
    expect((await app.request('DELETE /api/v1/task')).status).toBe(405);
  });

  test('is logged once, as a warning without a stack', async () => {
    const written: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written.push(String(chunk));
        done();
      },
    });
    const fresh = await startTestApp('sqlite', {}, pino({ level: 'warn' }, stream));
    for (let n = 0; n < 3; n += 1) {
      await fresh.request(`GET /api/v1/management/sequencers?n=${n}`);
      await fresh.request('POST /site/automation/TemplateProcessor.Render', { body: {} });
    }
    await fresh.close();
    const lines = written.map((line) => JSON.parse(line));
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'GET /api/v1/management/sequencers is not available on this server yet'],
      [40, 'The operation TemplateProcessor.Render is not available on this server yet'],
    ]);
    expect(lines[0]).toMatchObject({ code: 'server.not-implemented', url: expect.any(String) });
    expect(written.join()).not.toContain('"stack"');
  });

  test('the list has nothing that is built', async () => {
    const { registry } = app.services.automation;
    const { pageProviders } = app.services;
    const built = new Set(
      routes.filter((route) => !unbuiltRoutes.includes(route)).map((route) => lineOf(route)),
    );
    expect(unbuiltRoutes.map(lineOf).filter((line) => built.has(line))).toEqual([]);
    expect(adapters.filter(({ name }) => unbuilt.adapters.has(name))).toEqual([]);
    expect([...unbuilt.operations].filter((name) => registry.find(name))).toEqual([]);
    const actions = bulkActions.map(({ name }) => name);
    expect(actions.filter((name) => unbuilt.bulkActions.has(name))).toEqual([]);
    const providers = new Set(pageProviders.all.map(({ name }) => name));
    const isBuilt = (name: string) => providers.has(name) || findAuditProvider(name);
    expect([...unbuilt.pageProviders].filter(isBuilt)).toEqual([]);
  });

  test('the list has all of the contract and of the operations that is not built', async () => {
    const lines = new Set(
      routes.filter(({ root }) => root === 'api').map(({ method, path }) => `${method} ${path}`),
    );
    expect(contractLines.filter((line) => !lines.has(line))).toEqual([]);
    expect(contractEnrichers.filter((name) => !findEnricher(name))).toEqual([]);
    const { registry } = app.services.automation;
    const names = knownOperations.flatMap(({ id, aliases }) => [id, ...aliases]);
    const isKnown = (name: string) => unbuilt.operations.has(name) || registry.find(name);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
    const { operations } = (await app.request('GET /site/automation')).json;
    const listed = operations.map(({ id }: { id: string }) => id);
    expect(listed.filter((id: string) => unbuilt.operations.has(id))).toEqual([]);
  });
});
