import type { BlobValue, Doc } from '../api/types.ts';

/** How the main content of a document is shown. */
export type PreviewFamily =
  | 'audio'
  | 'markdown'
  /** Through a PDF that the server makes, if it can. */
  | 'converted'
  /** A page that the server makes, without scripts, in a frame of its own. */
  | 'page'
  | 'pdf'
  | 'picture'
  /** A picture that the server makes another one of for browsers. */
  | 'scan'
  | 'text'
  | 'video';

/** The main file of a document, or the text of a note. */
export interface PreviewedFile {
  readonly family: PreviewFamily;
  /** Undefined for the text of a note. */
  readonly blob: BlobValue | undefined;
  readonly note: string | undefined;
}

const pictures =
  /^image\/(?:avif|bmp|gif|jpe?g|pjpeg|png|svg\+xml|webp|x-icon|x-png|vnd\.microsoft\.icon)$/;
const pages =
  /^(?:text\/(?:html|csv|tab-separated-values)|application\/(?:xhtml\+xml|zip|gzip|java-archive|x-gtar|x-gzip|x-tar|x-zip-compressed)|message\/rfc822)$/;
const texts =
  /^(?:text\/|application\/(?:json|xml|javascript|x-javascript|ecmascript|sql|toml|x-sh|x-yaml|yaml|x-httpd-php|x-tex|x-latex)$|[a-z]+\/[\w.-]+\+(?:json|xml|yaml)$)/;
const office = /^text\/(?:rtf|richtext)$/;

const families: readonly (readonly [RegExp, PreviewFamily])[] = [
  [/^application\/pdf$/, 'pdf'],
  [pictures, 'picture'],
  [/^image\//, 'scan'],
  [/^text\/(?:x-)?(?:web-)?markdown$/, 'markdown'],
  [pages, 'page'],
  [/^audio\/|^application\/ogg$/, 'audio'],
  [/^video\//, 'video'],
  [office, 'converted'],
  [texts, 'text'],
];

/** For files whose type says little. */
const endings: readonly (readonly [RegExp, PreviewFamily])[] = [
  [/\.pdf$/i, 'pdf'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.(?:csv|eml|html?|tar|tgz|tsv|zip)$/i, 'page'],
];

/** The family of a file by its type, and by its name where the type says little. */
export function familyOf({
  name,
  'mime-type': mimeType,
}: Pick<BlobValue, 'name' | 'mime-type'>): PreviewFamily {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const saysLittle = ['', 'application/octet-stream', 'text/plain'].includes(type);
  const byName = saysLittle ? endings.find(([ending]) => ending.test(name ?? '')) : undefined;
  const found = byName ?? families.find(([types]) => types.test(type));
  return found?.[1] ?? 'converted';
}

/** Undefined for documents without content. */
export function previewedFileOf({
  properties,
}: Pick<Doc, 'properties'>): PreviewedFile | undefined {
  const note = properties['note:note'];
  if (typeof note === 'string') {
    return { family: noteFamily(properties['note:mime_type']), blob: undefined, note };
  }
  const blob = blobOf(properties['file:content']);
  return blob && { family: familyOf(blob), blob, note: undefined };
}

function noteFamily(mimeType: unknown): PreviewFamily {
  if (mimeType === 'text/html') return 'page';
  return /markdown/.test(String(mimeType)) ? 'markdown' : 'text';
}

/** The value if it is one of a file. */
export function blobOf(value: unknown): BlobValue | undefined {
  const isBlob = typeof value === 'object' && value !== null && 'data' in value;
  return isBlob && 'mime-type' in value ? (value as BlobValue) : undefined;
}

export function sizeOf({ length }: BlobValue): number {
  return Number(length ?? 0);
}
