import { assert } from '../../base/assert.ts';
import { parseJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import { subtreeRange } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { internAcl } from '../access/acl-interning.ts';
import { replaceAcls } from '../changes/acl-rows.ts';

interface Repointing {
  /** Path of the document whose effective ACL changed; everything below it follows. */
  readonly path: string;
  readonly oldAclId: number;
  readonly newAclId: number;
}

/**
 * Points every descendant at the interned ACL that results from the change above it, in one
 * statement. Descendants without own entries share the changed row; the others have a chain of rows
 * that begins at it and is built again on top of the new one.
 */
export async function repointSubtree(handle: WriteHandle, change: Repointing): Promise<void> {
  if (change.oldAclId === change.newAclId) return;
  const { from, to } = subtreeRange(change.path);
  const below = await handle.all(
    handle.builder
      .selectFrom('document')
      .select('acl_id')
      .distinct()
      .where('path', '>=', from)
      .where('path', '<', to),
  );
  const mapping = new Map([[change.oldAclId, change.newAclId]]);
  for (const { acl_id: aclId } of below) await mapAcl(handle, mapping, aclId);
  const pairs = below.map(({ acl_id: o }) => ({ o, n: mapping.get(o) ?? o }));
  await replaceAcls(handle, { from, to, pairs });
}

async function mapAcl(
  handle: WriteHandle,
  mapping: Map<number, number>,
  aclId: number,
): Promise<number> {
  const known = mapping.get(aclId);
  if (known !== undefined) return known;
  const row = await handle.first(
    handle.builder.selectFrom('acl').select(['parent_id', 'own']).where('id', '=', aclId),
  );
  assert(row?.parent_id, `the ACL ${aclId} of a descendant does not rest on its ancestor's`);
  const parent = await mapAcl(handle, mapping, row.parent_id);
  const mapped = await internAcl(handle, parent, parseJson(row.own) as Acl[]);
  mapping.set(aclId, mapped);
  return mapped;
}
