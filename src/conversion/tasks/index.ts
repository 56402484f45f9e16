/**
 * Code that reads foreign bytes and runs in a process of its own for one conversion: each module has a function
 * `run`. The server imports their types only, as they may load native code.
 */
export const taskModules = {
  'change-picture': () => import('./change-picture.ts'),
  'draw-page': () => import('./draw-page.ts'),
  'draw-pages': () => import('./draw-pages.ts'),
  'extract-text': () => import('./extract-text.ts'),
  'list-archive': () => import('./list-archive.ts'),
  'mail-attachment': () => import('./mail-attachment.ts'),
  'pdf-info': () => import('./pdf-info.ts'),
  'pdf-links': () => import('./pdf-links.ts'),
  'pdf-merge': () => import('./pdf-merge.ts'),
  'pdf-numbers': () => import('./pdf-numbers.ts'),
  'pdf-overlay': () => import('./pdf-overlay.ts'),
  'pdf-pages': () => import('./pdf-pages.ts'),
  'pdf-pictures': () => import('./pdf-pictures.ts'),
  'pdf-protect': () => import('./pdf-protect.ts'),
  'pdf-text': () => import('./pdf-text.ts'),
  'pdf-watermark': () => import('./pdf-watermark.ts'),
  'picture-pdf': () => import('./picture-pdf.ts'),
  'picture-views': () => import('./picture-views.ts'),
  'preview-fragment': () => import('./preview-fragment.ts'),
  'read-archive': () => import('./read-archive.ts'),
  'resize-picture': () => import('./resize-picture.ts'),
  'take-preview': () => import('./take-preview.ts'),
  'write-page': () => import('./write-page.ts'),
  'write-utf8': () => import('./write-utf8.ts'),
};

export type TaskName = keyof typeof taskModules;
