import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { boundedCache } from '../../base/bounded-cache.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Ace } from '../../model/acl.ts';
import type { AclKey } from '../../model/pending-tree.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import {
  type AclChainRow,
  type AclLink,
  type AclLinks,
  flattenChain,
  idsOfKey,
  indexLinks,
  resolveChain,
} from './acl-chain.ts';

/** Effective entries of an interned ACL, nearest first, ending at an inheritance block. */
export type EffectiveAces = readonly Ace[];

/** The ACLs that one caller may browse, of those evaluated so far. */
export interface ReadableAcls {
  /** Interned ones. */
  readonly judged: Set<number>;
  readonly keys: Set<AclKey>;
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
  readonly #effective = boundedCache<AclKey, EffectiveAces>(20_000);
  /**
   * Keyed by the principal's identity key; filled by `readableAclIds`, which counts the ACLs of the
   * store for each list and so detects those that other processes have added.
   */
  readonly readable = boundedCache<string, ReadableAcls>(1_000);
  /** The same while changes of ACLs are pending: with their revision in the key, used for a short time. */
  readonly readableMeanwhile = boundedCache<string, ReadableAcls>(50);

  /** For rows that were damaged and are repaired. */
  clear(): void {
    this.#effective.clear();
    this.readable.clear();
    this.readableMeanwhile.clear();
  }

  async effectiveAces(handle: ReadHandle, key: AclKey): Promise<EffectiveAces> {
    const known = this.#effective.get(key);
    if (known) return known;
    const chain = await readChain(handle, key);
    const fresh = flattenChain(chain);
    if (chain.length > 0) this.#effective.set(key, fresh);
    return fresh;
  }

  /**
   * As `effectiveAces` for many: from a certain number on with one query for each slice of them, and
   * turns of the event loop in between.
   */
  async effectiveAcesOf(
    handle: ReadHandle,
    keys: readonly AclKey[],
  ): Promise<ReadonlyMap<AclKey, EffectiveAces>> {
    const found = new Map<AclKey, EffectiveAces>();
    for (const key of keys) {
      const known = this.#effective.get(key);
      if (known) found.set(key, known);
    }
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length <= singleQueriesMax) {
      for (const key of missing) found.set(key, await this.effectiveAces(handle, key));
      return found;
    }
    for (const some of slicesOf(missing, chainsPerQuery)) {
      const rows = await handle.all(chainsOf(handle, some.flatMap(idsOfKey)));
      // Parsing and flattening a slice takes some milliseconds.
      if (missing.length > chainsPerQuery) await nextTurn();
      const links = indexLinks(rows);
      for (const key of some) {
        const chain = resolveChain(key, links);
        const fresh = flattenChain(chain);
        if (chain.length > 0) this.#effective.set(key, fresh);
        found.set(key, fresh);
      }
    }
    return found;
  }
}

/** Fewer are read with the prepared statement for one. */
const singleQueriesMax = 20;
const chainsPerQuery = 200;

/** The rows of all the chains, each once. */
function chainsOf({ builder, dialect }: ReadHandle, aclIds: readonly number[]) {
  return compilable<AclChainRow>(
    builder,
    sql<AclChainRow>`
      with recursive chain (id, parent_id, own) as (
        select id, parent_id, own from acl where ${dialect.isAmong(sql.ref('id'), aclIds)}
        union
        select acl.id, acl.parent_id, acl.own from acl join chain on acl.id = chain.parent_id
      )
      select id, parent_id, own from chain`,
  );
}

const readRows = defineStatement<{ aclId: number }, AclChainRow>((builder, params) => ({
  compile: () =>
    sql<AclChainRow>`
      with recursive chain (id, parent_id, own) as (
        select id, parent_id, own from acl where id = ${params.aclId}
        union all
        select acl.id, acl.parent_id, acl.own from acl join chain on acl.id = chain.parent_id
      )
      select id, parent_id, own from chain`.compile(builder),
}));

/** The links of an effective ACL, nearest first; none when it is not in the store. */
export async function readChain(handle: ReadHandle, key: AclKey): Promise<readonly AclLink[]> {
  let links: AclLinks = new Map();
  for (const aclId of idsOfKey(key)) {
    links = new Map([...links, ...indexLinks(await handle.fetchAll(readRows, { aclId }))]);
  }
  return resolveChain(key, links);
}
