import type { DocumentId } from '../../base/ids.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { followTransition, type Lifecycle } from '../../model/lifecycle.ts';
import { isGrantedByAcl, requirePermission } from '../access/permissions.ts';
import { type AuditedRow, auditedRow } from '../audit/audit-events.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { storeStateOf } from '../changes/state-rows.ts';
import {
  documentNotFound,
  getDocumentForUpdate,
  getUncheckedDocument,
} from '../documents/documents.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import { isBelowPath } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { changeOfCheckOut } from '../versions/versions.ts';
import { trashDocument, untrashDocument } from './trash.ts';

/**
 * Follows a transition of the document's life cycle; on a folder, its descendants that can follow it
 * do so too. Old clients trash documents by the transitions `delete` and `undelete`.
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
  const lifecycle = unit.model.lifecycleOf(document.shape.type);
  const state = followTransition(lifecycle, document.state, transition);
  const isCheckedIn = !document.isVersion && !document.isCheckedOut;
  const checkOut = isCheckedIn ? await changeOfCheckOut(unit, document) : {};
  const saved = await saveContent(unit, { document, change: { ...checkOut, state } });
  await announce(unit, { eventId: 'lifecycle_transition_event', documents: [saved] });
  if (lifecycle && isFolderish(document)) {
    await followBelow(unit, { document, lifecycle, transition, state });
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

/** Descendants with the same life cycle, in a source state of the transition, that the caller may change. */
async function followBelow(
  unit: WriteUnit,
  change: { document: Document; lifecycle: Lifecycle; transition: string; state: string },
): Promise<void> {
  const { document, lifecycle, transition, state } = change;
  const { handle } = unit;
  const states = Object.keys(lifecycle.states).filter((name) =>
    lifecycle.states[name]?.includes(transition),
  );
  const types = unit.model.definition.types
    .filter((type) => type.lifecycle === lifecycle.name)
    .map((type) => type.name);
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'primary_type', 'path', 'instance_facets', 'acl_id', 'lock_owner'])
      .where(isBelowPath(handle, document.path ?? ''))
      .where('proxy_target_id', 'is', null)
      .where('lifecycle_state', 'in', states)
      .where('primary_type', 'in', types),
  );
  const changed: AuditedRow[] = [];
  for (const row of rows) {
    if (await mayFollow(unit, row)) changed.push({ ...row, lifecycle_state: state });
  }
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  await storeStateOf(handle, { ids, state });
  await announce(unit, {
    eventId: 'lifecycle_transition_event',
    documents: changed.map((row) => auditedRow(unit, row)),
  });
}

function mayFollow(
  unit: WriteUnit,
  { acl_id: aclId, lock_owner: owner }: Pick<DocumentRow, 'acl_id' | 'lock_owner'>,
): Promise<boolean> | boolean {
  if (unit.principal.isAdministrator) return true;
  if (owner !== null && owner !== unit.principal.username) return false;
  return isGrantedByAcl(unit, { aclId, permission: 'WriteLifeCycle' });
}
