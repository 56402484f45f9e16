import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../base/errors/app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const extensionSchemes = /^(?:moz|chrome)-extension:/;

/**
 * A page of another site may make a browser send requests with our session cookie; its origin gives
 * it away. Programs that are not browsers send neither Origin nor Referer and pass.
 *
 * @throws AppError permission.denied
 */
export function refuseForeignOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  ownBaseUrl: () => string,
): void {
  if (safeMethods.has(method)) return;
  const source = headers.origin ?? headers.referer;
  if (source === undefined || extensionSchemes.test(source)) return;
  if (URL.canParse(source) && new URL(source).origin === new URL(ownBaseUrl()).origin) return;
  throw new AppError('permission.denied', 'CSRF check failure');
}
