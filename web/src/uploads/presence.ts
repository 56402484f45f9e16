import { useSyncExternalStore } from 'react';

/** Set while the journal may have something, so that its code is loaded only then. */
const storageKey = 'cartulary.uploads';
const listeners = new Set<() => void>();
let isWanted = localStorage.getItem(storageKey) !== null;

/** Loads the panel. */
export function wantUploads(): void {
  isWanted = true;
  for (const listen of listeners) listen();
}

/** Whether the next page has to look into the journal. */
export function setJournaled(value: boolean): void {
  if (value) localStorage.setItem(storageKey, 'yes');
  else localStorage.removeItem(storageKey);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export function useUploadsWanted(): boolean {
  return useSyncExternalStore(subscribe, () => isWanted);
}
