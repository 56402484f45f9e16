import { type BulkCommand, type BulkItemError, bulkStates } from '../model/bulk-command.ts';
import {
  anyOf,
  arrayOf,
  entityOf,
  flag,
  instant,
  integer,
  type JsonOf,
  mapOf,
  nullable,
  number,
  oneOf,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

export const bulkStatusSchema = entityOf(
  'bulkStatus',
  {
    commandId: text,
    state: oneOf(...bulkStates),
    processed: integer,
    skipCount: integer,
    error: flag,
    errorCount: integer,
    total: integer,
    action: text,
    username: text,
    submitted: nullable(instant),
    scrollStart: nullable(instant),
    scrollEnd: nullable(instant),
    processingStart: nullable(instant),
    processingEnd: nullable(instant),
    completed: nullable(instant),
    processingMillis: integer,
  },
  { errorMessage: text, result: mapOf(anyOf(text, number, flag)) },
);

/** In the order of the members that existing clients were written against. */
export function writeBulkStatus(command: BulkCommand): JsonOf<typeof bulkStatusSchema> {
  return {
    'entity-type': 'bulkStatus',
    commandId: command.id,
    state: command.state,
    processed: command.processed,
    skipCount: command.skipCount,
    error: command.errorCount > 0,
    errorCount: command.errorCount,
    ...(command.errorMessage !== null && { errorMessage: command.errorMessage }),
    total: command.total,
    action: command.action,
    username: command.username,
    submitted: writeTimestamp(command.submittedMs),
    scrollStart: written(command.scrollStartMs),
    scrollEnd: written(command.scrollEndMs),
    processingStart: written(command.processingStartMs),
    processingEnd: written(command.processingEndMs),
    completed: written(command.completedMs),
    processingMillis: command.processingMillis,
    ...(command.result !== null && { result: command.result }),
  };
}

function written(epochMs: number | null): string | null {
  return epochMs === null ? null : writeTimestamp(epochMs);
}

const bulkErrorSchema = entityOf('bulkError', { itemId: text, message: text });

export const bulkErrorsSchema = entityOf('bulkErrors', {
  commandId: text,
  errorCount: integer,
  entries: arrayOf(bulkErrorSchema),
});

/** The items of a command that failed: of many only the first ones. */
export function writeBulkErrors(
  { id, errorCount }: BulkCommand,
  errors: readonly BulkItemError[],
): JsonOf<typeof bulkErrorsSchema> {
  return {
    'entity-type': 'bulkErrors',
    commandId: id,
    errorCount,
    entries: errors.map(({ itemId, message }) => ({ 'entity-type': 'bulkError', itemId, message })),
  };
}
