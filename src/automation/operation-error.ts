import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import type { Operation } from './define.ts';

/** An operation's own refusal. */
export function operationFailed(message: string, cause?: unknown): AppError {
  return new AppError('operation.failed', message, { cause });
}

/** Marks errors that already say which operation they come from. */
const described = new WeakSet<AppError>();

/**
 * The error with the name of the operation that ran into it, as clients show it. Programming errors
 * and failures of the store stay as they are.
 */
export function describeFailure(error: unknown, operation: Operation): unknown {
  if (!isAppError(error) || described.has(error) || statusOf(error) >= 500) return error;
  const aliases =
    operation.aliases && operation.aliases.length > 0
      ? ` with aliases [${operation.aliases.join(', ')}]`
      : '';
  return remade(error, `Failed to invoke operation ${operation.id}${aliases}, ${error.message}`);
}

/** The outermost part of the message: what was called. */
export function describeCall(error: unknown, calledId: string): unknown {
  if (!isAppError(error) || statusOf(error) >= 500) return error;
  return remade(error, `Failed to invoke operation: ${calledId}, ${error.message}`);
}

/** Mistakes of the caller that other resources report as failures of the server. */
const mistakes: ReadonlySet<ErrorCode> = new Set([
  'document.version-immutable',
  'lifecycle.transition-not-allowed',
  'version.not-allowed',
]);

/** Contract: 400, unless something says more. */
function statusOf({ code, status }: AppError): number {
  return mistakes.has(code) ? 400 : status;
}

function remade(error: AppError, message: string): AppError {
  const { code, detail } = error;
  const made = new AppError(code, message, { status: statusOf(error), detail, cause: error });
  described.add(made);
  return made;
}
