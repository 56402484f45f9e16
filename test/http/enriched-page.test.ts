import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { enrichers } from '../../src/enrichers/index.ts';
import { createDocument as insertDocument } from '../../src/repository/editing/create-document.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import type { TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { postWorkflow, startWithWorkflows, startWorkflow } from '../support/reviews.ts';
import { grantAce, setAcl } from '../support/security.ts';

const all = enrichers.map(({ name }) => name).join(',');
const ofWorkflows = 'pendingTasks,runnableWorkflows,runningWorkflows';
const pageSize = 50;

describe.each(engines)('a page of 50 documents on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  let ids: readonly string[];
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { development: true });
    folder = (await createDocument(app, { name: 'page', type: 'Folder' })).uid;
    await setAcl(app, folder, [grantAce('ann', 'ReadWrite'), grantAce('cleo', 'Read')]);
    ids = await fill();
  });
  afterAll(() => app.close());

  /** Folders with children, files with a collection, a tag, tasks and workflows, own entries, and a proxy. */
  async function fill(): Promise<readonly string[]> {
    const { database, repository } = app.services;
    const made = await database.write(async (handle) => {
      const unit = createSystemUnit(handle, repository);
      const added: string[] = [];
      const add = async (parent: string, name: string, type: string) =>
        insertDocument(unit, { parentId: parent as DocumentId, name, type, properties: {} });
      for (let at = 0; at < pageSize; at += 1) {
        const type = at % 5 === 0 ? 'Folder' : 'File';
        const { id } = await add(folder, `document-${at}`, type);
        if (type === 'Folder') await add(id, 'below', 'File');
        added.push(id);
      }
      return added;
    });
    const [, first = '', second = '', third = ''] = made;
    for (const id of [first, second]) {
      // No task with a condition: evaluating one may need queries of its own.
      await startWorkflow(app, { documents: [id], variables: { reviewers: ['eve'] } });
      await postWorkflow(app, { documents: [id], model: 'Sign' }, { user: 'cleo' });
      await callOperation(app, 'Services.TagDocument', { input: id, params: { tags: 'seen' } });
      await callOperation(app, 'Document.AddToFavorites', { input: id });
    }
    await setAcl(app, third, [grantAce('cleo', 'ReadWrite')]);
    return made;
  }

  async function read(user: string, names: string) {
    const line = `GET /api/v1/id/${folder}/@children?pageSize=${pageSize}`;
    const headers = { 'enrichers.document': names };
    // Once before: it verifies the password, and ACLs and models stay in caches.
    await app.request(line, { user, headers });
    const { status, json, headers: found } = await app.request(line, { user, headers });
    expect(status).toBe(200);
    const queries = Number(/(\d+) queries/.exec(String(found['server-timing']))?.[1]);
    return { queries, entries: json.entries };
  }

  test.each(['Administrator', 'ann', 'cleo'])(
    'with all enrichers costs at most 25 queries for %s',
    async (user) => {
      const plain = await read(user, '');
      const { queries, entries } = await read(user, all);
      expect(queries).toBeGreaterThan(plain.queries);
      expect(queries).toBeLessThanOrEqual(25);
      const shown = entries.map(
        ({ contextParameters }: { contextParameters: object }) => contextParameters,
      );
      expect(shown).toHaveLength(pageSize);
      for (const parameters of shown) {
        const names = Object.keys(parameters);
        // Of a user without the right to read permissions they are left out.
        for (const name of ['breadcrumb', 'children', 'permissions', 'runnableWorkflows']) {
          expect(names).toContain(name);
        }
      }
      // Each value is what the document has when it is read alone.
      for (const at of [0, 1, 3]) {
        const headers = { 'enrichers.document': all };
        const alone = await app.request(`GET /api/v1/id/${ids[at]}`, { user, headers });
        expect(shown[entries.findIndex((each: { uid: string }) => each.uid === ids[at])]).toEqual(
          alone.json.contextParameters,
        );
      }
    },
  );

  test.each(['Administrator', 'ann', 'cleo'])(
    'with the enrichers of workflows costs at most 4 queries more for %s',
    async (user) => {
      const plain = await read(user, '');
      const { queries } = await read(user, ofWorkflows);
      expect(queries - plain.queries).toBeLessThanOrEqual(4);
    },
  );
});
