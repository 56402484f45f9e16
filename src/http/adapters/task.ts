import { AppError } from '../../base/errors/app-error.ts';
import { taskListSchema, taskSchema, writeTaskList } from '../../entities/task-entity.ts';
import { listOpenTasksOn } from '../../repository/workflow/read-tasks.ts';
import { inQuery } from '../parameters.ts';
import { shownTasks, taskParameters } from '../replies/workflow-reply.ts';
import { entityContent } from '../request-content.ts';
import { getAddressed } from '../requests/document-address.ts';
import { readTaskFilter, taskFilterParameters } from '../requests/task-filter.ts';
import { content, either, json } from '../responses.ts';
import { emptyReply, jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { assignTask, endTask } from '../workflow-actions.ts';
import { type AdapterTarget, defineAdapter } from './adapter.ts';

async function list(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  refuseArguments(target);
  const { filterFor } = readTaskFilter(context.query);
  const entity = await context.readBounded(async (unit) => {
    const document = await getAddressed(unit, target.address);
    const tasks = await listOpenTasksOn(unit, document.id, await filterFor(unit));
    return writeTaskList(await shownTasks(context, unit, tasks));
  });
  return jsonReply(200, entity);
}

/** As `/task/{taskId}/{action}`, for a task on the document. */
async function act(context: RequestContext, { address, args }: AdapterTarget): Promise<RouteReply> {
  const [taskId = '', action = '', ...more] = args;
  if (taskId === '' || action === '' || more.length > 0) {
    throw new AppError('resource.not-found', 'Name a task and an action after @task/');
  }
  const { id: documentId } = await context.read((unit) => getAddressed(unit, address));
  const task = { taskId, documentId };
  if (action !== 'reassign' && action !== 'delegate') {
    return jsonReply(200, await endTask(context, task, action));
  }
  await assignTask(context, task, action);
  return emptyReply(200);
}

/** @throws AppError resource.not-found */
function refuseArguments({ args }: AdapterTarget): void {
  const [first = ''] = args;
  if (first !== '') throw new AppError('resource.not-found', `Nothing at @task/${first}`);
}

export const taskAdapters = [
  defineAdapter({
    name: 'task',
    method: 'GET',
    summary: 'The open tasks on the document that the caller may read, by their due dates',
    argsPattern: '',
    parameters: [...taskFilterParameters, ...taskParameters],
    responses: {
      200: json('the tasks', taskListSchema),
      400: 'there are too many for one response',
      403: 'no permission to read the document',
      404: 'no such document',
    },
    handle: list,
  }),
  defineAdapter({
    name: 'task',
    method: 'PUT',
    summary: 'Ends a task on the document with one of its buttons, or does reassign or delegate',
    argsPattern: '/:taskId/:action',
    bodyContent: entityContent('task'),
    parameters: [
      inQuery('actors', 'of reassign: names of users or groups, one each'),
      inQuery('delegatedActors', 'of delegate: names of users or groups, one each'),
      inQuery('comment', 'of both: added to the comments of the task'),
      ...taskParameters,
    ],
    responses: {
      200: either(
        'the task as it is now; nothing for reassign and delegate',
        json('', taskSchema),
        content(''),
      ),
      400: 'an unknown action, a value that does not fit, or a step of the workflow that fails',
      403: 'the caller is neither its initiator nor one of its actors',
      404: 'no such document, or no such task on it',
      409: 'the task is not open any more',
    },
    handle: act,
  }),
];
