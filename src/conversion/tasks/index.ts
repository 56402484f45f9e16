/**
 * Code that reads foreign bytes and runs in a process of its own for one conversion: each module has a function
 * `run`. The server imports their types only, as they may load native code.
 */
export const taskModules = {
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
  'resize-picture': () => import('./resize-picture.ts'),
};

export type TaskName = keyof typeof taskModules;
