import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parseJson } from '../../base/json.ts';
import { type Ace, type Acl, isInheritanceBlock } from '../../model/acl.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';

interface AclChainRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly own: string;
}

/** Effective entries of an interned ACL, nearest first, ending at an inheritance block. */
export type EffectiveAces = readonly Ace[];

/** The interned ACLs that one caller may browse, of those evaluated so far. */
export interface ReadableAcls {
  readonly judged: Set<number>;
  readonly ids: Set<number>;
  /** No time-bound entry among the evaluated ones begins or ends between these instants. */
  validFromMs: number;
  /** Exclusive. */
  validUntilMs: number;
}

/**
 * Interned ACLs never change, so their effective entries are cached for good, bounded by number.
 * Sharing between processes needs no invalidation for the same reason.
 */
export class AclCache {
  readonly #effective = new LRUCache<number, EffectiveAces>({ max: 20_000 });
  /**
   * Keyed by the principal's identity key; filled by `readableAclIds`, which counts the ACLs of the
   * store for each list and so detects those that other processes have added.
   */
  readonly readable = new LRUCache<string, ReadableAcls>({ max: 1_000 });

  async effectiveAces(handle: ReadHandle, aclId: number): Promise<EffectiveAces> {
    const known = this.#effective.get(aclId);
    if (known) return known;
    const rows = await handle.fetchAll(readChain, { aclId });
    const fresh = flattenChain(aclId, indexRows(rows));
    if (rows.length > 0) this.#effective.set(aclId, fresh);
    return fresh;
  }

  /** As `effectiveAces` for many; from a certain number on with one query for all of them. */
  async effectiveAcesOf(
    handle: ReadHandle,
    aclIds: readonly number[],
  ): Promise<ReadonlyMap<number, EffectiveAces>> {
    const found = new Map<number, EffectiveAces>();
    for (const id of aclIds) {
      const known = this.#effective.get(id);
      if (known) found.set(id, known);
    }
    const missing = aclIds.filter((id) => !found.has(id));
    if (missing.length <= singleQueriesMax) {
      for (const id of missing) found.set(id, await this.effectiveAces(handle, id));
      return found;
    }
    const chains = indexRows(await handle.fetchAll(readAllRows, {}));
    for (const id of missing) {
      const fresh = flattenChain(id, chains);
      this.#effective.set(id, fresh);
      found.set(id, fresh);
    }
    return found;
  }
}

/** Reading the whole table costs about as much as this many single chains. */
const singleQueriesMax = 20;

const readAllRows = defineStatement<object, AclChainRow>((builder) =>
  builder.selectFrom('acl').select(['id', 'parent_id', 'own']),
);

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

interface AclChainLink {
  readonly parentId: number | null;
  readonly own: readonly Acl[];
}

function indexRows(rows: readonly AclChainRow[]): ReadonlyMap<number, AclChainLink> {
  return new Map(
    rows.map((row) => [row.id, { parentId: row.parent_id, own: parseJson(row.own) as Acl[] }]),
  );
}

function flattenChain(aclId: number, links: ReadonlyMap<number, AclChainLink>): EffectiveAces {
  const aces: Ace[] = [];
  for (let link = links.get(aclId); link; link = links.get(link.parentId ?? -1)) {
    for (const acl of link.own) {
      for (const ace of acl.aces) {
        aces.push(ace);
        if (isInheritanceBlock(ace)) return aces;
      }
    }
  }
  return aces;
}
