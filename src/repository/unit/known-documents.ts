import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';

interface Known {
  readonly document: Document;
  /** Changes of the unit when the document was read or saved. */
  readonly changes: number;
}

/**
 * Documents whose rows a unit has locked: as long as the unit changes nothing else they are what is
 * stored, so a chain of changes of one document reads it once.
 */
const knownByHandle = new WeakMap<ReadHandle, Map<DocumentId, Known>>();

/** Proxies and versions show content of other rows and are read anew. */
export function rememberDocument(handle: ReadHandle, document: Document): void {
  if (document.isVersion || document.proxyTarget) return;
  let known = knownByHandle.get(handle);
  if (!known) {
    known = new Map();
    knownByHandle.set(handle, known);
  }
  known.set(document.id, { document, changes: handle.changes });
}

export function recallDocument(handle: ReadHandle, id: string): Document | undefined {
  const known = knownByHandle.get(handle)?.get(id as DocumentId);
  return known?.changes === handle.changes ? known.document : undefined;
}
