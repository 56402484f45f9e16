import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { auditedRow, recordDocumentEvents } from '../audit/audit-events.ts';
import { removeLocks } from '../changes/state-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';

const locksPerUnit = 200;

/**
 * Ends the oldest locks that are from before an instant, some at a time, as the unit holds the writer.
 * Recorded in the audit with the owner. Returns how many.
 */
export async function endExpiredLocks(
  unit: WriteUnit,
  { beforeMs }: { readonly beforeMs: number },
): Promise<number> {
  const { handle } = unit;
  const { dialect } = handle;
  // Documents that others change at this moment have their turn later.
  const locked = await handle.all(dialect.claiming(selectExpired(handle, beforeMs)));
  if (locked.length === 0) return 0;
  const ids = locked.map(({ id }) => id);
  await removeLocks(handle, ids);
  const rows = await handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'primary_type', 'path', 'lifecycle_state', 'instance_facets'])
      .where('id', 'in', keyList(dialect, ids))
      .orderBy('id'),
  );
  const owners = new Map(locked.map(({ id, lock_owner }) => [id, lock_owner]));
  await recordDocumentEvents(unit, {
    eventId: 'documentUnlocked',
    comment: 'The lock has expired',
    documents: rows.map((row) => auditedRow(unit, row)),
    extendedOf: ({ id }) => ({ lockOwner: owners.get(id) }),
  });
  return locked.length;
}

/** The oldest first. */
export function selectExpired({ rows }: WriteHandle, beforeMs: number) {
  return rows
    .selectFrom('document')
    .select(['id', 'lock_owner'])
    .where('lock_owner', 'is not', null)
    .where('lock_created_at', '<', beforeMs)
    .orderBy('lock_created_at')
    .orderBy('id')
    .limit(locksPerUnit);
}
