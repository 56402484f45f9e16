import type { Action } from './action.ts';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [];
