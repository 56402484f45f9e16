import type { BlobKey } from '../../base/ids.ts';
import type { ContentPresentation } from '../../blobs/blob-store.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { isSafeElsewhere } from './content-safety.ts';

interface KeptContent extends ContentPresentation {
  readonly key: BlobKey;
  readonly sizeBytes: number;
  readonly isInline: boolean;
}

/**
 * Sends the client to the object storage for a content that it may read. Undefined when the content is to be sent
 * from here, or is missing.
 */
export async function redirectedContent(
  context: RequestContext,
  content: KeptContent,
): Promise<RouteReply | undefined> {
  const { addresses } = context.services.blobs;
  if (addresses === undefined || !mayRedirect(context, content)) return undefined;
  const address = await addresses.find(content.key, content);
  if (address === undefined) return undefined;
  // It is good for a short time only, also where the content itself may be kept.
  return { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } };
}

function mayRedirect({ method, headers, services }: RequestContext, content: KeptContent): boolean {
  const sizeBytesMin = services.config.downloadRedirectMinMegabytes * 2 ** 20;
  return (
    method === 'GET' &&
    content.sizeBytes >= sizeBytesMin &&
    isSafeElsewhere(content.contentType, content.isInline) &&
    // The storage has other tags, and no such digests.
    headers['if-range'] === undefined &&
    headers['want-digest'] === undefined &&
    !isFromScript(headers['sec-fetch-mode'])
  );
}

/** A browser gives scripts what another origin sends only if that has been told to allow it. */
function isFromScript(mode: string | readonly string[] | undefined): boolean {
  return mode === 'cors' || mode === 'same-origin';
}
