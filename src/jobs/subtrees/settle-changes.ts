import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import type { PendingChange } from '../../model/pending-tree.ts';
import { abandonCopies, settlingJobKind } from '../../repository/changes/pending-changes.ts';
import { hasPendingChanges, readProgress } from '../../repository/editing/pending-progress.ts';
import { settleable, settleSlice } from '../../repository/editing/settle-slice.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { ChangeLog } from './change-log.ts';
import type { SubtreeCounts } from './subtree-counts.ts';

interface SettlingServices {
  readonly repository: RepositoryContext;
  /** Left out where no metrics show them. */
  readonly counts?: SubtreeCounts;
}

/** Writes the pending changes of subtrees to the rows of their documents, in slices. */
export function settleChangesKind(services: SettlingServices): JobKind {
  return defineJobKind({
    kind: settlingJobKind,
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
  const size = new SliceSize();
  const changeLog = new ChangeLog(context);
  await database.write((handle) => abandonCopies(handle, 'stale'));
  for (;;) {
    signal.throwIfAborted();
    const { changes, graceMs } = await readChanges(database);
    if (changes.length === 0) return;
    const ripe = changes.filter(isSeenFor(graceMs, firstSeenMs));
    const next = await leastWritten(
      context,
      settleable(changes).filter((change) => ripe.includes(change)),
    );
    if (next === undefined) {
      await sleepUnlessAborted(graceMs / 10, signal);
      continue;
    }
    await changeLog.begin(next);
    const { written, isLeft } = await database.write((handle) => {
      const unit = createSystemUnit(handle, services.repository);
      return size.run(handle, (rowsMax) => settleSlice(unit, { seq: next, rowsMax }));
    });
    if (services.counts) services.counts.changeRows += written;
    if (!isLeft) changeLog.end(next);
    await sleepUnlessAborted(size.pauseMs, signal);
  }
}

function readChanges(
  database: Database,
): Promise<{ readonly changes: readonly PendingChange[]; readonly graceMs: number }> {
  return database.read(async ({ tree, dialect }) => ({
    changes: tree.changes.filter(({ removes }) => removes !== 'hidden'),
    graceMs: dialect.treeGraceMs,
  }));
}

/** By the monotonic clock of this process, as those of nodes may differ. */
function isSeenFor(graceMs: number, firstSeenMs: Map<number, number>) {
  const nowMs = monotonicMs();
  return ({ seq }: PendingChange): boolean => {
    const sinceMs = firstSeenMs.get(seq) ?? nowMs;
    firstSeenMs.set(seq, sinceMs);
    return nowMs - sinceMs >= graceMs;
  };
}

/** So that a small change does not wait for a large one. */
async function leastWritten(
  { database }: JobContext,
  changes: readonly PendingChange[],
): Promise<number | undefined> {
  if (changes.length <= 1) return changes[0]?.seq;
  const progress = await database.read(readProgress);
  const written = new Map(progress.map(({ seq, rewritten }) => [seq, rewritten]));
  const [least] = changes.toSorted(
    (one, other) => (written.get(one.seq) ?? 0) - (written.get(other.seq) ?? 0),
  );
  return least?.seq;
}
