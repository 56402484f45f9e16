import { now } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { abort, findCommand, isVisible, listErrors } from '../../bulk/inspect.ts';
import {
  bulkErrorsSchema,
  bulkStatusSchema,
  writeBulkErrors,
  writeBulkStatus,
} from '../../entities/bulk-status-entity.ts';
import type { BulkCommand } from '../../model/bulk-command.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

const status = json('the status of the command', bulkStatusSchema);
const noCommand = 'no such command';
const notYours = 'no such command, or another user submitted it';

function idOf({ params }: RequestContext): string {
  return params.commandId ?? '';
}

/** @throws AppError bulk.command-not-found */
async function getAny(context: RequestContext): Promise<BulkCommand> {
  const id = idOf(context);
  const command = await context.read(({ handle }) => findCommand(handle, id, now()));
  if (command) return command;
  throw notFound(`commandId doesn't exist: ${id.slice(0, 200)}`);
}

/** Of another user: as if there were none. @throws AppError bulk.command-not-found */
async function getOwn(context: RequestContext): Promise<BulkCommand> {
  const id = idOf(context);
  const command = await context.read(({ handle }) => findCommand(handle, id, now()));
  if (command && isVisible(command, context.principal)) return command;
  throw notFound(`Bulk command with id=${id.slice(0, 200)} doesn't exist`);
}

function notFound(message: string): AppError {
  return new AppError('bulk.command-not-found', message);
}

function abortIn(context: RequestContext, { id }: BulkCommand): Promise<BulkCommand> {
  return context.write(({ handle }) => abort(handle, id, context.services.bulk));
}

const managedStatus = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/management/bulk/:commandId',
  access: 'administrator',
  summary: 'The status of a bulk command',
  body: 'none',
  responses: { 200: status, 403: 'no administrator', 404: noCommand },
  handle: async (context) => jsonReply(200, writeBulkStatus(await getAny(context))),
});

const managedAbort = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/management/bulk/:commandId',
  access: 'administrator',
  summary: 'Aborts a bulk command: what it has done stays',
  body: 'none',
  responses: {
    200: status,
    400: 'the command has completed',
    403: 'no administrator',
    404: noCommand,
  },
  async handle(context) {
    const aborted = await abortIn(context, await getAny(context));
    if (aborted.state === 'COMPLETED') {
      throw new AppError('bulk.command-completed', `The command has completed: ${aborted.id}`);
    }
    return jsonReply(200, writeBulkStatus(aborted));
  },
});

const ownStatus = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/bulk/:commandId',
  access: 'authenticated',
  summary: 'The status of a bulk command that the caller submitted',
  body: 'none',
  responses: { 200: status, 404: notYours },
  handle: async (context) => jsonReply(200, writeBulkStatus(await getOwn(context))),
});

const ownAbort = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/bulk/:commandId/abort',
  access: 'authenticated',
  summary: 'Aborts a bulk command that the caller submitted: what it has done stays',
  body: 'none',
  responses: { 200: status, 404: notYours },
  async handle(context) {
    const aborted = await abortIn(context, await getOwn(context));
    return jsonReply(200, writeBulkStatus(aborted));
  },
});

const ownErrors = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/bulk/:commandId/errors',
  access: 'authenticated',
  summary: 'The items of a bulk command that failed: of many the first ones',
  body: 'none',
  responses: { 200: json('the items, by their ids', bulkErrorsSchema), 404: notYours },
  async handle(context) {
    const command = await getOwn(context);
    const errors = await context.read(({ handle }) => listErrors(handle, command.id));
    return jsonReply(200, writeBulkErrors(command, errors));
  },
});

export const bulkRoutes = [managedStatus, managedAbort, ownStatus, ownAbort, ownErrors];
