import { AppError } from '../../base/errors/app-error.ts';
import type { PreviewKind } from '../../content/preview-kind.ts';
import { shownAs } from '../../conversion/previews/shown-as.ts';
import type { Document } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';

/** A stored file of a document, and how it is shown. */
export interface PreviewedFile {
  readonly document: Document;
  readonly xpath: string;
  readonly blob: BlobValue;
  readonly kind: PreviewKind;
}

/** The text of a note. */
export interface PreviewedNote {
  readonly document: Document;
  readonly text: string;
  readonly kind: 'html' | 'markdown' | 'text';
}

export type PreviewSource = PreviewedFile | PreviewedNote;

/** What the document itself is shown by: the text of a note, or its main file. @throws AppError resource.not-found */
export async function mainSource(document: Document): Promise<PreviewSource> {
  const { properties } = document;
  const text = properties['note:note'];
  if (typeof text === 'string')
    return { document, text, kind: noteKindOf(properties['note:mime_type']) };
  const blob = properties[mainBlobXpath];
  if (isBlobValue(blob)) return fileSource(document, { xpath: mainBlobXpath, blob });
  throw new AppError('resource.not-found', `No preview: ${document.path} has no main file`);
}

/** @throws AppError resource.not-found for files that have no preview */
export async function fileSource(
  document: Document,
  { xpath, blob }: Pick<PreviewedFile, 'xpath' | 'blob'>,
): Promise<PreviewedFile> {
  const kind = await shownAs(blob);
  if (kind) return { document, xpath, blob, kind };
  const type = blob.mimeType ?? 'unknown';
  throw new AppError('resource.not-found', `No preview: files of the type ${type} have none`);
}

export function isNote({ properties }: Document): boolean {
  return typeof properties['note:note'] === 'string';
}

function noteKindOf(mimeType: unknown): PreviewedNote['kind'] {
  if (mimeType === 'text/html') return 'html';
  return /markdown/.test(String(mimeType)) ? 'markdown' : 'text';
}
