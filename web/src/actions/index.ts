import type { Action } from './action.ts';
import { addToCollection } from './collection-add.ts';
import { addToFavorites, removeFromFavorites } from './favorite.ts';
import { lock, unlock } from './lock.ts';
import { publish } from './publish.ts';
import { share } from './share.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [
  lock,
  unlock,
  addToFavorites,
  removeFromFavorites,
  addToCollection,
  share,
  publish,
  subscribe,
  unsubscribe,
];
