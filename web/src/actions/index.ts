import type { Action } from './action.ts';
import { share } from './share.ts';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [share];
