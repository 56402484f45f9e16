import { type ErrorCode, errorCatalogue } from '../base/errors/catalogue.ts';
import { entityOf, integer, type JsonOf, nullable, objectOf, text } from './json-schema.ts';

/** The stack and what comes after it: only in extended mode, in the dialect. */
export const exceptionSchema = entityOf(
  'exception',
  { status: integer, message: nullable(text) },
  { stack: text, stacktrace: text, exception: objectOf({ message: text }) },
);

interface ExceptionOptions {
  /** Adds the stack trace, and shows messages of server errors. */
  readonly isExtended: boolean;
}

interface ShownError {
  readonly status: number;
  readonly message: string;
  readonly code?: ErrorCode;
  readonly stack?: string | undefined;
}

/** The exception entity; without internal details unless extended mode is on. */
export function writeException(
  error: ShownError,
  options: ExceptionOptions & { dialect: 'contract' | 'native' },
): JsonOf<typeof exceptionSchema> {
  const message =
    isInternal(error) && !options.isExtended ? 'Internal Server Error' : error.message;
  const entity = { 'entity-type': 'exception' as const, status: error.status, message };
  if (!options.isExtended) return entity;
  const stack = error.stack ?? '';
  if (options.dialect === 'contract') return { ...entity, stack };
  return { ...entity, stack, stacktrace: stack, exception: { message: error.message } };
}

/** The caller can wait or request less, and the message says so. */
const passing = new Set<ErrorCode>([
  'authentication.source-away',
  'conversion.busy',
  'store.busy',
  'store.timeout',
  'store.unavailable',
  'server.shutting-down',
]);

/** Some errors with status 500 by the contract are the caller's mistake: their message is shown. */
function isInternal({ status, code }: ShownError): boolean {
  if (status < 500 || status === 501 || status === 507) return false;
  if (code === undefined) return true;
  return errorCatalogue[code].status >= 500 && !passing.has(code);
}
