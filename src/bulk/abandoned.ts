import { now } from '../base/clock.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { WriteHandle } from '../storage/database.ts';
import { lockCommandRow } from './command-rows.ts';
import { cleanKind, finishKind, partKey, partsMax, processKind, scrollKind } from './job-names.ts';

/** As long as the status of other aborted commands by default. */
const keptMs = 12 * 60 * 60 * 1_000;

/**
 * Ends a command of which no job will do what is left: they have failed for good, or are gone. Such a
 * command must not keep others of its action from running. Returns false when a job goes on with it.
 */
export async function endAbandoned(handle: WriteHandle, commandId: string): Promise<boolean> {
  const row = await lockCommandRow(handle, commandId);
  if (!row || row.exclusive_key === null) return true;
  const parts = Array.from({ length: partsMax }, (_, part) => partKey({ commandId, part }));
  const working = handle.builder
    .selectFrom('job')
    .select('id')
    .where('kind', 'in', [scrollKind, processKind, finishKind])
    .where('job_key', 'in', [commandId, ...parts])
    .where('due_at', 'is not', null);
  if (await handle.first(working.limit(1))) return false;
  const nowMs = now();
  const changes = {
    state: 'ABORTED',
    error_count: row.error_count + 1,
    error_message: row.error_message ?? 'its jobs have failed; another command took its place',
    completed_at: nowMs,
    exclusive_key: null,
    expires_at: nowMs + keptMs,
  };
  await handle.run(
    handle.builder.updateTable('bulk_command').set(changes).where('id', '=', commandId),
  );
  await enqueueJob(handle, { kind: cleanKind, key: commandId, payload: { commandId } });
  return true;
}
