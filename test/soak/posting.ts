import type { RawRequest } from '../support/raw-http.ts';
import { vandal } from './soak-place.ts';

/** Of JSON, unless the headers say otherwise; `target` is below the context path. */
export function posting(
  target: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): RawRequest {
  const all = { 'content-type': 'application/json', ...headers };
  return {
    method: 'POST',
    target: `/nuxeo${target}`,
    headers: [
      ['Authorization', vandal.authorization],
      ['Content-Length', String(body.length)],
      ...Object.entries(all),
    ],
    body,
  };
}
