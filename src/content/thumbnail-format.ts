import { type FileDescription, textFormatOf } from './text-extraction/formats.ts';

/** How the picture of a file is made. */
export type ThumbnailFormat =
  | 'picture'
  | 'heif'
  | 'pdf'
  | 'text'
  | 'html'
  | 'markdown'
  | 'video'
  | 'audio'
  | 'office';

const pictures = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'image/x-png',
]);

/** Pictures of phones, which a program of the machine reads. */
const heifPictures = new Set(['image/heic', 'image/heif']);

const oldOffice = new Set([
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
]);
const officeTexts = new Set<string>(['excel', 'odf', 'powerpoint', 'rtf', 'word']);

/** Whether the file is a picture that can be read. */
export function isReadablePicture(file: Pick<FileDescription, 'mimeType' | 'name'>): boolean {
  const format = thumbnailFormatOf(file);
  return format === 'picture' || format === 'heif';
}

/** Undefined for files of which no picture can be made. */
export function thumbnailFormatOf(
  file: Pick<FileDescription, 'mimeType' | 'name'>,
): ThumbnailFormat | undefined {
  const type = file.mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (pictures.has(type)) return 'picture';
  if (heifPictures.has(type)) return 'heif';
  if (type === 'application/pdf') return 'pdf';
  if (/^video\/|^application\/mxf$/.test(type)) return 'video';
  if (type.startsWith('audio/')) return 'audio';
  const text = textFormatOf(file);
  if (oldOffice.has(type) || officeTexts.has(text ?? '')) return 'office';
  if (text === 'html') return 'html';
  if (/^text\/(?:x-web-|x-)?markdown$/.test(type)) return 'markdown';
  return text === 'plain' || text === 'json' || text === 'xml' ? 'text' : undefined;
}
