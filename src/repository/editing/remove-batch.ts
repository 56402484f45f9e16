import { sql } from 'kysely';
import { slicesOf } from '../../base/slices.ts';
import { type Acl, everyone, everything, grantAce, localAclName } from '../../model/acl.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { internAcl } from '../access/acl-interning.ts';
import type { AuditedRow } from '../audit/audit-events.ts';
import { storeAclOfMany } from '../changes/acl-rows.ts';
import { announceRemovals } from '../changes/announcements.ts';
import { removeRows } from '../changes/remove-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';

// What is stored counts here: a row that a pending change removes in effect still refers to others.

/**
 * Removes rows of live documents and proxies, with all versions that no other document needs. No
 * other row may have one of them as its parent or as its target. `announce` runs between the two.
 */
export async function removeBatch(
  unit: WriteUnit,
  ids: readonly string[],
  announce?: () => Promise<void>,
): Promise<void> {
  const versions = await versionsLeftBy(unit.handle, ids);
  await removeRows(unit.handle, ids);
  await announce?.();
  await removeUnneededVersions(unit, versions);
}

/** Versions of live documents that are about to leave the tree, unless a proxy shows them. */
export async function removeVersionsOf(unit: WriteUnit, liveId: string): Promise<void> {
  await removeUnneededVersions(unit, await versionsLeftBy(unit.handle, [liveId]));
}

/** Versions of the removed documents, and those that only removed proxies still showed. */
async function versionsLeftBy(handle: WriteHandle, ids: readonly string[]): Promise<AuditedRow[]> {
  const doomed = keyList(handle.dialect, ids);
  const live = handle.rows
    .selectFrom('document as live')
    .select('live.id')
    .whereRef('live.id', '=', sql.ref('document.series_id'))
    .where('live.is_version', '=', 0);
  const shown = handle.rows
    .selectFrom('document')
    .select('proxy_target_id')
    .where('proxy_target_id', 'is not', null)
    .where('id', 'in', doomed);
  const versions = handle.rows
    .selectFrom('document')
    .select(['id', 'primary_type', 'lifecycle_state', 'instance_facets'])
    .select((e) =>
      e
        .selectFrom('document as live')
        .select('live.path')
        .whereRef('live.id', '=', 'document.series_id')
        .as('path'),
    )
    .where('is_version', '=', 1);
  const shownOnly = versions
    .where('id', 'in', shown)
    // By its key: a list of all live documents would be made for each statement.
    .where((e) => e.not(e.exists(live)));
  // Two statements: as alternatives of one they would read all versions of the store.
  return handle.all(versions.where('series_id', 'in', doomed).union(shownOnly));
}

const versionsPerStatement = 500;

/** A version that another proxy still shows is kept. */
async function removeUnneededVersions(
  unit: WriteUnit,
  versions: readonly AuditedRow[],
): Promise<void> {
  for (const rows of slicesOf(versions, versionsPerStatement)) {
    const some = rows.map((row) => row.id);
    const targets = await unit.handle.all(
      unit.handle.rows
        .selectFrom('document')
        .select('proxy_target_id as id')
        .distinct()
        .where('proxy_target_id', 'in', some),
    );
    const kept = new Set(targets.flatMap(({ id }) => id ?? []));
    await denyEveryone(unit.handle, [...kept]);
    const unneeded = some.filter((id) => !kept.has(id));
    if (unneeded.length === 0) continue;
    await removeRows(unit.handle, unneeded);
    const removed = rows.filter(({ id }) => !kept.has(id));
    await announceRemovals(unit, { eventId: 'versionRemoved', rows: removed });
  }
}

const everyoneDenied: readonly Acl[] = [
  { name: localAclName, aces: [{ ...grantAce(everyone, everything), granted: false }] },
];

/** The ACL of versions without a live document that has their permissions. */
export function internDeniedAcl(handle: WriteHandle): Promise<number> {
  return internAcl(handle, null, everyoneDenied);
}

/** Without a live document that has their permissions, versions are visible through proxies only. */
async function denyEveryone(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await storeAclOfMany(handle, { ids, aclId: await internDeniedAcl(handle) });
}
