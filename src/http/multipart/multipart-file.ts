import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../base/errors/app-error.ts';
import { readMultipart } from './multipart-reader.ts';
import type { PartHead } from './part-head.ts';

export interface FilePart extends Pick<PartHead, 'filename' | 'mimeType'> {
  readonly stream: Readable;
}

/**
 * Passes on the first file of a form as a stream; other parts are skipped. Returns what `onFile`
 * returns, undefined when there is no file.
 *
 * @throws AppError request.invalid when the body is not a multipart form or is cut short
 */
export async function readFirstFilePart<T>(
  stream: Readable,
  headers: IncomingHttpHeaders,
  onFile: (part: FilePart) => Promise<T>,
): Promise<T | undefined> {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw new AppError('request.invalid', 'Send the file as a part of a multipart/form-data body');
  }
  return readMultipart(stream, headers, async (reader) => {
    let received: { readonly result: T } | undefined;
    for (let head = await reader.nextHead(); head; head = await reader.nextHead()) {
      if (received || !head.isFile) continue;
      const { filename, mimeType } = head;
      const receive = (content: Readable) => onFile({ filename, mimeType, stream: content });
      received = { result: await reader.receivePart(head, receive) };
    }
    return received?.result;
  });
}
