import { now } from '../base/clock.ts';
import { announceDue, hasDueNotices } from '../repository/editing/permission-notices.ts';
import { createSystemUnit, type RepositoryContext } from '../repository/unit/unit.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

/**
 * Sends the mail of entries of permissions that begin later, once for each entry: it is marked in the unit
 * that leaves the mail.
 */
export function permissionNoticesKind(repository: RepositoryContext): JobKind {
  return defineJobKind({
    kind: 'permission-notices',
    concurrency: 1,
    attemptsMax: 10,
    isWanted: (handle) => hasDueNotices(handle, now()),
    parse: () => undefined,
    run: async ({ database, signal }) => {
      for (;;) {
        signal.throwIfAborted();
        const announced = await database.write((handle) =>
          announceDue(createSystemUnit(handle, repository)),
        );
        if (announced === 0) return;
      }
    },
  });
}
