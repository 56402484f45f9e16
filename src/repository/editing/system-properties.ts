import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { type Document, isProxy } from '../../model/document.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { storeLock } from '../changes/state-rows.ts';
import { refuseOwnStates } from '../changes/workflow-documents.ts';
import { getDocumentForUpdate } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { changeOfCheckOut } from '../versions/versions.ts';
import { trashDocument, untrashDocument } from './trash.ts';

/** What is stored of a document beside its properties and does not follow from other data. */
export interface SystemProperties {
  /** A state of its life cycle, whether or not a transition leads to it. */
  readonly state?: string;
  /** The user for whom it is locked; null for no lock. */
  readonly lockOwner?: string | null;
  readonly isTrashed?: boolean;
}

/**
 * Sets system properties of a document, for administrators: no transition, owner of a lock or date
 * of change is asked for or changed. Returns false when that changes nothing, as for versions and
 * proxies.
 *
 * @throws AppError lifecycle.transition-not-allowed, document.root-immutable, document.not-found
 */
export async function setSystemProperties(
  unit: WriteUnit,
  id: DocumentId,
  { state, lockOwner, isTrashed }: SystemProperties,
): Promise<boolean> {
  // Before the document is locked, as trashing locks the tree first.
  if (isTrashed !== undefined) await unit.handle.lockTree('exclusive');
  const document = await getDocumentForUpdate(unit, id);
  if (document.isVersion || isProxy(document)) return false;
  const changes = [
    state !== undefined && (await setState(unit, document, state)),
    lockOwner !== undefined && (await setLock(unit, document, lockOwner)),
    isTrashed !== undefined && (await setTrashed(unit, document, isTrashed)),
  ];
  return changes.includes(true);
}

async function setState(unit: WriteUnit, document: Document, state: string): Promise<boolean> {
  if (document.state === state) return false;
  refuseOwnStates(document.shape);
  const lifecycle = unit.model.lifecycleOf(document.shape.type);
  if (!lifecycle || !Object.hasOwn(lifecycle.states, state)) {
    const known = lifecycle ? Object.keys(lifecycle.states).join(', ') : 'none';
    throw new AppError(
      'lifecycle.transition-not-allowed',
      `${state} is no state of a document of the type ${document.type}; its states: ${known}`,
    );
  }
  const checkOut = document.isCheckedOut ? {} : await changeOfCheckOut(unit, document);
  const saved = await saveContent(unit, { document, change: { ...checkOut, state } });
  await announce(unit, { eventId: 'lifecycle_transition_event', documents: [saved] });
  return true;
}

async function setLock(unit: WriteUnit, document: Document, owner: string | null) {
  if ((document.lock?.owner ?? null) === owner) return false;
  const createdAt = owner === null ? null : unit.nowMs;
  await unit.handle.execute(storeLock, { id: document.id, owner, createdAt });
  const eventId = owner === null ? 'documentUnlocked' : 'documentLocked';
  await announce(unit, { eventId, documents: [document] });
  return true;
}

async function setTrashed(unit: WriteUnit, document: Document, isTrashed: boolean) {
  if (document.isTrashed === isTrashed) return false;
  await (isTrashed ? trashDocument(unit, document.id) : untrashDocument(unit, document.id));
  return true;
}
