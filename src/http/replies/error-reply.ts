import type { FastifyRequest } from 'fastify';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../base/errors/catalogue.ts';
import { dialectHeader, isDialect } from '../../entities/dialect.ts';
import { writeException } from '../../entities/exception-entity.ts';
import { isViolationList, writeValidationReport } from '../../entities/validation-report.ts';
import type { Services } from '../services.ts';
import { loggedUrl } from '../tokens.ts';
import { reportUnbuilt } from '../unbuilt-report.ts';
import { type Exchange, sendReply } from './raw-reply.ts';

/** Errors of the HTTP library that are the client's fault keep their status; others are internal. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode === 413) return new AppError('request.too-large', message, { cause: error });
  if (statusCode === 415) {
    return new AppError('request.unsupported-media-type', message, { cause: error });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('request.invalid', message, { status: statusCode, cause: error });
  }
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') {
    return new AppError('store.full', undefined, { cause: error });
  }
  if ((error as NodeJS.ErrnoException | null)?.code === 'ECONNRESET') {
    return new AppError('request.invalid', 'The request was cut short', { cause: error });
  }
  return new AppError('server.internal', undefined, { cause: error });
}

/** Of a server or process that is away the log tells once. */
const isTold: ReadonlySet<ErrorCode> = new Set([
  'authentication.source-away',
  'server.process-away',
]);

/** The only presenter of errors: logs internal ones, replies with an exception entity. */
export async function sendError(
  services: Services,
  error: AppError,
  exchange: Exchange,
): Promise<void> {
  const { request, reply } = exchange;
  if (error.status === 501) {
    reportUnbuilt(services.log, error, {
      requestId: request.id,
      url: loggedUrl(request.originalUrl),
    });
  } else if (
    error.status >= 500 &&
    errorCatalogue[error.code].status >= 500 &&
    !isTold.has(error.code)
  ) {
    services.log.error(
      { requestId: request.id, code: error.code, err: error, url: loggedUrl(request.originalUrl) },
      'request failed',
    );
  } else {
    services.log.debug({
      requestId: request.id,
      code: error.code,
      url: loggedUrl(request.originalUrl),
    });
  }
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const retryAfterSeconds = retryAfterOf(error);
  if (retryAfterSeconds !== undefined) exchange.headers['Retry-After'] = String(retryAfterSeconds);
  exchange.headers['X-Error-Code'] = error.code;
  // The rest of the body may take forever to arrive.
  if (error.code === 'request.timeout') exchange.headers.Connection = 'close';
  await sendReply(exchange, { status: error.status, entity: present(services, error, request) });
}

/** A failover takes some seconds; a store that is back answers a request that comes sooner, too. */
const unavailableSeconds = 5;

function retryAfterOf({ code, detail }: AppError): number | undefined {
  const { retryAfterSeconds } = (detail ?? {}) as { retryAfterSeconds?: number };
  return retryAfterSeconds ?? (code === 'store.unavailable' ? unavailableSeconds : undefined);
}

function present(services: Services, error: AppError, request: FastifyRequest): object {
  const wanted = request.headers[dialectHeader];
  const name = typeof wanted === 'string' ? wanted : undefined;
  const dialect = isDialect(name) ? name : services.config.wireDialect;
  const options = { isExtended: services.errorDisplay.isExtended, dialect };
  if (error.code !== 'property.violation' || !isViolationList(error.detail)) {
    return writeException(error, options);
  }
  const report = writeValidationReport(error.detail);
  const acceptsJson = /application\/json/.test(request.headers.accept ?? '');
  if (acceptsJson) return report.entity;
  const { status, stack } = error;
  return writeException({ status, message: report.message, stack }, options);
}
