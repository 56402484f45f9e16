import { bulkCommandOf } from '../../automation/async/bulk-backed.ts';
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
import { defaultRepository } from '../../base/repository-name.ts';
import { abort as abortCommand, findCommand } from '../../bulk/inspect.ts';
import { bulkStatusSchema, writeBulkStatus } from '../../entities/bulk-status-entity.ts';
import { anyOf, constant } from '../../entities/json-schema.ts';
import { valueSchemas, writeValueEntity } from '../../entities/value-entity.ts';
import type { JobId } from '../../jobs/job.ts';
import { cancelJob } from '../../jobs/queue.ts';
import { type BulkCommand, isEnded } from '../../model/bulk-command.ts';
import type { OperationExecutionTable } from '../../storage/tables.ts';
import { callerOf } from '../caller.ts';
import { callResponses, getExposed, isAllowed } from '../operation-call.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { callContent } from '../request-content.ts';
import { receiveRequest } from '../requests/operation-request.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';
import { pathOf } from '../url.ts';

const common = { root: 'automation', access: 'authenticated' } as const;
const running = 'RUNNING';

const start = defineRoute({
  ...common,
  method: 'POST',
  path: '/:operation/@async',
  summary: 'Runs an operation or chain in the background',
  body: 'stream',
  bodyContent: callContent,
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
      waitingMax: context.services.config.waitingOperationsMax,
    });
    const Location = withRepository(context, `${ownAddress(context)}/${id}/status`);
    return { status: 202, headers: { Location } };
  },
});

/** The address of the request as its client sees it, without its query. */
function ownAddress({ publicAddress, services, url }: RequestContext): string {
  const path = pathOf(url).slice(services.config.contextPath.length).replace(/\/$/, '');
  return publicAddress.origin + publicAddress.contextPath + path;
}

/** Clients that follow an address do not send the header or parameter of the request again. */
function withRepository({ services, url }: RequestContext, address: string): string {
  const { repositoryName } = services.repository;
  const isNamed = repositoryName === defaultRepository || pathOf(url).includes('/repo/');
  return isNamed ? address : `${address}?nxrepository=${encodeURIComponent(repositoryName)}`;
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

/** Of an execution that has submitted a bulk command: that command, as long as its status is kept. */
async function findBacking(
  context: RequestContext,
  { result }: OperationExecutionTable,
): Promise<BulkCommand | undefined> {
  const id = result === null ? undefined : bulkCommandOf(result);
  if (id === undefined) return undefined;
  return context.read(({ handle }) => findCommand(handle, id, now()));
}

const status = defineRoute({
  ...common,
  method: 'GET',
  path: '/:operation/@async/:execution/status',
  summary: 'Whether an operation in the background has ended',
  body: 'none',
  responses: {
    200: json(
      'it runs; the status of the bulk command, if it has submitted one',
      anyOf(constant(running), bulkStatusSchema),
    ),
    303: empty('it has ended, well or not; Location says where its result is'),
    404: 'no such execution',
  },
  async handle(context) {
    const execution = await getExecution(context);
    if (execution.result === null) {
      const headers = { 'Content-Type': 'application/json' };
      return { status: 200, headers, text: JSON.stringify(running) };
    }
    const command = await findBacking(context, execution);
    if (command && !isEnded(command)) return jsonReply(200, writeBulkStatus(command));
    const Location = withRepository(context, ownAddress(context).replace(/\/status$/, ''));
    return { status: 303, headers: { Location } };
  },
});

const read = defineRoute({
  ...common,
  method: 'GET',
  path: '/:operation/@async/:execution',
  writes: true,
  summary: 'The result of an operation in the background, or of the bulk command it has submitted',
  body: 'none',
  parameters: documentParameters,
  responses: { ...callResponses, 404: 'no such execution, or it has not ended' },
  async handle(context) {
    const execution = await getExecution(context);
    const { result } = execution;
    const command = await findBacking(context, execution);
    if (result === null || (command && !isEnded(command))) throw notFound(execution.id);
    if (context.method !== 'HEAD') {
      await context.write((unit) => markRead(unit.handle, execution, now()));
    }
    if (command) return jsonReply(200, bulkResult(context, command));
    const value = await context.read((unit) => readResult(result, unit));
    return valueReply(context, value);
  },
});

/** @throws AppError as the command failed to begin */
function bulkResult({ baseUrl }: RequestContext, command: BulkCommand): object {
  const { errorStatus, errorMessage, result } = command;
  if (errorStatus !== null) {
    const code = errorStatus < 500 ? 'request.invalid' : 'server.internal';
    throw new AppError(code, errorMessage ?? undefined, { status: errorStatus });
  }
  const { url } = result ?? {};
  return { ...result, ...(typeof url === 'string' && { url: absolute(url, baseUrl) }) };
}

function absolute(url: string, baseUrl: string): string {
  return /^https?:/.test(url) ? url : `${baseUrl}${url.replace(/^\//, '')}`;
}

const abort = defineRoute({
  ...common,
  method: 'DELETE',
  path: '/:operation/@async/:execution',
  summary: 'Aborts an operation in the background: it is rolled back, its result is not kept',
  body: 'none',
  responses: {
    200: json(
      'it ran; the status of the bulk command that is aborted, if it has submitted one',
      anyOf(valueSchemas.string, bulkStatusSchema),
    ),
    404: 'no such execution, or it has ended',
  },
  async handle(context) {
    const execution = await getExecution(context);
    if (execution.result !== null) return abortBacking(context, execution);
    await context.write(async (unit) => {
      await removeExecution(unit.handle, execution.id);
      await cancelJob(unit.handle, execution.job_id as JobId);
    });
    return jsonReply(200, writeValueEntity('string', running));
  },
});

async function abortBacking(
  context: RequestContext,
  execution: OperationExecutionTable,
): Promise<RouteReply> {
  const command = await findBacking(context, execution);
  if (!command || isEnded(command)) throw hasCompleted(execution.id);
  const { bulk } = context.services;
  const aborted = await context.write(({ handle }) => abortCommand(handle, command.id, bulk));
  if (aborted.state === 'COMPLETED') throw hasCompleted(execution.id);
  return jsonReply(200, writeBulkStatus(aborted));
}

function hasCompleted(id: string): AppError {
  const shown = id.slice(0, 100);
  return new AppError('resource.not-found', `Execution with id=${shown} has completed`);
}

export const asyncOperationRoutes = [start, status, read, abort];
