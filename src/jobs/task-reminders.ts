import { createSystemUnit, type RepositoryContext } from '../repository/unit/unit.ts';
import { remindSome } from '../repository/workflow/task-reminders.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const taskRemindersKind = 'task-reminders';

interface ReminderOptions {
  readonly repository: RepositoryContext;
  /** How long before they are due; null for no reminders. */
  readonly hours: number | null;
}

/** Reminds the actors of tasks that are due soon, in slices that are stored one by one. */
export function taskRemindersJobKind({ repository, hours }: ReminderOptions): JobKind {
  return defineJobKind({
    kind: taskRemindersKind,
    concurrency: 1,
    attemptsMax: 3,
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      if (hours === null || !repository.sendsMail) return;
      let reminded = 0;
      for (;;) {
        signal.throwIfAborted();
        const some = await database.write((handle) =>
          remindSome(createSystemUnit(handle, repository), hours),
        );
        if (some === 0) break;
        reminded += some;
      }
      if (reminded > 0) log.info({ tasks: reminded }, 'reminded actors of tasks that are due');
    },
  });
}
