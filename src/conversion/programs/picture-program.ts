import { Worker } from 'node:worker_threads';
import { FrameReader, frameHead } from '../frames.ts';
import { conversionLimits } from '../limits.ts';
import type { ConversionReply, ConversionRequest } from '../request.ts';
import { reasonOf } from './failure-reason.ts';
import type { GuardSetup } from './memory-guard.ts';
import type { Thumbnail } from './picture.ts';
import { isTextRequest } from './text-lines.ts';

/** Libraries are loaded with the first file that needs them. */
async function thumbnailOf(request: ConversionRequest, bytes: Uint8Array): Promise<Thumbnail> {
  if (request.format === 'pdf')
    return (await import('./pdf-page.ts')).pageThumbnail(request, bytes);
  if (isTextRequest(request)) return (await import('./text-page.ts')).textThumbnail(request, bytes);
  return (await import('./picture.ts')).pictureThumbnail(request, bytes);
}

async function reply(request: ConversionRequest, bytes: Uint8Array): Promise<void> {
  let head: ConversionReply;
  let result: Uint8Array = new Uint8Array(0);
  try {
    const thumbnail = await thumbnailOf(request, bytes);
    const { mimeType, width, height } = thumbnail;
    if (thumbnail.bytes.length > conversionLimits.outputBytesMax)
      throw new Error('it is too large');
    head = { mimeType, width, height };
    result = thumbnail.bytes;
  } catch (error) {
    head = { failure: reasonOf(error) };
  }
  process.stdout.write(frameHead(head, result.length));
  process.stdout.write(result);
}

async function serve(setup: GuardSetup): Promise<void> {
  // In a thread, as it must run while this one is busy with a file.
  const guard = new Worker(new URL(`./memory-guard.${setup.ending}`, import.meta.url), {
    workerData: setup,
  });
  guard.unref();
  const requests = new FrameReader(process.stdin, conversionLimits.inputBytesMax);
  for (;;) {
    const request = await requests.next<ConversionRequest>();
    // The server has ended, or does not need this process any more.
    if (!request) process.exit();
    await reply(request.head, request.bytes);
  }
}

await serve(JSON.parse(process.argv[2] ?? '') as GuardSetup);
