import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { ScheduleTable } from '../../storage/job-tables.ts';
import { enqueueJob } from '../queue.ts';
import type { Schedule } from './schedule.ts';
import { holdSchedulerState, readSchedulerState } from './scheduler-state.ts';

/** Clocks that are set back by less were only inaccurate: no instant comes twice. */
const setBackMinMs = 60_000;

type Plans = ReadonlyMap<string, ScheduleTable>;

/** A unit with more would hold the writer for long; the rest follows at once. */
const stepsPerUnit = 50;

/** A schedule that is to be planned, and perhaps fired. */
interface Step {
  readonly schedule: Schedule;
  readonly fires: boolean;
}

/** How long nothing has to be done; 0 when something is due. */
export async function readPause(
  handle: ReadHandle,
  schedules: readonly Schedule[],
): Promise<number> {
  const { isStopped, clockMs } = await readSchedulerState(handle);
  if (isStopped) return Number.POSITIVE_INFINITY;
  const plans = plansOf(await handle.all(selectPlans(handle)));
  if (stepsOf(schedules, plans, clockMs).length > 0) return 0;
  const next = schedules.map(({ id }) => plans.get(id)?.next_at ?? Number.POSITIVE_INFINITY);
  return Math.min(...next) - clockMs;
}

/**
 * Enqueues a job for each schedule whose instant has come, and plans the next instant after the
 * present one: of all instants that were missed it makes up for one. A schedule without a plan, or
 * whose expression has changed, is only planned, and so are all when the clock was set back. Nodes
 * that share a store take turns, as a plan is locked. Returns the ids of what has fired; what is left
 * when many are due is done by the next call.
 */
export async function fireDue(
  handle: WriteHandle,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  const { isStopped, clockMs } = await holdSchedulerState(handle);
  if (isStopped) return [];
  const query = selectPlans(handle).orderBy('id');
  const plans = plansOf(await handle.all(handle.dialect.locking(query, 'update')));
  const steps = stepsOf(schedules, plans, clockMs).slice(0, stepsPerUnit);
  for (const step of steps) await take(handle, step, clockMs);
  return steps.filter(({ fires }) => fires).map(({ schedule }) => schedule.id);
}

function selectPlans({ builder }: ReadHandle) {
  return builder.selectFrom('schedule').selectAll();
}

function plansOf(rows: readonly ScheduleTable[]): Plans {
  return new Map(rows.map((row) => [row.id, row]));
}

function stepsOf(schedules: readonly Schedule[], plans: Plans, clockMs: number): readonly Step[] {
  return schedules.flatMap((schedule) => {
    const plan = plans.get(schedule.id);
    const fires = plan !== undefined && isUsable(plan, schedule, clockMs);
    if (fires && (plan.next_at === null || plan.next_at > clockMs)) return [];
    return [{ schedule, fires }];
  });
}

function isUsable(plan: ScheduleTable, schedule: Schedule, clockMs: number): boolean {
  return plan.expression === planText(schedule) && clockMs > plan.planned_at - setBackMinMs;
}

/** A plan is for one expression in one time zone. */
function planText({ cronExpression, timeZone }: Schedule): string {
  return timeZone === null ? cronExpression : `${cronExpression} ${timeZone}`;
}

async function take(
  handle: WriteHandle,
  { schedule, fires }: Step,
  clockMs: number,
): Promise<void> {
  const plan = {
    expression: planText(schedule),
    next_at: schedule.expression.next(clockMs),
    planned_at: clockMs,
    ...(fires && { fired_at: clockMs }),
  };
  const query = handle.builder
    .insertInto('schedule')
    .values({ id: schedule.id, fired_at: null, ...plan })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(plan));
  await handle.run(query);
  if (!fires) return;
  const { kind, id } = schedule;
  await enqueueJob(handle, { kind, key: id, payload: { scheduleId: id } });
}
