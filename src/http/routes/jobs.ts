import { AppError } from '../../base/errors/app-error.ts';
import {
  jobSchema,
  jobStates,
  jobsSchema,
  writeJob,
  writeJobs,
} from '../../entities/jobs-entity.ts';
import { oneOf } from '../../entities/json-schema.ts';
import { countJobsByKind, listJobs } from '../../jobs/inspect.ts';
import type { JobId } from '../../jobs/job.ts';
import { discardJob, retryJob } from '../../jobs/manage.ts';
import { listStoppedKinds } from '../../jobs/stopped-kinds.ts';
import { inQuery } from '../parameters.ts';
import { pagingParameters, parsePage } from '../requests/paging.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';

const common = { root: 'api', access: 'administrator', body: 'none' } as const;

const listRoute = defineRoute({
  ...common,
  method: 'GET',
  path: '/management/jobs',
  summary: 'Background jobs that wait, run or have failed, and how many there are',
  parameters: [
    inQuery('kind', 'only jobs of that kind'),
    inQuery('state', 'only jobs in that state', oneOf(...jobStates)),
    ...pagingParameters,
  ],
  responses: {
    200: json('a page of jobs', jobsSchema),
    400: 'a parameter cannot be read',
    403: 'no administrator',
  },
  async handle(context) {
    const { query } = context;
    const { size, offset } = parsePage(query);
    const kind = query.get('kind') ?? undefined;
    const filter = { kind: kind === '' ? undefined : kind, state: stateOf(query) };
    const { jobs, counts, stoppedKinds } = await context.readBounded(async ({ handle }) => ({
      jobs: await listJobs(handle, { ...filter, offset, limit: size + 1 }),
      counts: await countJobsByKind(handle),
      stoppedKinds: await listStoppedKinds(handle),
    }));
    const page = { pageSize: size, offset, isNextPageAvailable: jobs.length > size };
    return jsonReply(200, writeJobs({ ...page, counts, stoppedKinds, jobs: jobs.slice(0, size) }));
  },
});

function stateOf(query: URLSearchParams) {
  const text = query.get('state') ?? '';
  if (text === '') return undefined;
  const state = jobStates.find((each) => each === text);
  if (state) return state;
  throw new AppError('request.invalid', `state: use one of ${jobStates.join(', ')}`);
}

const retryRoute = defineRoute({
  ...common,
  method: 'PUT',
  path: '/management/jobs/:jobId/retry',
  summary: 'Lets a failed job begin again, and one that waits begin at once',
  responses: {
    200: json('the job as it is now', jobSchema),
    403: 'no administrator',
    404: 'no such job',
    409: 'it is running',
  },
  async handle(context) {
    const job = await context.write((unit) => retryJob(unit, idOf(context)));
    return jsonReply(200, writeJob(job));
  },
});

const discardRoute = defineRoute({
  ...common,
  method: 'DELETE',
  path: '/management/jobs/:jobId',
  summary: 'Removes a job',
  responses: {
    202: empty('it is running, and is asked to stop'),
    204: empty('it is removed'),
    403: 'no administrator',
    404: 'no such job',
  },
  async handle(context) {
    const { jobKinds } = context.services;
    const outcome = await context.write((unit) => discardJob(unit, idOf(context), jobKinds));
    return emptyReply(outcome === 'removed' ? 204 : 202);
  },
});

function idOf({ params }: RequestContext): JobId {
  return (params.jobId ?? '') as JobId;
}

export const jobRoutes = [listRoute, retryRoute, discardRoute];
