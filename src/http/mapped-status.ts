import { AppError } from '../base/errors/app-error.ts';
import type { RouteDefinition } from './route.ts';

/** Where the contract's status differs from the natural one, the route says so as data. */
export function withMappedStatus(
  error: AppError,
  statusFor: RouteDefinition['statusFor'],
): AppError {
  const status = statusFor?.[error.code];
  if (status === undefined || status === error.status) return error;
  return new AppError(error.code, error.message, { status, detail: error.detail, cause: error });
}
