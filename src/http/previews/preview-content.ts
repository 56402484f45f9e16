import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors/app-error.ts';
import { isBlobKey } from '../../blobs/digest.ts';
import type { BlobValue } from '../../model/value.ts';
import type { RequestContext } from '../route.ts';
import type { Services } from '../services.ts';
import { workbenchOf } from '../workbench.ts';
import type { PageContent } from './page-reply.ts';
import type { PreviewReader } from './preview-maker.ts';
import { edition } from './preview-parts.ts';
import type { PreviewedNote } from './preview-source.ts';

/** What was made of a file. */
export function keptContent({ blobs }: Services, { key, digest, length }: BlobValue): PageContent {
  return {
    tag: digest,
    load: async () => {
      if (!isBlobKey(key)) throw new AppError('store.corrupt', `not a blob key: ${key}`);
      return { stream: await blobs.open(key), sizeBytes: length };
    },
  };
}

export function readerOf(context: RequestContext): PreviewReader {
  return { workbench: workbenchOf(context), signal: context.signal };
}

export function noteContent(context: RequestContext, note: PreviewedNote): PageContent {
  const { kind, text } = note;
  const tag = createHash('sha256').update(`${edition} ${kind} ${text}`).digest('hex');
  return { tag, load: () => context.services.previews.noteFragment(note, readerOf(context)) };
}
