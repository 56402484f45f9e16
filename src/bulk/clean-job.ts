import { defineJobKind, type JobKind } from '../jobs/job-kind.ts';
import { isEnded } from '../model/bulk-command.ts';
import type { Database, WriteHandle } from '../storage/database.ts';
import { findCommandRow } from './command-rows.ts';
import { attemptsMax, type CommandPayload, cleanKind, commandPayload } from './job-names.ts';
import { removeSlices } from './slice-rows.ts';

const slicesPerUnit = 50;

/** Removes the slices of a command that has ended before they were done. */
export function cleanJobKind(): JobKind {
  return defineJobKind({
    kind: cleanKind,
    concurrency: 1,
    attemptsMax,
    parse: (value): CommandPayload => commandPayload.parse(value),
    async run({ database, signal }, { commandId }) {
      const row = await database.readLatest((handle) => findCommandRow(handle, commandId));
      if (row && isEnded(row)) await removeAllSlices(database, commandId, signal);
    },
  });
}

/** In small units, as there may be many. */
export async function removeAllSlices(
  database: Database,
  commandId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const removed = await database.write((handle) =>
      removeSlices(handle, commandId, slicesPerUnit),
    );
    if (removed < slicesPerUnit) return;
  }
}

const commandsPerPurge = 20;

/** Removes some commands whose status is not kept any longer, with their errors; returns how many. */
export function purgeExpiredCommands(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('bulk_command')
    .select('id')
    .where('expires_at', '<=', nowMs)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('bulk_slice')
            .select('number')
            .whereRef('bulk_slice.command_id', '=', 'bulk_command.id'),
        ),
      ),
    )
    .limit(commandsPerPurge);
  return handle.run(builder.deleteFrom('bulk_command').where('id', 'in', expired));
}
