import { limits } from '../../base/limits.ts';
import type { RequestContext } from '../route.ts';
import { readBounded } from './body.ts';

/** The fields are short texts. */
const formBytesMax = 256 * 1024;

/**
 * The fields of a body as HTML forms send it; of any other body, or none, there are none. Parameters of
 * the query count where the form does not have them.
 *
 * @throws AppError request.too-large, request.invalid, request.timeout
 */
export async function readFormFields(context: RequestContext): Promise<URLSearchParams> {
  const type = context.headers['content-type'] ?? '';
  const fields = new URLSearchParams(context.query);
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return fields;
  const chunks: Buffer[] = [];
  await readBounded(context, {
    bytesMax: formBytesMax,
    timeoutMs: limits.jsonBodyTimeoutMs,
    take: (chunk) => {
      chunks.push(chunk);
    },
  });
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  for (const name of new Set(form.keys())) {
    fields.delete(name);
    for (const value of form.getAll(name)) fields.append(name, value);
  }
  return fields;
}
