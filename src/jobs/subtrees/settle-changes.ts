import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import type { PendingChange } from '../../model/pending-tree.ts';
import { countPending, hasPendingChanges } from '../../repository/editing/pending-progress.ts';
import { settleable, settleSlice } from '../../repository/editing/settle-slice.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';

interface SettlingServices {
  readonly repository: RepositoryContext;
}

/** What one slice may take; the number of rows follows from it. */
const sliceMs = 5;
const rowsAtFirst = 50;
const rowsMax = 500;
const rowsMin = 5;

/**
 * On PostgreSQL, units of other processes may not know of a change for a second after its commit:
 * rows stay as they are for twice this time, so such a unit sees the state before.
 */
const graceMs = 2_000;

/** Writes the pending changes of subtrees to the rows of their documents, in slices. */
export function settleChangesKind(services: SettlingServices): JobKind {
  return defineJobKind({
    kind: 'settle-changes',
    concurrency: 1,
    attemptsMax: 1_000,
    isWanted: hasPendingChanges,
    parse: () => undefined,
    run: (context) => settleAll(services, context),
  });
}

async function settleAll(services: SettlingServices, context: JobContext): Promise<void> {
  const { database, signal } = context;
  const firstSeenMs = new Map<number, number>();
  let rows = rowsAtFirst;
  for (;;) {
    signal.throwIfAborted();
    const { changes, waitMs } = await database.read(async (handle) => ({
      changes: handle.tree.changes,
      waitMs: handle.dialect.hasRowLocks ? graceMs : 0,
    }));
    if (changes.length === 0) return;
    const seen = ripe(changes, firstSeenMs, waitMs);
    const next = await leastWritten(
      context,
      settleable(changes).filter(({ seq }) => seen.has(seq)),
    );
    if (next === undefined) {
      await sleepUnlessAborted(waitMs / 10, signal);
      continue;
    }
    const startMs = monotonicMs();
    await database.write((handle) =>
      settleSlice(createSystemUnit(handle, services.repository), { seq: next, rowsMax: rows }),
    );
    rows = rowsAfter(rows, monotonicMs() - startMs);
  }
}

function ripe(
  changes: readonly PendingChange[],
  firstSeenMs: Map<number, number>,
  waitMs: number,
): ReadonlySet<number> {
  const nowMs = monotonicMs();
  const seen = new Set<number>();
  for (const { seq } of changes) {
    const sinceMs = firstSeenMs.get(seq) ?? nowMs;
    firstSeenMs.set(seq, sinceMs);
    if (nowMs - sinceMs >= waitMs) seen.add(seq);
  }
  return seen;
}

/** So that a small change does not wait for a large one. */
async function leastWritten(
  { database }: JobContext,
  changes: readonly PendingChange[],
): Promise<number | undefined> {
  if (changes.length <= 1) return changes[0]?.seq;
  const counts = await database.read((handle) => countPending(handle));
  const [least] = changes.toSorted(
    (one, other) => (counts.get(one.seq) ?? 0) - (counts.get(other.seq) ?? 0),
  );
  return least?.seq;
}

function rowsAfter(rows: number, tookMs: number): number {
  const wanted = Math.round((rows * sliceMs) / Math.max(tookMs, 0.1));
  return Math.min(rowsMax, Math.max(rowsMin, Math.min(wanted, rows * 2)));
}
