import type { DocumentId } from '../../base/ids.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { followTransition } from '../../model/lifecycle.ts';
import { requirePermission } from '../access/permissions.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { addSubtreeTask } from '../changes/subtree-tasks.ts';
import { refuseOwnStates } from '../changes/workflow-documents.ts';
import {
  documentNotFound,
  getDocumentForUpdate,
  getUncheckedDocument,
} from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { changeOfCheckOut } from '../versions/versions.ts';
import { followNext, type StateChange } from './follow-below.ts';
import { hasManyBelow } from './subtree-change.ts';
import { trashDocument, untrashDocument } from './trash.ts';

/**
 * Follows a transition of the document's life cycle; on a folder, its descendants that can follow it
 * do so too, of a large one a little later. Old clients trash documents by the transitions `delete` and `undelete`.
 *
 * @throws AppError lifecycle.transition-not-allowed, permission.denied
 */
export async function followLifecycleTransition(
  unit: WriteUnit,
  { id, transition }: { id: DocumentId; transition: string },
): Promise<Document> {
  if (transition === 'delete') {
    return (await trashDocument(unit, id)) ?? gone(id);
  }
  if (transition === 'undelete') return untrashDocument(unit, id);
  const document = await getDocumentToChange(unit, id);
  await requirePermission(unit, { document, permission: 'WriteLifeCycle' });
  if (document.proxyTarget) {
    // A proxy shows its target's state and has none of its own.
    await followLifecycleTransition(unit, { id: document.proxyTarget.id, transition });
    return getDocumentForUpdate(unit, id);
  }
  refuseOwnStates(document.shape);
  const lifecycle = unit.model.lifecycleOf(document.shape.type);
  const state = followTransition(lifecycle, document.state, transition);
  const isCheckedIn = !document.isVersion && !document.isCheckedOut;
  const checkOut = isCheckedIn ? await changeOfCheckOut(unit, document) : {};
  const saved = await saveContent(unit, { document, change: { ...checkOut, state } });
  await announce(unit, { eventId: 'lifecycle_transition_event', documents: [saved] });
  if (lifecycle && isFolderish(document)) {
    await followBelow(unit, document, { lifecycle, transition, state });
  }
  return saved;
}

/** Changes of many rows are serialised, or two of them could deadlock. */
async function getDocumentToChange(unit: WriteUnit, id: DocumentId): Promise<Document> {
  const document = await getUncheckedDocument(unit, { id });
  if (isFolderish(document)) await unit.handle.lockTree('exclusive');
  return getDocumentForUpdate(unit, id);
}

function gone(id: DocumentId): never {
  throw documentNotFound({ id });
}

/** The documents below: at once if they are few, otherwise later in slices. */
async function followBelow(
  unit: WriteUnit,
  document: Document,
  change: StateChange,
): Promise<void> {
  if (await hasManyBelow(unit, document)) {
    const { lifecycle, transition, state } = change;
    const details = { lifecycle: lifecycle.name, transition, state };
    await addSubtreeTask(unit, { kind: 'transition', documentId: document.id, details });
    return;
  }
  await followNext(unit, document, { change, after: '', rowsMax: unit.writtenAtOnceMax + 1 });
}
