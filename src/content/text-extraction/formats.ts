/** How the text of a file is read. */
export type TextFormat = 'plain' | 'html' | 'xml';

const byMimeType: Readonly<Record<string, TextFormat>> = {
  'application/json': 'plain',
  'application/xhtml+xml': 'html',
  'application/xml': 'xml',
  'application/x-yaml': 'plain',
  'application/yaml': 'plain',
  'message/rfc822': 'plain',
  'text/html': 'html',
  'text/xml': 'xml',
};

const byExtension: Readonly<Record<string, TextFormat>> = {
  csv: 'plain',
  htm: 'html',
  html: 'html',
  json: 'plain',
  md: 'plain',
  txt: 'plain',
  xhtml: 'html',
  xml: 'xml',
};

/** A file of which little is said. */
export interface TypedFile {
  readonly mimeType: string | null;
  readonly name: string | null;
}

/** Undefined for files whose text we cannot read, or that have none. */
export function textFormatOf({ mimeType, name }: TypedFile): TextFormat | undefined {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(byMimeType, type)) return byMimeType[type];
  if (type.startsWith('text/')) return 'plain';
  if (type.startsWith('image/')) return undefined;
  if (type.endsWith('+xml')) return 'xml';
  if (type !== '' && type !== 'application/octet-stream') return undefined;
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}
