import { useSyncExternalStore } from 'react';

const storageKey = 'cartulary.single-keys';
const listeners = new Set<() => void>();

/** Whether shortcuts of a single letter or sign are on; they are until the user turns them off. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}
