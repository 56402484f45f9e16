import { limits } from '../../base/limits.ts';
import { anyOf, texts } from '../../entities/json-schema.ts';
import {
  taskListSchema,
  taskPageSchema,
  taskSchema,
  writeTaskList,
  writeTaskPage,
} from '../../entities/task-entity.ts';
import {
  getShownTask,
  listAllOpenTasks,
  listOpenTasks,
} from '../../repository/workflow/read-tasks.ts';
import { inQuery } from '../parameters.ts';
import { shownTask, shownTasks, taskParameters } from '../replies/workflow-reply.ts';
import { type Page, pagingParameters, parsePage } from '../requests/paging.ts';
import { readTaskFilter, type TaskQuery, taskFilterParameters } from '../requests/task-filter.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';
import { assignTask, endTask } from '../workflow-actions.ts';

const noTask = 'no such task';

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/task',
  access: 'authenticated',
  summary: 'Open tasks that the caller may read, by their due dates; with a model not in pages',
  body: 'none',
  parameters: [...taskFilterParameters, ...pagingParameters, ...taskParameters],
  responses: {
    200: json('a page of tasks, or all tasks of a model', anyOf(taskPageSchema, taskListSchema)),
    400: 'a parameter cannot be read, or there are too many tasks for one response',
  },
  async handle(context) {
    const query = readTaskFilter(context.query);
    if (query.modelName !== undefined) return jsonReply(200, await listWhole(context, query));
    return jsonReply(200, await listPage(context, query, parsePage(context.query)));
  },
});

/** In the form that clients of this deprecated parameter expect. */
function listWhole(context: RequestContext, query: TaskQuery): Promise<object> {
  return context.readBounded(async (unit) => {
    const tasks = await listAllOpenTasks(unit, await query.filterFor(unit));
    return writeTaskList(await shownTasks(context, unit, tasks));
  });
}

function listPage(context: RequestContext, query: TaskQuery, page: Page): Promise<object> {
  return context.readBounded(async (unit) => {
    const { tasks, total } = await listOpenTasks(unit, await query.filterFor(unit), page);
    const entries = await shownTasks(context, unit, tasks);
    const facts = {
      resultsCount: total,
      pageSize: page.size,
      maxPageSize: limits.pageSizeMax,
      resultsCountLimit: limits.countDefault,
      currentPageSize: entries.length,
      offset: page.offset,
    };
    return writeTaskPage(facts, entries);
  });
}

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/task/:taskId',
  access: 'authenticated',
  summary: 'One task, open or not',
  body: 'none',
  parameters: taskParameters,
  responses: {
    200: json('the task', taskSchema),
    403: 'the caller is neither its initiator nor one of its actors',
    404: noTask,
  },
  async handle(context) {
    const entity = await context.read(async (unit) =>
      shownTask(context, unit, await getShownTask(unit, context.params.taskId ?? '')),
    );
    return jsonReply(200, entity);
  },
});

const refused = {
  403: 'the caller is neither its initiator nor one of its actors',
  404: noTask,
  409: 'the task is not open any more',
} as const;

const commentParameter = inQuery('comment', 'added to the comments of the task');

const reassignRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/task/:taskId/reassign',
  access: 'authenticated',
  summary: 'Gives an open task to other actors',
  body: 'none',
  parameters: [inQuery('actors', 'names of users or groups, one each', texts), commentParameter],
  responses: {
    200: empty('they are the actors now'),
    400: 'no actors, or the node does not allow it',
    ...refused,
  },
  async handle(context) {
    await assignTask(context, { taskId: context.params.taskId ?? '' }, 'reassign');
    return emptyReply(200);
  },
});

const delegateRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/task/:taskId/delegate',
  access: 'authenticated',
  summary: 'Lets others end an open task as well',
  body: 'none',
  parameters: [
    inQuery('delegatedActors', 'names of users or groups, one each', texts),
    commentParameter,
  ],
  responses: { 200: empty('they may end it, too'), 400: 'no actors', ...refused },
  async handle(context) {
    await assignTask(context, { taskId: context.params.taskId ?? '' }, 'delegate');
    return emptyReply(200);
  },
});

const completeRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/task/:taskId/:action',
  access: 'authenticated',
  summary: 'Ends a task with one of its buttons',
  body: 'stream',
  bodyEntity: 'task',
  parameters: taskParameters,
  responses: {
    200: json('the task as it is now', taskSchema),
    400: 'an unknown action, a value that does not fit, or a step of the workflow that fails',
    ...refused,
  },
  async handle(context) {
    const { taskId = '', action = '' } = context.params;
    return jsonReply(200, await endTask(context, { taskId }, action));
  },
});

export const taskRoutes = [listRoute, readRoute, reassignRoute, delegateRoute, completeRoute];
