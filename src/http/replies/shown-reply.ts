import type { Document } from '../../model/document.ts';
import { lacksRowProperties } from '../../repository/documents/row-properties.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { documentReply } from './document-reply.ts';
import { serializedBody } from './raw-reply.ts';

/** Parts of `fetch.document` that show fields of the document itself; others read further rows. */
const ownFields: ReadonlySet<string> = new Set(['lock', 'versionLabel']);

/** What shapes the text of a document; undefined where more than the document is shown. */
function textKey({ wire, dialect, baseUrl }: RequestContext): string | undefined {
  if (wire.isPlain) return `${dialect} ${baseUrl}`;
  if (wire.enrichers('document').length > 0) return undefined;
  const fetched = wire.fetch('document');
  if (!fetched.every((name) => ownFields.has(name))) return undefined;
  return `${dialect} ${baseUrl} ${wire.properties ?? '-'} ${fetched}`;
}

/**
 * As `documentReply` with status 200, for a document that the caller may read. The text for one that is
 * read again and again is made once; see `RecentDocuments`.
 */
export async function shownReply(context: RequestContext, document: Document): Promise<RouteReply> {
  const { recent } = context.services.repository;
  const key = textKey(context);
  if (key === undefined) return documentReply(context, 200, document);
  const written = recent.textOf(document, key);
  if (written) return { status: 200, written };
  const reply = await documentReply(context, 200, document);
  if (reply.isLong || lacksRowProperties(document) || !recent.takesText(document)) return reply;
  const { text = '', contentType } = serializedBody(reply);
  const fresh = { text, contentType, sizeBytes: Buffer.byteLength(text) };
  recent.keepText(document, key, fresh);
  return { status: 200, written: fresh };
}
