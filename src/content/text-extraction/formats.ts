/** Files that the process for texts reads itself. */
export type ReadFormat =
  | 'plain'
  | 'json'
  | 'html'
  | 'xml'
  | 'rtf'
  | 'mail'
  | 'pdf'
  | 'word'
  | 'excel'
  | 'powerpoint'
  | 'odf'
  | 'epub';

/** Office files of before 2007: the program LibreOffice makes one of the format `odf` of them. */
export type OldOfficeFormat = 'doc' | 'xls' | 'ppt';

/** How the text of a file is read; that of a picture is recognized. */
type TextFormat = ReadFormat | OldOfficeFormat | 'picture';

const oldOffice: ReadonlySet<TextFormat> = new Set(['doc', 'xls', 'ppt']);

export function isOldOffice(format: TextFormat): format is OldOfficeFormat {
  return oldOffice.has(format);
}

export function isReadFormat(format: TextFormat): format is ReadFormat {
  return format !== 'picture' && !isOldOffice(format);
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const byMimeType: Readonly<Record<string, TextFormat>> = {
  'application/epub+zip': 'epub',
  'application/graphql': 'plain',
  'application/javascript': 'plain',
  'application/json': 'json',
  'application/msword': 'doc',
  'application/pdf': 'pdf',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'excel',
  'application/vnd.ms-powerpoint': 'ppt',
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
  'application/rtf': 'rtf',
  'application/sql': 'plain',
  'application/toml': 'plain',
  'application/x-httpd-php': 'plain',
  'application/x-ndjson': 'json',
  'application/x-rtf': 'rtf',
  'application/x-sh': 'plain',
  'application/x-subrip': 'plain',
  'application/x-tex': 'plain',
  'application/x-yaml': 'plain',
  'application/xhtml+xml': 'html',
  'application/xml': 'xml',
  'application/yaml': 'plain',
  'image/avif': 'picture',
  'image/gif': 'picture',
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/tiff': 'picture',
  'image/webp': 'picture',
  'message/rfc822': 'mail',
  'multipart/related': 'mail',
  'text/html': 'html',
  'text/rtf': 'rtf',
  'text/xml': 'xml',
};

const byExtension: Readonly<Record<string, TextFormat>> = {
  csv: 'plain',
  doc: 'doc',
  docm: 'word',
  docx: 'word',
  eml: 'mail',
  epub: 'epub',
  htm: 'html',
  html: 'html',
  json: 'json',
  md: 'plain',
  mht: 'mail',
  mhtml: 'mail',
  odp: 'odf',
  ods: 'odf',
  odt: 'odf',
  pdf: 'pdf',
  ppt: 'ppt',
  pptm: 'powerpoint',
  pptx: 'powerpoint',
  rtf: 'rtf',
  tsv: 'plain',
  txt: 'plain',
  xhtml: 'html',
  xls: 'xls',
  xlsm: 'excel',
  xlsx: 'excel',
  xml: 'xml',
  yaml: 'plain',
  yml: 'plain',
};

/** The declared properties of a file. */
interface TypedFile {
  readonly mimeType: string | null;
  readonly name: string | null;
}

export interface FileDescription extends TypedFile {
  /** The declared character set. */
  readonly encoding: string | null;
}

/** Undefined for files whose format is not supported, or that have no text. */
export function textFormatOf({ mimeType, name }: TypedFile): TextFormat | undefined {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(byMimeType, type)) return byMimeType[type];
  if (type.startsWith('text/')) return 'plain';
  if (type.startsWith('image/')) return undefined;
  if (type.endsWith('+xml')) return 'xml';
  if (type.endsWith('+json')) return 'json';
  if (type !== '' && type !== 'application/octet-stream') return undefined;
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}
