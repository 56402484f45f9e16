import { type ErrorCode, errorCatalogue } from './catalogue.ts';

interface AppErrorOptions {
  /** Overrides the catalogue's status, for the few places where the contract asks for another. */
  readonly status?: number;
  /** Structured data that is safe to show to the caller. */
  readonly detail?: unknown;
  readonly cause?: unknown;
}

/**
 * The only error class thrown on purpose. `message` is safe to show to the caller for codes whose
 * status is below 500; a presenter masks it above. Anything else that is thrown is a programming
 * error.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: unknown;

  constructor(code: ErrorCode, message?: string, options: AppErrorOptions = {}) {
    super(message ?? errorCatalogue[code].meaning, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errorCatalogue[code].status;
    this.detail = options.detail;
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
