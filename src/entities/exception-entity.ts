import type { AppError } from '../base/errors/app-error.ts';

export interface ExceptionOptions {
  /** Adds the stack trace, and shows messages of server errors. */
  readonly isExtended: boolean;
}

/** The exception entity; nothing internal shows in it unless extended mode is on. */
export function writeException(
  error: Pick<AppError, 'status' | 'message'> & { stack?: string | undefined },
  options: ExceptionOptions & { dialect: 'contract' | 'native' },
): object {
  const isMasked = error.status >= 500 && error.status !== 501 && error.status !== 507;
  const message = isMasked && !options.isExtended ? 'Internal Server Error' : error.message;
  const entity = { 'entity-type': 'exception', status: error.status, message };
  if (!options.isExtended) return entity;
  const stack = error.stack ?? '';
  if (options.dialect === 'contract') return { ...entity, stack };
  return { ...entity, stack, stacktrace: stack, exception: { message: error.message } };
}
