import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { integer, objectOf } from '../../entities/json-schema.ts';
import { retrySomeFailed, unfinishedOf } from '../../jobs/manage.ts';
import { inQuery } from '../parameters.ts';
import { formContent } from '../request-content.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

const timeoutDefaultSeconds = 60;
const timeoutMaxSeconds = 3_600;
/** In one call; the rest is left to the next one. */
const jobsMax = 10_000;
const jobsPerUnit = 200;
const pollMinMs = 250;
/** Of waiting for each job, so that looking at many costs no more than looking at a few. */
const pollPerJobMs = 0.5;

const runFailedRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/management/work-manager/run-works-in-failure',
  access: 'administrator',
  summary: 'Lets failed background jobs begin again, and waits for them',
  body: 'stream',
  bodyContent: formContent('timeoutSeconds'),
  parameters: [inQuery('timeoutSeconds', 'how long to wait; a field of a form as well', integer)],
  responses: {
    200: json(
      `of up to ${jobsMax} failed jobs, how many have succeeded in time`,
      objectOf({ total: integer, success: integer, filtered: integer }),
    ),
    400: 'timeoutSeconds cannot be read',
    403: 'no administrator',
  },
  async handle(context) {
    const timeoutMs = 1_000 * (await readTimeout(context));
    const untilMs = monotonicMs() + timeoutMs;
    const ids = await retryFailed(context);
    const unfinished = await waitFor(context, ids, untilMs);
    // Every failed job is run: there are no duplicates that the retry could skip.
    const counts = { total: ids.length, success: ids.length - unfinished, filtered: 0 };
    return jsonReply(200, counts);
  },
});

/** In units of bounded size, until there are none or the bound is reached. */
async function retryFailed(context: RequestContext): Promise<readonly string[]> {
  const ids = new Set<string>();
  while (ids.size < jobsMax) {
    const some = await context.write((unit) => retrySomeFailed(unit, { limit: jobsPerUnit }));
    // A job that has failed again meanwhile is not tried once more.
    const fresh = some.filter((id) => !ids.has(id));
    for (const id of fresh) ids.add(id);
    if (some.length < jobsPerUnit || fresh.length === 0) break;
  }
  return [...ids];
}

/** Returns how many are not done at the end. */
async function waitFor(
  context: RequestContext,
  ids: readonly string[],
  untilMs: number,
): Promise<number> {
  const { signal } = context;
  let left = ids;
  let failed = 0;
  for (;;) {
    const pending: string[] = [];
    failed = 0;
    for (let start = 0; start < left.length; start += jobsPerUnit) {
      const some = left.slice(start, start + jobsPerUnit);
      for (const job of await context.read(({ handle }) => unfinishedOf(handle, some))) {
        pending.push(job.id);
        if (job.hasFailed) failed += 1;
      }
      await nextTurn();
    }
    left = pending;
    const leftMs = untilMs - monotonicMs();
    if (pending.length === failed || leftMs <= 0 || signal.aborted) return pending.length;
    const pauseMs = Math.max(pollMinMs, pending.length * pollPerJobMs);
    await sleepUnlessAborted(Math.min(pauseMs, leftMs), signal);
  }
}

/** @throws AppError request.invalid, request.too-large */
async function readTimeout(context: RequestContext): Promise<number> {
  const fields = await readFormFields(context);
  const text = fields.get('timeoutSeconds') ?? '';
  if (text === '') return timeoutDefaultSeconds;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= timeoutMaxSeconds) return value;
  throw new AppError(
    'request.invalid',
    `timeoutSeconds: send a whole number from 0 to ${timeoutMaxSeconds}`,
  );
}

export const workManagerRoutes = [runFailedRoute];
