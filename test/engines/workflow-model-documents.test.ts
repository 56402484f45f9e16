import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { createPrincipal } from '../../src/model/principal.ts';
import { compileModel } from '../../src/model/workflow/compile-model.ts';
import { loadDefaultWorkflows } from '../../src/model/workflow/workflow-file.ts';
import { WorkflowModels } from '../../src/model/workflow/workflow-models.ts';
import {
  createSystemUnit,
  createUnit,
  type RepositoryContext,
} from '../../src/repository/unit/unit.ts';
import {
  ensureModelDocuments,
  findModelDocuments,
  hasOtherModelDocuments,
} from '../../src/repository/workflow/model-documents.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

const own = compileModel({
  name: 'Own',
  title: 'own.title',
  nodes: [
    { id: 'begin', start: true, transitions: [{ name: 'go', target: 'end' }] },
    { id: 'end', stop: true },
  ],
});

describe.each(engines)('the documents of workflow models, on %s,', (engine) => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await openTestRepository(engine);
  });
  afterEach(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const contextWith = (models: readonly (typeof own)[]): RepositoryContext => ({
    ...repository.context,
    workflowModels: new WorkflowModels(models),
  });
  const ensure = (context: RepositoryContext = repository.context): Promise<void> =>
    repository.database.write((handle) => ensureModelDocuments(createSystemUnit(handle, context)));
  const differs = (context: RepositoryContext = repository.context): Promise<boolean> =>
    repository.database.read((handle) => hasOtherModelDocuments(createSystemUnit(handle, context)));
  const find = (context = repository.context): Promise<ReadonlyMap<string, Document>> => {
    const bob = createPrincipal('bob', [], false);
    return repository.database.read((handle) =>
      findModelDocuments(createUnit(handle, context, bob)),
    );
  };

  test('are made once, also by two servers that start at once', async () => {
    expect(await differs()).toBe(true);
    expect(await find()).toEqual(new Map());
    await Promise.all([ensure(), ensure()]);
    expect(await differs()).toBe(false);
    const documents = await find();
    expect([...documents.keys()].sort()).toEqual([
      'ParallelDocumentReview',
      'SerialDocumentReview',
    ]);
    const serial = documents.get('SerialDocumentReview');
    expect(serial).toMatchObject({
      type: 'DocumentRoute',
      path: '/document-route-models-root/SerialDocumentReview',
      state: 'validated',
      properties: {
        'dc:title': 'wf.serialDocumentReview.SerialDocumentReview',
        'docri:variablesFacet': 'facet-var_SerialDocumentReview',
      },
    });
    expect(await repository.user('bob').canRead(serial?.id ?? expect.fail('no document'))).toBe(
      true,
    );
  });

  test('come with the closed folders of tasks and instances', async () => {
    await ensure();
    const bob = repository.user('bob');
    const manager = repository.user('carol', 'routeManagers');
    for (const [path, type, forManagers] of [
      ['/task-root', 'TaskRoot', false],
      ['/document-route-instances-root', 'DocumentRouteInstancesRoot', true],
    ] as const) {
      const root = await repository.system.get({ path });
      expect(root.type).toBe(type);
      expect([await bob.canRead(root.id), await manager.canRead(root.id)]).toEqual([
        false,
        forManagers,
      ]);
    }
  });

  test('follow the configuration, with their ids', async () => {
    await ensure();
    const before = await find();
    const renamed = loadDefaultWorkflows().all.map((model) => ({ ...model, title: model.name }));
    const context = contextWith([...renamed, own]);
    expect(await differs(context)).toBe(true);
    await ensure(context);
    expect(await differs(context)).toBe(false);
    const after = await find(context);
    expect(after.size).toBe(3);
    for (const [name, { id }] of before) {
      expect(after.get(name)).toMatchObject({ id, properties: { 'dc:title': name } });
    }
    expect(after.get('Own')?.properties['dc:title']).toBe('own.title');
  });

  test('go with their models, unless an instance names the model', async () => {
    const context = contextWith([...loadDefaultWorkflows().all, own]);
    await ensure(context);
    await addInstance('Own');
    const none = contextWith([]);
    expect(await differs(none)).toBe(true);
    await ensure(none);
    // The lists of folders do not show documents of models.
    const pathOf = (name: string) => ({ path: `/document-route-models-root/${name}` });
    expect(await repository.system.get(pathOf('Own'))).toMatchObject({ type: 'DocumentRoute' });
    const gone = repository.system.get(pathOf('SerialDocumentReview'));
    await expect(gone).rejects.toMatchObject({ code: 'document.not-found' });
    expect([...(await find(none)).keys()]).toEqual([]);
    expect(await differs(none)).toBe(false);
  });

  async function addInstance(name: string): Promise<void> {
    const { system, workspaces, database, context } = repository;
    const { id } = await system.create(workspaces.id, { name, type: 'DocumentRoute' });
    await database.write(async (handle) => {
      const models = context.workflowModels;
      const definition = models.definitionOf(own);
      const digest = models.digestOf(own);
      const { builder } = handle;
      await handle.run(
        builder.updateTable('document').set({ lifecycle_state: 'done' }).where('id', '=', id),
      );
      await handle.run(
        builder.insertInto('workflow_model').values({ digest, name, definition, stored_at: 1 }),
      );
      await handle.run(
        builder.insertInto('workflow_instance').values({
          id,
          model_name: name,
          model_digest: digest,
          state: 'done',
          initiator: 'bob',
          started_at: 1,
          ended_at: 2,
          parent_id: null,
          parent_node: null,
          variables: '{}',
          nodes: '{}',
        }),
      );
    });
  }
});
