import { AppError } from '../../base/errors/app-error.ts';
import { graphSchema, writeGraph } from '../../entities/graph-entity.ts';
import {
  workflowSchema,
  workflowsSchema,
  writeWorkflowModel,
} from '../../entities/workflow-entity.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import { findModelDocuments } from '../../repository/workflow/model-documents.ts';
import { writeOptions } from '../replies/document-reply.ts';
import { graphParameter, translatorOf } from '../replies/workflow-reply.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

const common = { method: 'GET', root: 'api', access: 'authenticated', body: 'none' } as const;
const noModel = 'no such model';

/** @throws AppError workflow.model-not-found */
function getModel({ services }: RequestContext, name: string): WorkflowModel {
  const model = services.repository.workflowModels.find(name);
  if (model) return model;
  throw new AppError('workflow.model-not-found', `No route found for id: ${name.slice(0, 200)}`);
}

/** The models in the form of workflows, by their names. */
async function shownModels(context: RequestContext): Promise<ReadonlyMap<string, object>> {
  const documents = await context.read(findModelDocuments);
  const writing = writeOptions(context, undefined);
  return new Map(
    context.services.repository.workflowModels.all.flatMap((model): [string, object][] => {
      const id = documents.get(model.name)?.id;
      return id ? [[model.name, writeWorkflowModel({ id, model }, writing)]] : [];
    }),
  );
}

const listRoute = defineRoute({
  ...common,
  path: '/workflowModel',
  summary: 'The models of workflows, as the configuration has them',
  responses: { 200: json('all models', workflowsSchema) },
  async handle(context) {
    const entries = [...(await shownModels(context)).values()];
    return jsonReply(200, { 'entity-type': 'workflows', entries });
  },
});

const readRoute = defineRoute({
  ...common,
  path: '/workflowModel/:modelName',
  summary: 'One model of workflows',
  responses: { 200: json('the model', workflowSchema), 404: noModel },
  async handle(context) {
    const model = getModel(context, context.params.modelName ?? '');
    const entity = (await shownModels(context)).get(model.name);
    if (entity) return jsonReply(200, entity);
    throw new AppError('workflow.model-not-found', `No route found for id: ${model.name}`);
  },
});

const graphRoute = defineRoute({
  ...common,
  path: '/workflowModel/:modelName/graph',
  summary: 'The nodes of a model and how they are connected',
  parameters: [graphParameter],
  responses: { 200: json('the graph', graphSchema), 404: noModel },
  async handle(context) {
    const model = getModel(context, context.params.modelName ?? '');
    return jsonReply(200, writeGraph(model, { records: {}, translate: translatorOf(context) }));
  },
});

export const workflowModelRoutes = [listRoute, readRoute, graphRoute];
