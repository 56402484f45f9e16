import { recordManagementEvent } from '../repository/audit/audit-events.ts';
import { announceAfterCommit } from '../repository/unit/notices.ts';
import type { WriteUnit } from '../repository/unit/unit.ts';
import type { ReadHandle } from '../storage/database.ts';

/** The kinds whose jobs no node of the store begins, by name. */
export async function listStoppedKinds(handle: ReadHandle): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder.selectFrom('stopped_kind').select('kind').orderBy('kind'),
  );
  return rows.map(({ kind }) => kind);
}

interface KindSwitch {
  readonly kind: string;
  readonly isStopped: boolean;
}

/**
 * Lets no node begin jobs of a kind, or lets them begin again: those that waited meanwhile, too. Jobs
 * that run go on. Recorded in the audit if it changes anything.
 */
export async function switchKind(unit: WriteUnit, { kind, isStopped }: KindSwitch): Promise<void> {
  const { handle, nowMs, principal } = unit;
  const { builder } = handle;
  const row = { kind, stopped_at: nowMs, stopped_by: principal.username };
  const changed = isStopped
    ? await handle.run(
        builder
          .insertInto('stopped_kind')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      )
    : await handle.run(builder.deleteFrom('stopped_kind').where('kind', '=', kind));
  if (changed === 0) return;
  const eventId = isStopped ? 'jobKindStopped' : 'jobKindStarted';
  recordManagementEvent(unit, { eventId, extended: { kind } });
  if (!isStopped) announceAfterCommit(handle, (listener) => listener.jobsAdded?.());
}
