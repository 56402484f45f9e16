import { randomPositiveLong } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { importedType } from '../../content/imported-types.ts';
import { detectMimeType } from '../../content/mime-types.ts';
import { decodeNoteText, noteBytesMax } from '../../content/note-text.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import type { BlobValue, Properties } from '../../model/value.ts';
import { documentBlob } from '../attachments/document-blob.ts';
import { documentMimeType } from '../attachments/document-mime-type.ts';

interface IncomingFile {
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly sizeBytes: number;
  /** Its first bytes, if name and type do not determine what it is. */
  readonly head?: Uint8Array;
}

/** The document for a file. */
export interface ImportPlan {
  readonly type: string;
  readonly mimeType: string;
  /** Stored as the text of a note, if its content is text. */
  readonly isNote: boolean;
}

const plainType = 'File';
const noteType = 'Note';

/** `detectsType`: the name of the file has priority over the type that was sent. */
export function planImport(
  model: ContentModel,
  file: IncomingFile,
  { detectsType }: { readonly detectsType: boolean },
): ImportPlan {
  const mimeType = detectsType
    ? detectMimeType(file)
    : documentMimeType({ name: null, mimeType: file.mimeType });
  const wanted = importedType(mimeType);
  const isNote =
    wanted === noteType && file.sizeBytes <= noteBytesMax && model.findType(noteType) !== undefined;
  if (isNote) return { type: noteType, mimeType, isNote };
  return { type: holdsFile(model, wanted) ? wanted : plainType, mimeType, isNote };
}

/** Content models may lack the types for media. */
function holdsFile(model: ContentModel, type: string): boolean {
  return model.findType(type) !== undefined && model.shapeOf(type).properties.has(mainBlobXpath);
}

export function planAsFile({ mimeType }: ImportPlan): ImportPlan {
  return { type: plainType, mimeType, isNote: false };
}

export function fileContent({ mimeType }: ImportPlan, blob: BlobValue): Properties {
  return { [mainBlobXpath]: documentBlob({ ...blob, mimeType }) };
}

/** Undefined when the bytes are not text. */
export function noteContent(
  { mimeType }: { readonly mimeType: string },
  bytes: Uint8Array,
  encoding: string | null,
): Properties | undefined {
  const text = decodeNoteText(bytes, encoding);
  return text === undefined ? undefined : { 'note:note': text, 'note:mime_type': mimeType };
}

/** The name of a document with the title: the part that is valid in a path. */
export function nameFromTitle(title: string): string {
  const name = title
    .replace(/\p{Cc}/gu, '')
    .replace(/[/\\]/g, '-')
    .trim()
    .normalize('NFC')
    .slice(0, limits.nameLengthMax)
    .toWellFormed()
    .trim();
  return name === '' || name === '.' || name === '..' ? randomPositiveLong() : name;
}
