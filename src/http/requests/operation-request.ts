import { type OperationRequest, readOperationRequest } from '../../automation/request.ts';
import { present } from '../../base/assert.ts';
import {
  type LeasedBlob,
  leaseReceived,
  type ReceivedContent,
} from '../../repository/attachments/blob-leases.ts';
import { checkNaming } from '../../repository/attachments/blobs.ts';
import {
  type BlobPart,
  isMultipartRequest,
  readMultipartRequest,
} from '../multipart/multipart-request.ts';
import type { RequestContext } from '../route.ts';
import { jsonRulesOf, readJsonBody } from './body.ts';
import { readFormRequest } from './form-request.ts';
import { isNetworkBody } from './network-body.ts';

/** A request for an operation with its parts beside the JSON. */
interface ReceivedRequest {
  /** As received. */
  readonly json: unknown;
  readonly request: OperationRequest;
  /** Blobs sent as parts; they replace the input. */
  readonly leases: readonly LeasedBlob[];
}

/** @throws AppError request.invalid, request.unsupported-media-type, request.too-large */
export async function receiveRequest(context: RequestContext): Promise<ReceivedRequest> {
  const { headers } = context;
  const type = headers['content-type'] ?? '';
  if (isMultipartRequest(headers)) return receiveMultipart(context);
  const read = isForm(type) ? readFormRequest : readJsonBody;
  const json = await read(context, jsonRulesOf(context.services.config));
  return { json, request: readOperationRequest(json), leases: [] };
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** Each part is written to disk while it arrives; all blobs are registered together at the end. */
async function receiveMultipart(context: RequestContext): Promise<ReceivedRequest> {
  const { services, stream, headers, signal } = context;
  // The parser keeps no chunk of which a part has all bytes, and the store frees no others.
  const ownsChunks = headers['content-encoding'] === undefined && isNetworkBody(stream);
  const received: ReceivedContent[] = [];
  let json: unknown;
  let request: OperationRequest | undefined;
  const stage = async (part: BlobPart): Promise<void> => {
    const naming = { name: part.filename, mimeType: part.mimeType, encoding: part.encoding };
    checkNaming(naming);
    const staged = await services.blobs.stage(part.stream, {
      durable: 'later',
      signal,
      ownsChunks,
    });
    received.push({ staged, naming });
  };
  try {
    await readMultipartRequest(stream, headers, {
      jsonBytesMax: jsonRulesOf(services.config).bytesMax,
      onRequest: (first) => {
        json = first;
        request = readOperationRequest(first);
      },
      onBlob: stage,
    });
  } catch (error) {
    for (const { staged } of received) await staged.discard();
    throw error;
  }
  const leases = await leaseReceived(services, received);
  return { json, request: present(request, 'the first part'), leases };
}
