import { AppError, isAppError } from '../../base/errors/app-error.ts';

interface S3Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
}

/** The settings that are likely to be wrong, by the error that S3 answers with. */
const settingsByName: Readonly<Record<string, string>> = {
  AccessDenied: 's3AccessKeyId, s3SecretAccessKey (the key may not use the bucket)',
  AuthorizationHeaderMalformed: 's3Region',
  CredentialsProviderError: 's3AccessKeyId, s3SecretAccessKey (no credentials were found)',
  ExpiredToken: 's3AccessKeyId, s3SecretAccessKey (the credentials have expired)',
  InvalidAccessKeyId: 's3AccessKeyId',
  InvalidBucketName: 'blobStoreUrl',
  InvalidToken: 's3AccessKeyId, s3SecretAccessKey',
  NoSuchBucket: 'blobStoreUrl (there is no such bucket)',
  PermanentRedirect: 's3Region (the bucket is in another one)',
  RequestTimeTooSkewed: 'none: the clock of this machine is wrong',
  SignatureDoesNotMatch: 's3SecretAccessKey',
};

/** Longer than the attempts that were made. */
export const retryAfterSeconds = 5;

const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

function failureOf(error: unknown): S3Failure {
  return typeof error === 'object' && error !== null ? error : {};
}

function statusOf(error: unknown): number | undefined {
  return failureOf(error).$metadata?.httpStatusCode;
}

/** An object is not there, as opposed to its bucket. */
export function isNotThere(error: unknown): boolean {
  const { name } = failureOf(error);
  return name !== 'NoSuchBucket' && statusOf(error) === 404;
}

/** What one may not list, one is not told of either whether it exists. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403 && failureOf(error).name !== 'RequestTimeTooSkewed';
}

/** There is an object already, or another request is making it at this moment. */
export function isThereAlready(error: unknown): boolean {
  return [409, 412].includes(statusOf(error) ?? 0);
}

/** S3 has refused a request before doing anything, for a reason that passes. */
export function isSlowDown(error: unknown): boolean {
  const { name } = failureOf(error);
  return statusOf(error) === 503 && (name === 'SlowDown' || name === 'ServiceUnavailable');
}

/** Which settings may be wrong; undefined when it is not a matter of settings. */
export function wrongSettings(error: unknown): string | undefined {
  return settingsByName[failureOf(error).name ?? ''];
}

/** For the log and for operators: without headers and keys, which the error of the client may have. */
export function describeS3Error(error: unknown): string {
  const { name, code, message } = failureOf(error);
  const status = statusOf(error);
  if (status !== undefined) {
    const text = message === undefined || /^Unknown/.test(message) ? '' : `: ${message}`;
    return `S3 answered ${status} ${name}${text}`;
  }
  if (name === 'CredentialsProviderError') return 'there are no credentials for S3';
  return `S3 cannot be reached: ${code ?? name ?? 'unknown'}`;
}

/** @returns store.full or store.unavailable; an AppError and an abort unchanged */
export function translateS3Error(error: unknown): unknown {
  if (isAppError(error) || failureOf(error).name === 'AbortError') return error;
  // A mistake of the program, and no answer.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const { name = '' } = failureOf(error);
  const isFull = fullNames.has(name) || statusOf(error) === 507;
  const settings = wrongSettings(error);
  const hint = settings === undefined ? '' : `; check ${settings}`;
  // For the log: what S3 says may have names that are not for callers.
  const cause = new Error(`${describeS3Error(error)}${hint}`);
  return isFull
    ? new AppError('store.full', undefined, { cause })
    : new AppError('store.unavailable', undefined, { cause, detail: { retryAfterSeconds } });
}
