import { sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import { parseJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { AclTable } from '../../storage/tables.ts';
import { readChain } from '../unit/acl-cache.ts';
import { decidingText, identifyAcl } from '../unit/acl-chain.ts';

const insertAcl = defineStatement(
  (b, p: { id: number; parentId: number | null; digest: string; own: string }) =>
    b
      .insertInto('acl')
      .values({ id: p.id, parent_id: p.parentId, digest: p.digest, own: p.own })
      // For any key: two units may intern the same ACL at the same time.
      .onConflict((conflict) => conflict.doNothing()),
);

const findAcl = defineStatement((b, p: { id: number }) =>
  b.selectFrom('acl').select(['id', 'digest']).where('id', '=', p.id),
);

/**
 * The id of the effective ACL that results from `own` entries below `parent`. Without own
 * entries a document shares its parent's row, which is why a whole tree usually has very few.
 */
export async function internAcl(
  handle: WriteHandle,
  parent: AclKey | null,
  own: readonly Acl[],
): Promise<number> {
  const parentId = parent === null ? null : await storedAclId(handle, parent);
  if (own.length === 0 && parentId !== null) return parentId;
  const { id, digest } = identifyAcl(parentId, own);
  const known = await handle.fetchFirst(findAcl, { id });
  assert(known === undefined || known.digest === digest, `two ACLs have the id ${id}`);
  if (!known) await handle.execute(insertAcl, { id, parentId, digest, own: decidingText(own) });
  return id;
}

/** The id of an effective ACL as a row can have it: a key with replaced links is interned. */
async function storedAclId(handle: WriteHandle, key: AclKey): Promise<number> {
  if (typeof key === 'number') return key;
  let parentId: number | null = null;
  for (const { id, own } of (await readChain(handle, key)).toReversed()) {
    const isKnown = (await handle.fetchFirst(findAcl, { id })) !== undefined;
    parentId = isKnown ? id : await internAcl(handle, parentId, own);
  }
  assert(parentId !== null, `the ACL ${key} is not in the store`);
  return parentId;
}

/** As `storedAclId` for each of many, of which few differ. */
export async function storedAclIds(
  handle: WriteHandle,
  keys: readonly AclKey[],
): Promise<ReadonlyMap<AclKey, number>> {
  const ids = new Map<AclKey, number>();
  for (const key of new Set(keys)) ids.set(key, await storedAclId(handle, key));
  return ids;
}

/** An interned ACL as its row is to be. */
export interface InternedAcl {
  readonly id: number;
  readonly digest: string;
  readonly parentId: number | null;
  readonly own: readonly Acl[];
}

/**
 * Stores interned ACLs whose rows are missing or damaged; those of parents come first. Returns whether
 * there were any.
 */
export async function restoreAcls(
  handle: WriteHandle,
  wanted: readonly InternedAcl[],
): Promise<boolean> {
  const ids = wanted.map(({ id }) => id);
  const isWanted = handle.dialect.isAmong(sql.ref('id'), ids);
  const rows = await handle.all(handle.builder.selectFrom('acl').selectAll().where(isWanted));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong = wanted.filter((acl) => !isIntact(byId.get(acl.id), acl));
  for (const { id, parentId, digest, own } of wrong) {
    const columns = { parent_id: parentId, digest, own: decidingText(own) };
    await handle.run(
      handle.builder
        .insertInto('acl')
        .values({ id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns)),
    );
  }
  return wrong.length > 0;
}

function isIntact(row: AclTable | undefined, { id, digest }: InternedAcl): boolean {
  if (row?.digest !== digest) return false;
  const stored = identifyAcl(row.parent_id, parseJson(row.own) as Acl[]);
  return stored.id === id && stored.digest === digest;
}

/** The id that `storedAclId` gives. */
export async function resolvedAclId(handle: ReadHandle, key: AclKey): Promise<number> {
  if (typeof key === 'number') return key;
  const [nearest] = await readChain(handle, key);
  assert(nearest !== undefined, `the ACL ${key} is not in the store`);
  return nearest.id;
}
