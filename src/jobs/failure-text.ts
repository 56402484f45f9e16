import { AppError } from '../base/errors/app-error.ts';
import { errorCatalogue } from '../base/errors/catalogue.ts';

const lengthMax = 1_000;

/** The part of an attempt's error that may be shown; the log has the rest. */
export function failureText(error: unknown): string {
  if (!(error instanceof AppError)) return errorCatalogue['server.internal'].meaning;
  return storable(error.status < 500 ? error.message : errorCatalogue[error.code].meaning);
}

/** A payload is internal but not a secret, and its problem helps to find its origin. */
export function payloadFailureText(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return storable(`the payload is not valid: ${reason}`);
}

/** PostgreSQL takes neither NUL nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, lengthMax).toWellFormed();
}
