import { ghostscript, pdfHtml } from './document-programs.ts';
import type { Engine } from './engine.ts';
import { office } from './office.ts';
import { pagePicture, pictureCrop, picturePdf, pictureRotation, pictureSize } from './pictures.ts';
import { archiveHtml, archivePreview, cleanHtml, markdown, text, textHtml, utf8 } from './texts.ts';
import { video, videoPicture } from './videos.ts';

export const engines = {
  'archive-html': archiveHtml,
  'archive-preview': archivePreview,
  'clean-html': cleanHtml,
  ghostscript,
  markdown,
  office,
  'page-picture': pagePicture,
  'pdf-html': pdfHtml,
  'picture-crop': pictureCrop,
  'picture-pdf': picturePdf,
  'picture-rotation': pictureRotation,
  'picture-size': pictureSize,
  text,
  'text-html': textHtml,
  utf8,
  video,
  'video-picture': videoPicture,
} as const satisfies Record<string, Engine>;

export type EngineName = keyof typeof engines;
