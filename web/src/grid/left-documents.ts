type Listener = (uids: ReadonlySet<string>) => void;

const listeners = new Set<Listener>();

/** Says that the user has taken documents out of where they were: they are not selected there any more. */
export function documentsLeft(documents: readonly { readonly uid: string }[]): void {
  const uids = new Set(documents.map(({ uid }) => uid));
  for (const listen of listeners) listen(uids);
}

/** Returns how to end it. */
export function onDocumentsLeft(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
