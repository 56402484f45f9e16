import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

interface AclColumns {
  id: string;
  own: string | null;
  aclId: number;
  /** Of live documents the place, as pending changes make it; a version has none. */
  path: string | null;
  trashed: number;
  treeSeq: number;
}

/** For a document that was just created: not counted as a change of it. */
export const storeFirstAcl = defineStatement<Pick<AclColumns, 'id' | 'own' | 'aclId'>, unknown>(
  (b, p) =>
    b.updateTable('document').set({ own_acl: p.own, acl_id: p.aclId }).where('id', '=', p.id),
);

export const storeAcl = defineStatement<AclColumns, unknown>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      own_acl: p.own,
      acl_id: p.aclId,
      path: p.path,
      is_trashed: p.trashed,
      tree_seq: p.treeSeq,
      system_token: e('system_token', '+', 1),
    }))
    .where('id', '=', p.id),
);

/** Sets the effective ACL of documents without descendants. */
export function storeAclOfMany(
  handle: WriteHandle,
  { ids, aclId }: { readonly ids: readonly string[]; readonly aclId: number },
): Promise<number> {
  return handle.run(
    handle.builder.updateTable('document').set({ acl_id: aclId }).where('id', 'in', ids),
  );
}
