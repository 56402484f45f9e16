import type { Document } from '../../model/document.ts';
import type { Lifecycle } from '../../model/lifecycle.ts';
import { findGranted } from '../access/permissions.ts';
import { type AuditedRow, auditedRow } from '../audit/audit-events.ts';
import { announce } from '../changes/hooks.ts';
import { storeStateOf } from '../changes/state-rows.ts';
import { type DocumentRow, grantTarget } from '../sql/document-row.ts';
import { isBelowPathAfter, pathInOrder } from '../sql/tree-conditions.ts';
import type { WriteUnit } from '../unit/unit.ts';
import type { SliceResult, SliceStart } from './slice-size.ts';

export interface StateChange {
  readonly lifecycle: Lifecycle;
  readonly transition: string;
  readonly state: string;
}

/**
 * The next documents below a folder follow its transition: those with the same life cycle, in a source
 * state of the transition, that the caller may change.
 */
export async function followNext(
  unit: WriteUnit,
  folder: Document,
  { change, after, rowsMax }: SliceStart & { readonly change: StateChange },
): Promise<SliceResult> {
  const { handle } = unit;
  const path = folder.path ?? '';
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'primary_type', 'path', 'instance_facets', 'acl_id', 'lock_owner'])
      .select(['lifecycle_state', 'proxy_target_id'])
      .where(isBelowPathAfter(handle, path, path + after))
      .orderBy(pathInOrder(handle, path))
      .limit(rowsMax),
  );
  const following = rows.filter(canFollow(unit, change));
  const targets = following.map(grantTarget);
  const granted = await findGranted(unit, { targets, permission: 'WriteLifeCycle' });
  const changed: readonly AuditedRow[] = following
    .filter(({ id }) => granted.has(id))
    .map((row) => ({ ...row, lifecycle_state: change.state }));
  await storeStateOf(handle, { ids: changed.map(({ id }) => id), state: change.state });
  const documents = changed.map((row) => auditedRow(unit, row));
  await announce(unit, { eventId: 'lifecycle_transition_event', documents });
  const last = rows.length < rowsMax ? undefined : rows.at(-1)?.path;
  return { done: rows.length, after: last?.slice(path.length) ?? null };
}

type FollowingRow = Pick<
  DocumentRow,
  'primary_type' | 'lifecycle_state' | 'proxy_target_id' | 'lock_owner'
>;

/** Apart from permissions. */
function canFollow(unit: WriteUnit, { lifecycle, transition }: StateChange) {
  const types = unit.model.definition.types
    .filter((type) => type.lifecycle === lifecycle.name)
    .map((type) => type.name);
  const { isAdministrator, username } = unit.principal;
  return (row: FollowingRow): boolean => {
    if (row.proxy_target_id !== null || !types.includes(row.primary_type)) return false;
    if (!lifecycle.states[row.lifecycle_state]?.includes(transition)) return false;
    return isAdministrator || row.lock_owner === null || row.lock_owner === username;
  };
}
