import { AppError } from '../../base/errors/app-error.ts';
import { graphSchema, writeGraph } from '../../entities/graph-entity.ts';
import { workflowSchema, workflowsSchema } from '../../entities/workflow-entity.ts';
import {
  getSeenInstance,
  getShownInstance,
  listOwnInstances,
} from '../../repository/workflow/read-instances.ts';
import { inQuery } from '../parameters.ts';
import {
  graphParameter,
  shownWorkflow,
  shownWorkflows,
  translatorOf,
  workflowParameters,
} from '../replies/workflow-reply.ts';
import { textOf } from '../requests/task-filter.ts';
import { readStartBody } from '../requests/workflow-input.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply } from '../route.ts';
import { cancelInstance, startInstance } from '../workflow-actions.ts';

const noWorkflow = 'no such workflow';

const startRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/workflow',
  access: 'authenticated',
  summary: 'Starts a workflow on documents',
  body: 'json',
  bodyEntity: 'workflow',
  parameters: workflowParameters,
  responses: {
    201: json('the workflow', workflowSchema),
    400: 'it cannot be started on one of the documents, or a value does not fit',
    403: 'no permission to read one of the documents',
    404: 'no such model or document',
  },
  async handle(context) {
    const body = readStartBody(context.body as Readonly<Record<string, unknown>>);
    return jsonReply(201, await startInstance(context, body));
  },
});

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/workflow',
  access: 'authenticated',
  summary: 'The running workflows that the caller has started, the oldest first',
  body: 'none',
  parameters: [inQuery('workflowModelName', 'only workflows of this model'), ...workflowParameters],
  responses: {
    200: json('the workflows', workflowsSchema),
    400: 'there are too many for one response, or a parameter cannot be read',
  },
  async handle(context) {
    const modelName = textOf(context.query, 'workflowModelName');
    const entries = await context.readBounded(async (unit) =>
      shownWorkflows(context, unit, await listOwnInstances(unit, { modelName })),
    );
    return jsonReply(200, { 'entity-type': 'workflows', entries });
  },
});

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/workflow/:workflowId',
  access: 'authenticated',
  summary: 'One workflow, running or not',
  body: 'none',
  parameters: workflowParameters,
  responses: {
    200: json('the workflow', workflowSchema),
    403: 'the caller has not started it',
    404: noWorkflow,
  },
  async handle(context) {
    const { workflowId = '' } = context.params;
    const entity = await context.read(async (unit) =>
      shownWorkflow(context, unit, await getShownInstance(unit, workflowId)),
    );
    return jsonReply(200, entity);
  },
});

const cancelRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/workflow/:workflowId',
  access: 'authenticated',
  summary: 'Cancels a running workflow with its open tasks',
  body: 'none',
  responses: {
    204: empty('it is cancelled'),
    403: 'the caller has not started it, and is no power user',
    404: noWorkflow,
    409: 'it has ended already',
  },
  async handle(context) {
    await cancelInstance(context, context.params.workflowId ?? '');
    return emptyReply();
  },
});

const graphRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/workflow/:workflowId/graph',
  access: 'authenticated',
  summary: 'The nodes of a workflow with their states, and how they are connected',
  body: 'none',
  parameters: [graphParameter],
  responses: {
    200: json('the graph', graphSchema),
    403: 'the caller may neither read the workflow nor one of its tasks or documents',
    404: noWorkflow,
  },
  async handle(context) {
    const { workflowId = '' } = context.params;
    const { model, modelName, nodes } = await context.read((unit) =>
      getSeenInstance(unit, workflowId),
    );
    const translate = translatorOf(context);
    if (model) return jsonReply(200, writeGraph(model, { records: nodes, translate }));
    throw new AppError('store.corrupt', `The model ${modelName} of a workflow is not in the store`);
  },
});

export const workflowRoutes = [startRoute, listRoute, readRoute, cancelRoute, graphRoute];
