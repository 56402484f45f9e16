/**
 * Code that reads foreign bytes and runs in a process of its own for one conversion: each module has a function
 * `run`. The server imports their types only, as they may load native code.
 */
export const taskModules = {
  'picture-views': () => import('./picture-views.ts'),
  'resize-picture': () => import('./resize-picture.ts'),
};

export type TaskName = keyof typeof taskModules;
