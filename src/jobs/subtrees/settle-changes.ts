import { monotonicMs, sleepUnlessAborted } from '../../base/clock.ts';
import { abandonCopies, settlingJobKind } from '../../repository/changes/pending-changes.ts';
import { openChanges } from '../../repository/changes/settling-order.ts';
import {
  hasPendingChanges,
  type PendingProgress,
  readProgress,
} from '../../repository/editing/pending-progress.ts';
import { settleSlice } from '../../repository/editing/settle-slice.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import { createSystemUnit, type RepositoryContext } from '../../repository/unit/unit.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { attemptSlice } from './attempt.ts';
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
    const { seqs, open, graceMs } = await database.read(readOpen);
    // Those that are held back after a failure, and those behind them, are for a later job.
    if (open.length === 0) return;
    const ripe = seqs.filter(isSeenFor(graceMs, firstSeenMs));
    const next = leastWritten(open.filter(({ seq }) => ripe.includes(seq)));
    if (next === undefined) {
      await sleepUnlessAborted(graceMs / 10, signal);
      continue;
    }
    await settleNext(services, context, { next, size, changeLog });
    await sleepUnlessAborted(size.pauseMs, signal);
  }
}

interface NextSlice {
  readonly next: PendingProgress;
  readonly size: SliceSize;
  readonly changeLog: ChangeLog;
}

async function settleNext(
  { repository, counts }: SettlingServices,
  context: JobContext,
  { next, size, changeLog }: NextSlice,
): Promise<void> {
  const { seq } = next;
  let isLeft = true;
  await attemptSlice(context, {
    key: { seq },
    size,
    isRepeated: next.failures > 0,
    prepare: () => changeLog.begin(next),
    async slice(handle, rowsMax) {
      const slice = await settleSlice(createSystemUnit(handle, repository), { seq, rowsMax });
      handle.afterCommit(() => {
        if (counts) counts.changeRows += slice.written;
        isLeft = slice.isLeft;
      });
      return slice.read;
    },
    onFailure: (failure) => changeLog.fail(next, failure),
  });
  if (!isLeft) changeLog.end(seq);
}

interface OpenChanges {
  /** Of all changes in their places, to take note of when they are seen first. */
  readonly seqs: readonly number[];
  readonly open: readonly PendingProgress[];
  readonly graceMs: number;
}

async function readOpen(handle: ReadHandle): Promise<OpenChanges> {
  const { tree, dialect } = handle;
  const visible = tree.changes.filter(({ removes }) => removes !== 'hidden');
  const seqs = visible.map(({ seq }) => seq);
  const open = await openChanges(handle);
  const progress = open.size === 0 ? [] : await readProgress(handle);
  return {
    seqs,
    open: progress.filter(({ seq }) => open.has(seq)),
    graceMs: dialect.treeGraceMs,
  };
}

/** By the monotonic clock of this process, as those of nodes may differ. */
function isSeenFor(graceMs: number, firstSeenMs: Map<number, number>) {
  const nowMs = monotonicMs();
  return (seq: number): boolean => {
    const sinceMs = firstSeenMs.get(seq) ?? nowMs;
    firstSeenMs.set(seq, sinceMs);
    return nowMs - sinceMs >= graceMs;
  };
}

/** So that a small change does not wait for a large one. */
function leastWritten(changes: readonly PendingProgress[]): PendingProgress | undefined {
  const [least] = changes.toSorted((one, other) => one.rewritten - other.rewritten);
  return least;
}
