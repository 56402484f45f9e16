import { AppError, isAppError } from '../base/errors/app-error.ts';

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM']);
const brokenCodes = new Set(['EIO', 'EMFILE', 'ENFILE', 'ESTALE', 'ENODEV']);
const cutShortCodes = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Translates errors of the operating system by code; other errors are returned unchanged. */
export function translateDiskError(error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined || isAppError(error)) return error;
  if (fullCodes.has(code)) return new AppError('store.full', undefined, { cause: error });
  if (readOnlyCodes.has(code)) return new AppError('store.read-only', undefined, { cause: error });
  if (brokenCodes.has(code)) return new AppError('store.unavailable', undefined, { cause: error });
  return error;
}

/** As `translateDiskError`, for a transfer whose sender may fail as well. */
export function translateTransferError(error: unknown, signal?: AbortSignal): unknown {
  if (isAppError(error)) return error;
  const code = errorCode(error);
  if (signal?.aborted || (code !== undefined && cutShortCodes.has(code))) {
    return new AppError('request.invalid', 'the content was cut short: send it again', {
      cause: error,
    });
  }
  return translateDiskError(error);
}
