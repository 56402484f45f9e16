import type { Document } from '../../model/document.ts';
import { type AclKey, type AclStep, aclSuffix, stemOf } from '../../model/pending-tree.ts';
import type { PendingKind } from '../../model/subtree-work.ts';
import { resolvedAclId } from '../access/acl-interning.ts';
import { addPendingChange } from '../changes/pending-changes.ts';
import { storePlaces, type TreePlace } from '../changes/tree-rows.ts';
import { lockSubtree } from '../documents/row-locks.ts';
import { aclKeyOf } from '../sql/document-row.ts';
import { isBelowPath } from '../sql/tree-conditions.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { announceCopiedOf } from './copied-rows.ts';
import { removeProxiesBelow } from './remove-proxies.ts';

interface SubtreeChange {
  readonly kind: PendingKind;
  /** As it was before the change; its own row is written by the caller. */
  readonly document: Document;
  /** The path of the document after the change. */
  readonly path: string;
  /** The effective ACL of the document after the change. */
  readonly aclId: number;
  /** Null when the documents below stay in or out of the trash. */
  readonly isTrashed: boolean | null;
  readonly removesProxies: boolean;
}

/**
 * Changes the paths, the permissions and the place in or out of the trash of everything below a
 * document: the rows themselves if they are few, otherwise by a pending change. Must be called with
 * the tree locked, before the document's own row changes its path.
 */
export async function changeBelow(unit: WriteUnit, change: SubtreeChange): Promise<void> {
  const { document, isTrashed } = change;
  const oldAclId = await resolvedAclId(unit.handle, document.aclId);
  const acl = oldAclId === change.aclId ? null : { from: oldAclId, to: change.aclId };
  const isMoved = change.path !== document.path;
  if (!acl && !isMoved && isTrashed === null) return;
  if (await hasManyBelow(unit, document)) {
    await addPendingChange(unit, {
      kind: change.kind,
      documentId: document.id,
      path: document.path ?? '',
      newPath: isMoved ? change.path : null,
      acl,
      isTrashed,
      removes: change.removesProxies ? 'proxies' : 'nothing',
    });
    return;
  }
  await lockSubtree(unit.handle, document);
  if (change.removesProxies) await removeProxiesBelow(unit, document);
  await writeBelow(unit, change, acl);
}

export async function hasManyBelow(
  unit: ReadUnit,
  { path }: Document,
  most = unit.writtenAtOnceMax,
): Promise<boolean> {
  const { handle } = unit;
  const some = handle.builder
    .selectFrom('document')
    .select('id')
    .where(isBelowPath(handle, path ?? ''))
    // By the index of paths: PostgreSQL would expect to find some of many by reading the table.
    .$if(handle.tree.isEmpty, (q) => q.orderBy('path'))
    .limit(most + 1);
  const counted = await handle.first(
    handle.builder.selectFrom(some.as('some')).select((e) => e.fn.countAll<number>().as('count')),
  );
  return (counted?.count ?? 0) > most;
}

async function writeBelow(
  unit: WriteUnit,
  { document, path, isTrashed }: SubtreeChange,
  acl: AclStep | null,
): Promise<void> {
  const { handle } = unit;
  const oldPath = document.path ?? '';
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'path', 'acl_id', 'is_trashed'])
      .where(isBelowPath(handle, oldPath)),
  );
  await announceCopiedOf(
    unit,
    rows.map(({ id }) => id),
  );
  const places = rows.map(
    (row): TreePlace => ({
      id: row.id,
      path: stemOf(path) + (row.path ?? '').slice(stemOf(oldPath).length),
      aclId: withStep(aclKeyOf(row.acl_id), acl),
      isTrashed: isTrashed ?? row.is_trashed === 1,
    }),
  );
  await storePlaces(handle, places);
}

function withStep(key: AclKey, step: AclStep | null): AclKey {
  if (!step) return key;
  const suffix = aclSuffix([step]);
  return typeof key === 'number' ? `${key}${suffix}` : `${key},${suffix.slice(1)}`;
}
