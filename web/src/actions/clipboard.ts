import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { Doc } from '../api/types.ts';

const entry = v.object({
  uid: v.string(),
  title: v.string(),
  path: v.string(),
  parentRef: v.nullable(v.string()),
});

const clipboard = v.object({
  /** Whose it is: another user of this browser must not see it. */
  user: v.string(),
  isCut: v.boolean(),
  documents: v.pipe(v.array(entry), v.minLength(1)),
  /** What the clipboard of the system was given: when it has something else, that was copied later. */
  links: v.string(),
});

/** Documents that can be pasted, in all windows of this browser. */
export type Clipboard = v.InferOutput<typeof clipboard>;

const storageKey = 'cartulary.clipboard';
const listeners = new Set<() => void>();
let known: { readonly text: string | null; readonly value: Clipboard | undefined } | undefined;

function parsed(text: string | null): Clipboard | undefined {
  try {
    const result = v.safeParse(clipboard, JSON.parse(text ?? 'null'));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

export function readClipboard(): Clipboard | undefined {
  const text = localStorage.getItem(storageKey);
  if (known?.text !== text) known = { text, value: parsed(text) };
  return known?.value;
}

function tell(): void {
  for (const listen of listeners) listen();
}

interface Taken extends Omit<Clipboard, 'documents'> {
  readonly documents: readonly Doc[];
}

export function writeClipboard({ documents, ...rest }: Taken): void {
  const kept = documents.map(({ uid, title, path, parentRef }) => ({
    uid,
    title,
    path,
    parentRef,
  }));
  localStorage.setItem(storageKey, JSON.stringify({ ...rest, documents: kept }));
  tell();
}

export function clearClipboard(): void {
  localStorage.removeItem(storageKey);
  tell();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  addEventListener('storage', listen);
  return () => {
    listeners.delete(listen);
    removeEventListener('storage', listen);
  };
}

/** Changes in other windows are seen as well. Lists dim what is cut. */
export function useClipboard(): Clipboard | undefined {
  return useSyncExternalStore(subscribe, readClipboard);
}
