import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parseJson } from '../base/json.ts';
import { type Ace, type Acl, isInheritanceBlock } from '../model/acl.ts';
import type { ReadHandle } from '../storage/database.ts';
import { defineStatement } from '../storage/statement.ts';

interface AclChainRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly own: string;
}

/** Effective entries of an interned ACL, nearest first, ending at an inheritance block. */
export type EffectiveAces = readonly Ace[];

/** Which interned ACLs one caller may browse, as far as judged. */
export interface ReadableAcls {
  readonly judged: Set<number>;
  readonly ids: Set<number>;
  /** The next instant at which a time-bound entry begins or ends. */
  validUntilMs: number;
}

/**
 * Interned ACLs never change, so their effective entries are cached for good, bounded by number.
 * Sharing between processes needs no invalidation for the same reason.
 */
export class AclCache {
  readonly #effective = new LRUCache<number, EffectiveAces>({ max: 20_000 });
  /** Keyed by the principal's identity key; filled by `readableAclIds`. */
  readonly readable = new LRUCache<string, ReadableAcls>({ max: 1_000 });

  async effectiveAces(handle: ReadHandle, aclId: number): Promise<EffectiveAces> {
    const known = this.#effective.get(aclId);
    if (known) return known;
    const rows = await handle.fetchAll(readChain, { aclId });
    const fresh = flattenChain(aclId, rows);
    this.#effective.set(aclId, fresh);
    return fresh;
  }
}

const readChain = defineStatement<{ aclId: number }, AclChainRow>((builder, params) => ({
  compile: () =>
    sql<AclChainRow>`
      with recursive chain (id, parent_id, own) as (
        select id, parent_id, own from acl where id = ${params.aclId}
        union all
        select acl.id, acl.parent_id, acl.own from acl join chain on acl.id = chain.parent_id
      )
      select id, parent_id, own from chain`.compile(builder),
}));

function flattenChain(aclId: number, rows: readonly AclChainRow[]): EffectiveAces {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const aces: Ace[] = [];
  for (let row = byId.get(aclId); row; row = byId.get(row.parent_id ?? -1)) {
    for (const acl of parseJson(row.own) as Acl[]) {
      for (const ace of acl.aces) {
        aces.push(ace);
        if (isInheritanceBlock(ace)) return aces;
      }
    }
  }
  return aces;
}
