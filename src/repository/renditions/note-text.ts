import { hash } from 'node:crypto';
import type { DocumentId } from '../../base/ids.ts';
import { type ThumbnailFormat, thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import type { Document } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue } from '../../model/value.ts';

/** Characters that a picture is made of: more than a page has, also where styles come first. */
const lengthMax = 65_536;

/** What the thumbnail of a note shows. */
export interface NoteText {
  /** The document that has the text; of a proxy its target. */
  readonly documentId: DocumentId;
  readonly name: string;
  readonly mimeType: string;
  readonly format: ThumbnailFormat;
  readonly text: string;
}

/** Undefined for documents without a text, and for those with a main file, whose picture is shown. */
export function noteTextOf(document: Document): NoteText | undefined {
  const { id, name, proxyTarget, properties } = document;
  const { 'note:note': note, 'note:mime_type': type, [mainBlobXpath]: blob } = properties;
  if (typeof note !== 'string' || isBlobValue(blob)) return undefined;
  const text = note.slice(0, lengthMax);
  if (text.trim() === '') return undefined;
  const mimeType = typeof type === 'string' && type !== '' ? type : 'text/plain';
  return { documentId: proxyTarget?.id ?? id, name, mimeType, format: formatOf(mimeType), text };
}

function formatOf(mimeType: string): ThumbnailFormat {
  const format = thumbnailFormatOf({ mimeType, name: null });
  return format === 'html' || format === 'markdown' ? format : 'text';
}

/** The same for texts of which the same picture is made. */
export function noteDigest({ format, text }: NoteText): string {
  return hash('sha256', `${format}\n${text}`);
}
