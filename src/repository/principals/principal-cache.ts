import { LRUCache } from 'lru-cache';
import type { Principal } from '../../model/principal.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlBuilder } from '../../storage/statement.ts';
import { loadPrincipal } from './principals.ts';
import { hasSecurityChange, readSecurityRevision } from './security-revision.ts';

interface CachedPrincipal {
  readonly principal: Principal;
  readonly revision: number;
}

const cachedPrincipalsMax = 10_000;

/** One cache for each store; the builder is the store's own object and lives as long as it does. */
const caches = new WeakMap<SqlBuilder, LRUCache<string, CachedPrincipal>>();

function cacheOf(builder: SqlBuilder): LRUCache<string, CachedPrincipal> {
  const known = caches.get(builder);
  if (known) return known;
  const fresh = new LRUCache<string, CachedPrincipal>({ max: cachedPrincipalsMax });
  caches.set(builder, fresh);
  return fresh;
}

/**
 * Who a user is, from the cache when nothing changed since; undefined when there is no such account.
 * A unit that itself changed users or groups sees its own changes and leaves the cache alone.
 */
export async function resolvePrincipal(
  handle: ReadHandle,
  username: string,
): Promise<Principal | undefined> {
  if (hasSecurityChange(handle)) return loadPrincipal(handle, username);
  // The revision is read first: what is read after it can only be newer, never older.
  const revision = await readSecurityRevision(handle);
  const cache = cacheOf(handle.builder);
  const cached = cache.get(username);
  if (cached?.revision === revision) return cached.principal;
  const principal = await loadPrincipal(handle, username);
  if (principal) cache.set(username, { principal, revision });
  else cache.delete(username);
  return principal;
}
