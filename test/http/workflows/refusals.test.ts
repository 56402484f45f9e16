import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/log.ts';
import type { TestApp } from '../../support/app.ts';
import { engines } from '../../support/engines.ts';
import {
  createReviewed,
  endTask,
  postWorkflow,
  startWithWorkflows,
  startWorkflow,
  taskOf,
} from '../../support/reviews.ts';

/** Statuses are the subject of the tests of routes; here it is the codes, as the log has them. */
describe.each(engines)('refusals of workflows on %s', (engine) => {
  const codes: unknown[] = [];
  const log = createLogger('debug', 'json', {
    write: (line) => codes.push(JSON.parse(line).code),
  });
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithWorkflows(engine, {}, { log });
  });
  afterAll(() => app.close());

  const send = (line: string) => app.request(line, { user: 'ann' });

  test('have a code each', async () => {
    const documents = [await createReviewed(app, 'refused')];
    const closed = await createReviewed(app, 'closed');
    const { id } = await startWorkflow(app, { documents });
    const first = await taskOf(app, 'ben', id);
    await endTask(app, first.id, 'approve', { user: 'ben' });
    const decision = await taskOf(app, 'ann', id);
    const canceled = await startWorkflow(app, { documents });
    await send(`DELETE /api/v1/workflow/${canceled.id}`);
    const expected: Readonly<Record<string, () => Promise<unknown>>> = {
      'task.not-found': () => send('GET /api/v1/task/nothing'),
      'task.not-active': () => endTask(app, first.id, 'approve', { user: 'ben' }),
      'workflow.model-not-found': () => send('GET /api/v1/workflowModel/None'),
      'workflow.no-transition': () => endTask(app, decision.id, 'nowhere', { user: 'ann' }),
      'workflow.not-active': () => send(`DELETE /api/v1/workflow/${canceled.id}`),
      'workflow.not-available': () => postWorkflow(app, { documents: [closed], model: 'Sign' }),
      'workflow.not-found': () => send('GET /api/v1/workflow/nothing'),
      'workflow.not-reassignable': () =>
        app.request(`PUT /api/v1/task/${decision.id}/reassign?actors=ben`, { user: 'ann' }),
      'workflow.step-failed': () => postWorkflow(app, { documents, variables: {} }),
      'workflow.variable-invalid': () =>
        postWorkflow(app, { documents, variables: { count: 'many' } }),
    };
    for (const [code, cause] of Object.entries(expected)) {
      codes.length = 0;
      await cause();
      expect(codes, code).toContain(code);
    }
  });
});
