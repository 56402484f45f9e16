import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { Random } from '../../support/random.ts';
import { fileModel, randomModel, type WalkState, walk } from '../../support/workflow-walk.ts';
import {
  endTask,
  instanceOf,
  instancesOf,
  startWithWorkflows,
  tasksOf,
  tryStart,
} from '../../support/workflows.ts';

const modelCount = 12;
const stepsMax = 12;
const me = 'Administrator';

describe.each(engines)('random models on %s', (engine) => {
  const random = new Random();
  const models = Array.from({ length: modelCount }, (_, at) => randomModel(random, `Random${at}`));
  let app: TestApp;
  let uid: string;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, { models: models.map((each) => fileModel(each, me)) });
    ({ uid } = await createDocument(app, { name: 'walked' }));
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
    await app.close();
  });

  const openNodes = async (id: string): Promise<string[]> =>
    (await tasksOf(app, id))
      .filter(({ state }) => state === 'opened')
      .map(({ node_id }) => node_id)
      .sort();

  async function expectState(id: string, state: WalkState, context: string): Promise<void> {
    const instance = await instanceOf(app, id);
    expect(await openNodes(id), context).toEqual([...state.open].sort());
    expect(instance.state, context).toBe(state.isDone ? 'done' : 'running');
  }

  test.each(models)('$name goes the ways that a simple walk goes', async (model) => {
    const told = `seed ${random.seed}, ${JSON.stringify(model)}`;
    const response = await tryStart(app, model.name, [uid]);
    let state = walk(model, null, { node: 'n0', button: null });
    expect(response.status, told).toBe(state ? 200 : 400);
    if (!state) return;
    const id = (await instancesOf(app)).at(-1)?.id ?? '';
    await expectState(id, state, told);
    const steps: string[] = [];
    for (let count = 0; count < stepsMax && state.open.size > 0; count += 1) {
      const node = random.pick([...state.open].sort());
      const status = random.pick(['yes', 'no'] as const);
      steps.push(`${node} ${status}`);
      const next: WalkState | undefined = walk(model, state, { node, button: status });
      const ended = await endTask(app, id, { node, status });
      const context = `${told}, steps ${steps.join(', ')}: ${ended.text}`;
      expect(ended.status, context).toBe(next ? 200 : 400);
      state = next ?? state;
      await expectState(id, state, context);
    }
  });
});
