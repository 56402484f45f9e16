import { sleepUnlessAborted } from '../base/clock.ts';
import { doMemberWork, hasMemberWork } from '../repository/changes/member-copies.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

/** Members that one unit removes: some milliseconds. */
const rowsPerUnit = 1_000;
/** Other units write in between. */
const pauseMs = 20;

/**
 * Removes the members of collections that are removed, and completes the copies of large ones, in units of
 * bounded size.
 */
export function collectionMembersKind(): JobKind {
  return defineJobKind({
    kind: 'collection-members',
    concurrency: 1,
    attemptsMax: 1_000,
    priority: 'bulk',
    isWanted: hasMemberWork,
    parse: () => undefined,
    run: async ({ database, signal }) => {
      for (let isLeft = true; isLeft; ) {
        signal.throwIfAborted();
        isLeft = await database.write((handle) => doMemberWork(handle, rowsPerUnit));
        if (isLeft) await sleepUnlessAborted(pauseMs, signal);
      }
    },
  });
}
