import { textFormatOf } from './text-extraction/formats.ts';
import { thumbnailFormatOf } from './thumbnail-format.ts';

/** How a file is shown in a browser. */
export type PreviewKind =
  | 'archive'
  | 'audio'
  | 'html'
  | 'mail'
  | 'markdown'
  | 'office'
  | 'pdf'
  /** A picture that browsers show. */
  | 'picture'
  /** A picture that is converted for browsers. */
  | 'scan'
  | 'table'
  | 'text'
  | 'video';

const byMimeType: Readonly<Record<string, PreviewKind>> = {
  'application/gzip': 'archive',
  'application/java-archive': 'archive',
  'application/ogg': 'audio',
  'application/pdf': 'pdf',
  'application/x-gtar': 'archive',
  'application/x-gzip': 'archive',
  'application/x-tar': 'archive',
  'application/x-zip-compressed': 'archive',
  'application/xhtml+xml': 'html',
  'application/zip': 'archive',
  'image/avif': 'picture',
  'image/bmp': 'picture',
  'image/gif': 'picture',
  'image/jpeg': 'picture',
  'image/jpg': 'picture',
  'image/pjpeg': 'picture',
  'image/png': 'picture',
  'image/svg+xml': 'picture',
  'image/tiff': 'scan',
  'image/vnd.microsoft.icon': 'picture',
  'image/webp': 'picture',
  'image/x-icon': 'picture',
  'image/x-png': 'picture',
  'message/rfc822': 'mail',
  'text/csv': 'table',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/tab-separated-values': 'table',
  'text/x-markdown': 'markdown',
  'text/x-web-markdown': 'markdown',
};

const byExtension: Readonly<Record<string, PreviewKind>> = {
  csv: 'table',
  eml: 'mail',
  htm: 'html',
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
  pdf: 'pdf',
  tar: 'archive',
  tgz: 'archive',
  zip: 'archive',
};

/** The declared properties of a file. */
interface TypedFile {
  readonly mimeType: string | null;
  readonly name: string | null;
}

/** Undefined for files that have no preview. */
export function previewKindOf(file: TypedFile): PreviewKind | undefined {
  const type = file.mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(byMimeType, type)) return byMimeType[type];
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (thumbnailFormatOf(file) === 'office') return 'office';
  const extension = /\.([a-z0-9]{1,10})$/i.exec(file.name ?? '')?.[1]?.toLowerCase() ?? '';
  const isUnknown = type === '' || type === 'application/octet-stream' || type === 'text/plain';
  if (isUnknown && Object.hasOwn(byExtension, extension)) return byExtension[extension];
  return textKindOf(file);
}

function textKindOf(file: TypedFile): PreviewKind | undefined {
  const format = textFormatOf(file);
  if (format === 'html' || format === 'mail') return format;
  return format === 'plain' || format === 'json' || format === 'xml' ? 'text' : undefined;
}
