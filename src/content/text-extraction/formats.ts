/** How the text of a file is read. */
export type TextFormat = 'plain' | 'html' | 'xml' | 'pdf' | 'word' | 'excel' | 'powerpoint' | 'odf';

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const byMimeType: Readonly<Record<string, TextFormat>> = {
  'application/json': 'plain',
  'application/pdf': 'pdf',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'excel',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'powerpoint',
  'application/vnd.ms-word.document.macroenabled.12': 'word',
  [`${openDocument}.presentation`]: 'odf',
  [`${openDocument}.presentation-template`]: 'odf',
  [`${openDocument}.spreadsheet`]: 'odf',
  [`${openDocument}.spreadsheet-template`]: 'odf',
  [`${openDocument}.text`]: 'odf',
  [`${openDocument}.text-template`]: 'odf',
  [`${openXml}.presentationml.presentation`]: 'powerpoint',
  [`${openXml}.presentationml.slideshow`]: 'powerpoint',
  [`${openXml}.spreadsheetml.sheet`]: 'excel',
  [`${openXml}.spreadsheetml.template`]: 'excel',
  [`${openXml}.wordprocessingml.document`]: 'word',
  [`${openXml}.wordprocessingml.template`]: 'word',
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
  docx: 'word',
  htm: 'html',
  html: 'html',
  json: 'plain',
  md: 'plain',
  odp: 'odf',
  ods: 'odf',
  odt: 'odf',
  pdf: 'pdf',
  pptx: 'powerpoint',
  txt: 'plain',
  xhtml: 'html',
  xlsx: 'excel',
  xml: 'xml',
};

/** What is said of a file. */
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
