import type { Action } from './action.ts';
import { uploadFiles, uploadFolder } from './upload.ts';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [uploadFiles, uploadFolder];
