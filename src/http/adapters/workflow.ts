import { AppError } from '../../base/errors/app-error.ts';
import { anyOf } from '../../entities/json-schema.ts';
import { taskListSchema, writeTaskList } from '../../entities/task-entity.ts';
import { workflowSchema, workflowsSchema } from '../../entities/workflow-entity.ts';
import { listInstancesOn, requireInstance } from '../../repository/workflow/read-instances.ts';
import { listOpenTasksOn } from '../../repository/workflow/read-tasks.ts';
import {
  shownTasks,
  shownWorkflows,
  taskParameters,
  workflowParameters,
} from '../replies/workflow-reply.ts';
import { entityContent } from '../request-content.ts';
import { jsonRulesOf, readJsonBody, requireEntity } from '../requests/body.ts';
import { getAddressed } from '../requests/document-address.ts';
import { readStartBody } from '../requests/workflow-input.ts';
import { json } from '../responses.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { startInstance } from '../workflow-actions.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

async function read(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  const args = target.args.filter((each, at) => each !== '' || at < target.args.length - 1);
  const [workflowId, what, ...more] = args;
  if (workflowId === undefined) return list(context, target);
  if (what === 'task' && more.length === 0) return listTasks(context, target, workflowId);
  throw new AppError('resource.not-found', `Nothing at @workflow/${args.join('/')}`);
}

async function list(context: RequestContext, { address }: AdapterTarget): Promise<RouteReply> {
  const entries = await context.readBounded(async (unit) => {
    const document = await getAddressed(unit, address);
    return shownWorkflows(context, unit, await listInstancesOn(unit, document.id));
  });
  return jsonReply(200, { 'entity-type': 'workflows', entries });
}

async function listTasks(
  context: RequestContext,
  { address }: AdapterTarget,
  workflowId: string,
): Promise<RouteReply> {
  const entity = await context.readBounded(async (unit) => {
    const document = await getAddressed(unit, address);
    await requireInstance(unit, workflowId);
    const tasks = await listOpenTasksOn(unit, document.id, { instanceId: workflowId });
    return writeTaskList(await shownTasks(context, unit, tasks));
  });
  return jsonReply(200, entity);
}

/** The document is the only one, whatever the body says. */
async function start(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  if (target.args.some((each) => each !== '')) {
    throw new AppError('request.method-not-allowed', 'A workflow of a document takes GET');
  }
  const { id } = await context.read((unit) => getAddressed(unit, target.address));
  const sent = await readJsonBody(context, jsonRulesOf(context.services.config));
  const entity = requireEntity(sent, 'workflow');
  const body = readStartBody({ ...entity, attachedDocumentIds: [id] });
  return jsonReply(201, await startInstance(context, body));
}

export const workflowAdapters = [
  defineAdapter({
    name: 'workflow',
    method: 'GET',
    summary:
      'The running workflows on the document that the caller may read, or the open tasks of one',
    argsPattern: '',
    parameters: [...workflowParameters, ...taskParameters.slice(0, 1)],
    responses: {
      200: json('workflows, or tasks', anyOf(workflowsSchema, taskListSchema)),
      400: 'there are too many for one response',
      403: 'no permission to read the document',
      404: 'no such document or workflow',
    },
    handle: read,
  }),
  defineAdapter({
    name: 'workflow',
    method: 'POST',
    summary: 'Starts a workflow on the document',
    argsPattern: '',
    bodyContent: entityContent('workflow'),
    parameters: workflowParameters,
    responses: {
      201: json('the workflow', workflowSchema),
      400: 'it cannot be started on the document, or a value does not fit',
      403: 'no permission to read the document',
      404: 'no such document or model',
    },
    handle: start,
  }),
];
