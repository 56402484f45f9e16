import { slicesOf } from '../../base/slices.ts';
import { type AclKey, aclSuffix, type TreeRule } from '../../model/pending-tree.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { DocumentTable } from '../../storage/tables.ts';
import { storedAclIds } from '../access/acl-interning.ts';
import { detachRows, storePlacesOf, unsetPaths } from './place-rows.ts';

/** The columns of a row that changes of subtrees have an effect on, as stored. */
export type StoredPlace = Pick<
  DocumentTable,
  'id' | 'path' | 'acl_id' | 'is_trashed' | 'tree_seq' | 'proxy_target_id'
>;

export const placeColumns = [
  'id',
  'path',
  'acl_id',
  'is_trashed',
  'tree_seq',
  'proxy_target_id',
] as const satisfies readonly (keyof StoredPlace)[];

/** Where a live document is now. */
export interface TreePlace {
  readonly id: string;
  readonly path: string;
  readonly aclId: AclKey;
  readonly isTrashed: boolean;
}

/** The place that the pending changes give to a stored row; undefined when they remove it. */
export function placeNow(handle: WriteHandle, row: StoredPlace): TreePlace | undefined {
  const { id, path } = row;
  if (path === null) return undefined;
  const rule = handle.tree.ruleFor(row);
  if (!rule) return { id, path, aclId: row.acl_id, isTrashed: row.is_trashed === 1 };
  if (isRemovedBy(rule, row)) return undefined;
  return {
    id,
    path: rule.prefix + path.slice(rule.below.length),
    aclId: rule.aclSteps.length === 0 ? row.acl_id : `${row.acl_id}${aclSuffix(rule.aclSteps)}`,
    isTrashed: rule.isTrashed ?? row.is_trashed === 1,
  };
}

function isRemovedBy({ removes }: TreeRule, row: StoredPlace): boolean {
  return removes === 'all' || (removes === 'proxies' && row.proxy_target_id !== null);
}

/**
 * Writes what pending changes make of rows to them, so that their stored paths can be used by others.
 * Rows that are removed have no path from then on.
 */
async function settleRows(handle: WriteHandle, rows: readonly StoredPlace[]): Promise<void> {
  const places: TreePlace[] = [];
  const removed: string[] = [];
  for (const row of rows) {
    const place = placeNow(handle, row);
    if (place) places.push(place);
    else removed.push(row.id);
  }
  await detachRows(handle, removed);
  await storePlaces(handle, places);
}

interface WantedPlace {
  readonly parent_id: string | null;
  readonly name: string;
  readonly path: string | null;
}

/**
 * Frees paths that are stored in rows to which pending changes give another path, and paths and names
 * of rows which they remove. A document that is at the place now stays.
 */
export async function freePlaces(
  handle: WriteHandle,
  places: readonly WantedPlace[],
): Promise<void> {
  if (handle.tree.isEmpty) return;
  const rows = await rowsAt(
    handle,
    places.flatMap(({ path }) => path ?? []),
  );
  await settleRows(
    handle,
    rows.filter((row) => placeNow(handle, row)?.path !== row.path),
  );
  if (handle.tree.removesProxies) await freeNames(handle, places);
}

/** Proxies that are removed with their trashed folder still have their names in it. */
async function freeNames(handle: WriteHandle, places: readonly WantedPlace[]): Promise<void> {
  for (const some of slicesOf(places, pathsPerQuery)) {
    const proxies = await handle.all(
      handle.rows
        .selectFrom('document')
        .select(placeColumns)
        .where('proxy_target_id', 'is not', null)
        .where((e) =>
          e.or(some.map(({ parent_id, name }) => e.and({ parent_id: parent_id ?? '', name }))),
        ),
    );
    const removed = proxies.filter((row) => placeNow(handle, row) === undefined);
    await detachRows(
      handle,
      removed.map(({ id }) => id),
    );
  }
}

/** Writes the places of documents, with the number of the last pending change. */
export async function storePlaces(
  handle: WriteHandle,
  places: readonly TreePlace[],
): Promise<void> {
  if (places.length === 0) return;
  const all = handle.tree.isEmpty ? places : await withOccupants(handle, places);
  const acls = await storedAclIds(
    handle,
    all.map(({ aclId }) => aclId),
  );
  const rows = all.map(({ id, path, aclId, isTrashed }) => ({
    id,
    path,
    acl: acls.get(aclId) ?? 0,
    trashed: isTrashed ? 1 : 0,
  }));
  await storePlacesOf(handle, rows, handle.tree.seq);
}

/**
 * With the rows that are stored at the new paths although they belong elsewhere, and in turn those
 * at their paths. Paths that change hands are unset first, as they are unique.
 */
async function withOccupants(
  handle: WriteHandle,
  places: readonly TreePlace[],
): Promise<readonly TreePlace[]> {
  const all = new Map(places.map((place) => [place.id, place]));
  const moving = new Set<string>();
  let wanted = places;
  while (wanted.length > 0) {
    const occupants = await rowsAt(
      handle,
      wanted.map(({ path }) => path),
    );
    const next: TreePlace[] = [];
    for (const row of occupants) {
      const place = all.get(row.id) ?? placeNow(handle, row);
      if (place?.path === row.path) continue;
      moving.add(row.id);
      if (!place) await detachRows(handle, [row.id]);
      else if (!all.has(row.id)) next.push(place);
    }
    for (const place of next) all.set(place.id, place);
    wanted = next;
  }
  await unsetPaths(handle, [...moving]);
  return [...all.values()];
}

const pathsPerQuery = 500;

async function rowsAt(handle: WriteHandle, paths: readonly string[]): Promise<StoredPlace[]> {
  const found: StoredPlace[] = [];
  for (const some of slicesOf(paths, pathsPerQuery)) {
    const query = handle.rows
      .selectFrom('document')
      .select(placeColumns)
      .where('path', 'in', keyList(handle.dialect, some));
    found.push(...(await handle.all(query)));
  }
  return found;
}
