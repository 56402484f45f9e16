import type { IncomingHttpHeaders } from 'node:http';
import { type OperationRequest, readOperationRequest } from '../automation/request.ts';
import { BlobList, OperationBlob, type Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { LeasedBlob } from '../repository/blob-leases.ts';
import { parseJsonBytes, readBodyBytes, readJsonBody } from './body.ts';
import type { RequestContext } from './route.ts';

/** A request for an operation with what came beside its JSON. */
export interface ReceivedRequest {
  readonly request: OperationRequest;
  /** Blobs sent as parts; they take the place of the input. */
  readonly leases: readonly LeasedBlob[];
}

export function inputOf({ request, leases }: ReceivedRequest): Value {
  const [first, ...others] = leases.map(({ blob }) => OperationBlob.stored(blob));
  if (!first) return request.input;
  return others.length === 0 ? first : new BlobList([first, ...others]);
}

/** @throws AppError request.invalid, request.unsupported-media-type, request.too-large */
export async function receiveRequest(context: RequestContext): Promise<ReceivedRequest> {
  const { stream, headers } = context;
  const type = headers['content-type'] ?? '';
  if (/^multipart\/(?:related|form-data)\b/i.test(type)) {
    throw new AppError('server.not-implemented', 'Multipart requests are not available yet');
  }
  const json = isForm(type) ? await readFormRequest(context) : await readJsonBody(stream, headers);
  return { request: readOperationRequest(json), leases: [] };
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** A form whose field `jsondata` holds the request: what a plain HTML form can send. */
async function readFormRequest({
  stream,
  headers,
}: {
  stream: RequestContext['stream'];
  headers: IncomingHttpHeaders;
}): Promise<unknown> {
  const form = new URLSearchParams((await readBodyBytes(stream, headers)).toString());
  const text = form.get('jsondata');
  if (text === null) throw new AppError('request.invalid', 'The form has no field jsondata');
  return parseJsonBytes(Buffer.from(text));
}
