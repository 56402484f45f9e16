import { type MailValues, queueEvent } from '../mail/mail-requests.ts';
import { mailTime } from '../mail/mail-time.ts';
import { existingGroups } from '../principals/groups.ts';
import type { WriteUnit } from '../unit/unit.ts';

/** What mails say of a task. */
interface TaskInMail {
  /** Keys of translations, or texts. */
  readonly name: string;
  readonly directive: string | null;
  readonly dueMs: number | null;
  /** The user who started the workflow, or made the task. */
  readonly initiator: string;
}

/** A task that was given to users or groups. */
export interface TaskMail {
  readonly eventId: 'workflowTaskAssigned' | 'workflowTaskDelegated' | 'workflowTaskReassigned';
  readonly task: TaskInMail;
  /** With the prefix `user:` or `group:`, or without one. */
  readonly recipients: readonly string[];
  /** Its documents; the mail to the recipients is about the first one. */
  readonly documentIds: readonly string[];
  /** The name of the texts, instead of those of the notification. */
  readonly template: string | undefined;
  readonly comment: string | null;
}

/** The texts of mails about tasks without a workflow. */
export const looseTaskTemplate = 'workflowTaskAssigned';

export function taskMailValues({ name, directive, dueMs, initiator }: TaskInMail): MailValues {
  return {
    taskName: name,
    initiator,
    ...(directive !== null && { directive }),
    ...(dueMs !== null && { dueDate: mailTime(dueMs) }),
  };
}

const prefixed = /^(?:user|group):/u;

/**
 * Leaves the mails to the recipients, and to those who are subscribed to such events on the documents. With
 * a mail server, that costs one query to find out which names are groups. Without one nothing is done.
 */
export async function queueTaskMails(unit: WriteUnit, mails: readonly TaskMail[]): Promise<void> {
  if (!unit.sendsMail || mails.length === 0) return;
  const names = new Set(mails.flatMap(({ recipients }) => recipients));
  const plain = [...names].filter((name) => !prefixed.test(name));
  const groups = await existingGroups(unit.handle, plain);
  for (const { eventId, task, documentIds, recipients, template, comment } of mails) {
    if (unit.notifications.ofEvent(eventId).length === 0) continue;
    const [first, ...others] = documentIds;
    if (first === undefined) continue;
    queueEvent(unit, {
      eventId,
      documentId: first,
      values: { ...taskMailValues(task), ...(comment && { comment }) },
      recipients: [...new Set(recipients.map((name) => recipientOf(name, groups)))],
      template,
    });
    for (const documentId of others) queueEvent(unit, { eventId, documentId, values: {} });
  }
}

function recipientOf(name: string, groups: ReadonlySet<string>): string {
  if (prefixed.test(name)) return name;
  return `${groups.has(name) ? 'group' : 'user'}:${name}`;
}
