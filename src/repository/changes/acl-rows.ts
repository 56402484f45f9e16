import { sql } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

interface AclColumns {
  id: string;
  own: string | null;
  aclId: number;
}

/** For a document that was just created: not counted as a change of it. */
export const storeFirstAcl = defineStatement<AclColumns, unknown>((b, p) =>
  b.updateTable('document').set({ own_acl: p.own, acl_id: p.aclId }).where('id', '=', p.id),
);

export const storeAcl = defineStatement<AclColumns, unknown>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      own_acl: p.own,
      acl_id: p.aclId,
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

interface AclMapping {
  /** Range of paths, without `to` itself. */
  readonly from: string;
  readonly to: string;
  /** Old effective ACL → new one. */
  readonly pairs: readonly { readonly o: number; readonly n: number }[];
}

/** Replaces the effective ACLs of a range of paths in one statement. */
export async function replaceAcls(
  handle: WriteHandle,
  { from, to, pairs }: AclMapping,
): Promise<void> {
  if (pairs.length === 0) return;
  const mapping = handle.dialect.rowsOf(pairs, { o: 'integer', n: 'integer' });
  const query = sql`update document set acl_id = m.n from ${mapping} as m
    where document.acl_id = m.o and document.path >= ${from} and document.path < ${to}`;
  await handle.run({ compile: () => query.compile(handle.builder) });
}
