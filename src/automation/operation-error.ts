import { AppError, isAppError } from '../base/errors/app-error.ts';
import type { Operation } from './define.ts';

/** An operation's own refusal. */
export function operationFailed(message: string, cause?: unknown): AppError {
  return new AppError('operation.failed', message, { cause });
}

/** Marks errors that already name their operation. */
const described = new WeakSet<AppError>();

/**
 * The error with the name of the failed operation, as clients show it. Programming errors and
 * failures of the store are returned unchanged.
 */
export function describeFailure(error: unknown, operation: Operation): unknown {
  if (!isAppError(error) || described.has(error) || error.status >= 500) return error;
  const aliases =
    operation.aliases && operation.aliases.length > 0
      ? ` with aliases [${operation.aliases.join(', ')}]`
      : '';
  return remade(error, `Failed to invoke operation ${operation.id}${aliases}, ${error.message}`);
}

/** Adds the outermost part of the message: the called operation. */
export function describeCall(error: unknown, calledId: string): unknown {
  if (!isAppError(error) || error.status >= 500) return error;
  return remade(error, `Failed to invoke operation: ${calledId}, ${error.message}`);
}

function remade(error: AppError, message: string): AppError {
  const { code, status, detail } = error;
  const made = new AppError(code, message, { status, detail, cause: error });
  described.add(made);
  return made;
}
