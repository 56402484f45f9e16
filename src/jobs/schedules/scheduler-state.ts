import { present } from '../../base/assert.ts';
import { recordManagementEvent } from '../../repository/audit/audit-events.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';

const stateId = 1;

interface SchedulerState {
  readonly isStopped: boolean;
  /** The clock of the store. */
  readonly clockMs: number;
}

export async function readSchedulerState(handle: ReadHandle): Promise<SchedulerState> {
  return stateOf(await handle.first(selectState(handle)));
}

/** As `readSchedulerState`: until the unit ends the scheduler is not stopped or started. */
export async function holdSchedulerState(handle: WriteHandle): Promise<SchedulerState> {
  return stateOf(await handle.first(handle.dialect.locking(selectState(handle), 'share')));
}

function selectState({ builder, dialect }: ReadHandle) {
  return builder
    .selectFrom('scheduler_state')
    .select(['is_stopped', dialect.clock.instant(dialect.clock.offset(0)).as('clock')])
    .where('id', '=', stateId);
}

function stateOf(row: { is_stopped: number; clock: number } | undefined): SchedulerState {
  const { is_stopped, clock } = present(row, 'the state of the scheduler has a row');
  return { isStopped: is_stopped === 1, clockMs: clock };
}

/**
 * Stops or starts the scheduler of all nodes. Schedules that fire at this moment are waited for, so
 * that none fires after the unit that stops it. Recorded in the audit if it changes anything.
 */
export async function switchScheduler(
  unit: WriteUnit,
  { isStopped }: Pick<SchedulerState, 'isStopped'>,
): Promise<void> {
  const { handle, principal, nowMs } = unit;
  const changed = await handle.run(
    handle.builder
      .updateTable('scheduler_state')
      .set({ is_stopped: isStopped ? 1 : 0, changed_at: nowMs, changed_by: principal.username })
      .where('id', '=', stateId)
      .where('is_stopped', '=', isStopped ? 0 : 1),
  );
  if (changed === 0) return;
  recordManagementEvent(unit, { eventId: isStopped ? 'schedulerStopped' : 'schedulerStarted' });
}
