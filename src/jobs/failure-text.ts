import { AppError } from '../base/errors/app-error.ts';
import { errorCatalogue } from '../base/errors/catalogue.ts';

const lengthMax = 1_000;

/** What may be shown of the error of an attempt; the log has the rest. */
export function failureText(error: unknown): string {
  if (!(error instanceof AppError)) return errorCatalogue['server.internal'].meaning;
  return storable(error.status < 500 ? error.message : errorCatalogue[error.code].meaning);
}

/** A payload is ours and not a secret, and what is wrong with it helps to find out whose it is. */
export function payloadFailureText(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return storable(`the payload is not valid: ${reason}`);
}

/** PostgreSQL takes neither NUL nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, lengthMax).toWellFormed();
}
