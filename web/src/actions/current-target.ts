import { useEffect, useSyncExternalStore } from 'react';
import type { ActionTarget } from './action.ts';

let current: ActionTarget | undefined;
const listeners = new Set<() => void>();

function set(target: ActionTarget | undefined): void {
  current = target;
  for (const listen of listeners) listen();
}

/** Says what the selection of the shown screen is, for the palette and for shortcuts. */
export function usePublishedTarget(target: ActionTarget): void {
  useEffect(() => {
    set(target);
    return () => {
      if (current === target) set(undefined);
    };
  }, [target]);
}

export function currentTarget(): ActionTarget | undefined {
  return current;
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Undefined on screens that show no documents. */
export function useCurrentTarget(): ActionTarget | undefined {
  return useSyncExternalStore(subscribe, currentTarget);
}
