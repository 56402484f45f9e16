import {
  findExecution,
  markRead,
  removeExecution,
} from '../../automation/async/execution-store.ts';
import { startExecution } from '../../automation/async/operation-job.ts';
import { readResult } from '../../automation/async/stored-result.ts';
import { idOf } from '../../automation/registry.ts';
import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { constant } from '../../entities/json-schema.ts';
import { valueSchemas, writeValueEntity } from '../../entities/value-entity.ts';
import type { JobId } from '../../jobs/job.ts';
import { cancelJob } from '../../jobs/queue.ts';
import type { OperationExecutionTable } from '../../storage/tables.ts';
import { callerOf, callResponses, getExposed, isAllowed } from '../operation-call.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { receiveRequest } from '../requests/operation-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { empty, json } from '../responses.ts';
import { defineRoute, emptyReply, jsonReply, type RequestContext } from '../route.ts';
import { pathOf } from '../url.ts';

const common = { root: 'automation', access: 'authenticated' } as const;
const running = 'RUNNING';

const start = defineRoute({
  ...common,
  method: 'POST',
  path: '/:operation/@async',
  summary: 'Runs an operation or chain in the background',
  body: 'stream',
  responses: {
    202: empty('accepted; Location says where its status is'),
    400: 'the request is not well formed',
    404: 'no such operation, or the caller may not call it (then without a body)',
  },
  async handle(context) {
    const runnable = getExposed(context, context.params.operation ?? '');
    if (!isAllowed(context, runnable)) return emptyReply(404);
    const { json, leases } = await receiveRequest(context);
    const id = await startExecution(context.services, {
      operation: idOf(runnable),
      caller: callerOf(context),
      request: json,
      leases,
    });
    return { status: 202, headers: { Location: `${ownAddress(context)}/${id}/status` } };
  },
});

/** The address of the request as its client sees it, without its query. */
function ownAddress({ publicAddress, services, url }: RequestContext): string {
  const path = pathOf(url).slice(services.config.contextPath.length).replace(/\/$/, '');
  return publicAddress.origin + publicAddress.contextPath + path;
}

async function getExecution(context: RequestContext): Promise<OperationExecutionTable> {
  const id = context.params.execution ?? '';
  const caller = { principal: context.principal, nowMs: now() };
  const execution = await context.read((unit) => findExecution(unit.handle, id, caller));
  if (execution) return execution;
  throw notFound(id);
}

function notFound(id: string): AppError {
  return new AppError('resource.not-found', `Execution with id=${id.slice(0, 100)} not found`);
}

const status = defineRoute({
  ...common,
  method: 'GET',
  path: '/:operation/@async/:execution/status',
  summary: 'Whether an operation in the background has ended',
  body: 'none',
  responses: {
    200: json('it runs', constant(running)),
    303: empty('it has ended, well or not; Location says where its result is'),
    404: 'no such execution',
  },
  async handle(context) {
    const { result } = await getExecution(context);
    if (result === null) {
      const headers = { 'Content-Type': 'application/json' };
      return { status: 200, headers, text: JSON.stringify(running) };
    }
    const Location = ownAddress(context).replace(/\/status$/, '');
    return { status: 303, headers: { Location } };
  },
});

const read = defineRoute({
  ...common,
  method: 'GET',
  path: '/:operation/@async/:execution',
  summary: 'The result of an operation in the background',
  body: 'none',
  parameters: documentParameters,
  responses: { ...callResponses, 404: 'no such execution, or it has not ended' },
  async handle(context) {
    const execution = await getExecution(context);
    const { result } = execution;
    if (result === null) throw notFound(execution.id);
    if (context.method !== 'HEAD') {
      await context.write((unit) => markRead(unit.handle, execution, now()));
    }
    const value = await context.read((unit) => readResult(result, unit));
    return valueReply(context, value);
  },
});

const abort = defineRoute({
  ...common,
  method: 'DELETE',
  path: '/:operation/@async/:execution',
  summary: 'Aborts an operation in the background: it is rolled back, its result is not kept',
  body: 'none',
  responses: {
    200: json('it ran', valueSchemas.string),
    404: 'no such execution, or it has ended',
  },
  async handle(context) {
    const execution = await getExecution(context);
    if (execution.result !== null) throw notFound(execution.id);
    await context.write(async (unit) => {
      await removeExecution(unit.handle, execution.id);
      await cancelJob(unit.handle, execution.job_id as JobId);
    });
    return jsonReply(200, writeValueEntity('string', running));
  },
});

export const asyncOperationRoutes = [start, status, read, abort];
