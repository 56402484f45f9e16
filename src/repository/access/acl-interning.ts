import { createHash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { stringifyJson } from '../../base/json.ts';
import type { Acl } from '../../model/acl.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

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

/** Bits of the digest in the id: as many as a double holds exactly. */
const idBits = 53n;

interface AclIdentity {
  readonly id: number;
  readonly digest: string;
}

/**
 * What identifies an interned row: its own entries on top of a given parent row. The id is a part
 * of the digest and not a counter, so an id seen in a transaction that was rolled back, or on
 * another node, can never identify another ACL: caches keyed by it stay valid forever.
 */
export function identifyAcl(parentAclId: number | null, own: readonly Acl[]): AclIdentity {
  const digest = createHash('sha256')
    .update(`${parentAclId ?? ''}:${stringifyJson(own.map(decidingPart))}`)
    .digest('hex');
  return { id: Number(BigInt(`0x${digest.slice(0, 14)}`) & ((1n << idBits) - 1n)), digest };
}

/**
 * The fields that decide access: notifications are stored with the document. The order of keys,
 * which PostgreSQL changes, must not result in another ACL.
 */
function decidingPart({ name, aces }: Acl): Acl {
  return {
    name,
    aces: aces.map(({ username, permission, granted, creator, begin, end }) => ({
      username,
      permission,
      granted,
      creator,
      begin,
      end,
    })),
  };
}

/**
 * The id of the effective ACL that results from `own` entries below `parentAclId`. Without own
 * entries a document shares its parent's row, which is why a whole tree usually has very few.
 */
export async function internAcl(
  handle: WriteHandle,
  parentAclId: number | null,
  own: readonly Acl[],
): Promise<number> {
  if (own.length === 0 && parentAclId !== null) return parentAclId;
  const { id, digest } = identifyAcl(parentAclId, own);
  const known = await handle.fetchFirst(findAcl, { id });
  assert(known === undefined || known.digest === digest, `two ACLs have the id ${id}`);
  if (!known) {
    const deciding = stringifyJson(own.map(decidingPart));
    await handle.execute(insertAcl, { id, parentId: parentAclId, digest, own: deciding });
  }
  return id;
}
