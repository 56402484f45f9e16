import { AppError } from '../../base/errors/app-error.ts';
import type { RequestContext } from '../route.ts';
import { jsonRulesOf, readJsonBody } from './body.ts';

/**
 * The JSON object of a body that may be left out: empty then.
 *
 * @throws AppError request.invalid, request.unsupported-media-type, request.too-large
 */
export async function readOptionalObject(
  context: RequestContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { headers, services } = context;
  const isSent = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
  if (!isSent) return {};
  const body = await readJsonBody(context, jsonRulesOf(services.config));
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new AppError('request.invalid', 'Send a JSON object with the parameters of the action');
}
