import { useSyncExternalStore } from 'react';

let isSignedOut = false;
const listeners = new Set<() => void>();

/** Whether an answer has said that the session of the shown user has ended. */
export function setSignedOut(value: boolean): void {
  isSignedOut = value;
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export function useIsSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => isSignedOut);
}
