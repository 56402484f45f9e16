import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';

interface ExpectedOperation {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly requires: string | null;
  readonly since: string | null;
  readonly chain: boolean;
  readonly signature: readonly string[];
  readonly restrictedTo: string | null;
  readonly params: readonly {
    readonly name: string;
    readonly alias: readonly string[];
    readonly type: string;
    readonly required: boolean;
    readonly order: number;
    readonly values: readonly string[];
    readonly widget: string | null;
  }[];
}

/** What existing clients expect of each operation. */
const expected = JSON.parse(
  readFileSync(new URL('../../data/operation-descriptors.json', import.meta.url), 'utf8'),
) as readonly ExpectedOperation[];
const expectedById = new Map(expected.map((operation) => [operation.id, operation]));

/** Operations of this server that the reference does not have. */
const ownOperations = new Set([
  'Blob.DownloadTree',
  'Blob.MeasureDownload',
  'Fulltext.ListUnreadFiles',
  'Workflow.SummarizeOpinions',
]);

describe('the operation registry', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
  });
  afterAll(() => app.close());

  test('is answered without login, in its own content type where asked for', async () => {
    const accept = 'application/json+nxautomation';
    const response = await app.request('GET /site/automation', { user: null, headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe(accept);
    expect(response.json.paths).toEqual({ login: 'login' });
    for (const other of ['application/json', 'application/json, */*', '*/*']) {
      const plain = await app.request('GET /api/v1/automation', { headers: { accept: other } });
      expect(plain.headers['content-type']).toBe('application/json');
      expect(plain.json).toEqual(response.json);
    }
    const pretty = await app.request('GET /site/automation?pretty=true');
    expect(pretty.text).toContain('\n  "paths"');
    expect(pretty.json).toEqual(response.json);
  });

  test('lists operations and chains by label, chains a second time with their own address', async () => {
    const { json } = await app.request('GET /site/automation');
    const labels = json.operations.map(({ label }: { label: string }) => label);
    expect(labels).toEqual([...labels].sort((a, b) => (a < b ? -1 : 1)));
    for (const chain of json.chains) {
      expect(chain.url).toBe(`Chain.${chain.id}`);
      expect(json.operations).toContainEqual({ ...chain, url: chain.id });
    }
  });

  test('describes every operation, chain and parameter with a string', async () => {
    const { operations, chains } = (await app.request('GET /site/automation')).json;
    for (const each of [...operations, ...chains]) {
      expect([each.id, typeof each.description]).toEqual([each.id, 'string']);
      for (const { name, description } of each.params) {
        expect([each.id, name, typeof description]).toEqual([each.id, name, 'string']);
      }
      const alone = await app.request(`GET /site/automation/${each.id}`);
      expect([each.id, alone.json.description]).toEqual([each.id, each.description]);
    }
  });

  test('describes every operation as existing clients expect it', async () => {
    const { json } = await app.request('GET /site/automation');
    for (const operation of json.operations) {
      if (ownOperations.has(operation.id)) continue;
      const known = expectedById.get(operation.id);
      if (!known) throw new Error(`${operation.id} is not an operation of this API`);
      const { url, description, ...described } = operation;
      expect(url).toBe(known.id);
      if (!known.chain) expect(description).toMatch(/^[A-Z].*[.]$/s);
      expect(described).toEqual({
        id: known.id,
        ...(known.aliases.length > 0 && { aliases: known.aliases }),
        label: known.label,
        category: known.category,
        requires: known.requires,
        ...(known.since !== null && { since: known.since }),
        signature: known.signature,
        params: known.params.map(({ alias, ...param }) => ({
          ...param,
          description: expect.stringMatching(/^[A-Z].*[.]$/s),
        })),
      });
    }
  });

  test('operations take their parameters under the other names clients use', () => {
    for (const operation of app.services.automation.registry.operations) {
      for (const param of expectedById.get(operation.id)?.params ?? []) {
        const accepted = [param.name, ...(operation.params[param.name]?.aliases ?? [])];
        expect(accepted).toEqual(expect.arrayContaining([...param.alias]));
      }
    }
  });

  test('administrative operations are open to administrators only', () => {
    for (const operation of app.services.automation.registry.operations) {
      if (ownOperations.has(operation.id)) continue;
      const isRestricted = expectedById.get(operation.id)?.restrictedTo === 'administrators';
      expect([operation.id, operation.access === 'administrator']).toEqual([
        operation.id,
        isRestricted,
      ]);
    }
  });

  test('one operation is described under its id and its aliases', async () => {
    const byId = await app.request('GET /site/automation/Repository.GetDocument');
    const byAlias = await app.request('GET /api/v1/automation/Document.Fetch');
    expect(byId.status).toBe(200);
    expect(byId.json).toMatchObject({
      id: 'Repository.GetDocument',
      signature: ['void', 'document'],
    });
    expect(byAlias.json).toEqual(byId.json);
    expect((await app.request('GET /site/automation/No.Such')).status).toBe(404);
    expect((await app.request('GET /site/automation/Log', { user: null })).status).toBe(401);
  });
});
