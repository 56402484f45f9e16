import { schedulesSchema, writeSchedules } from '../../entities/schedules-entity.ts';
import { switchScheduler } from '../../jobs/schedules/scheduler-state.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';

const common = { root: 'api', access: 'administrator', body: 'none' } as const;

const listRoute = defineRoute({
  ...common,
  method: 'GET',
  path: '/management/scheduler',
  summary: 'The schedules of this server',
  responses: {
    200: json('all that are enabled, by id', schedulesSchema),
    403: 'no administrator',
  },
  async handle({ services }) {
    return jsonReply(200, writeSchedules(services.scheduler.schedules));
  },
});

const stopRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: '/management/scheduler/stop',
  summary: 'Stops the scheduler of all servers of the store, until it is started again',
  responses: { 204: empty('it is stopped; work that runs goes on'), 403: 'no administrator' },
  handle: (context) => switched(context, true),
});

const startRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: '/management/scheduler/start',
  summary: 'Starts the scheduler of all servers of the store',
  responses: { 204: empty('it runs'), 403: 'no administrator' },
  handle: (context) => switched(context, false),
});

async function switched(context: RequestContext, isStopped: boolean) {
  await context.write((unit) => switchScheduler(unit, { isStopped }));
  context.services.scheduler.wake();
  return emptyReply();
}

export const schedulerRoutes = [listRoute, stopRoute, startRoute];
