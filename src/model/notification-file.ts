import { z } from 'zod';
import { AppError } from '../base/errors/app-error.ts';
import { describeIssue } from '../base/errors/problem-list.ts';
import defaultFile from './data/default-notifications.json' with { type: 'json' };
import { NotificationCatalogue, type NotificationDefinition } from './notification.ts';

const notificationsMax = 1_000;
/** Names are parts of an index entry and of the address to end a subscription. */
const name = z.string().regex(/^[^\p{Cc}/,]{1,200}$/u, 'use 1 to 200 characters, none of / and ,');

const entrySchema = z.strictObject({
  name,
  label: z.string().max(500).optional(),
  availableIn: name.default('*'),
  autoSubscribed: z.boolean().default(false),
  events: z.array(name).min(1).max(100),
  template: z.string().min(1).max(200),
  subject: z.string().max(500).optional(),
  /** Removes a notification of the server. */
  enabled: z.boolean().default(true),
});

const fileSchema = z.strictObject({ notifications: z.array(entrySchema).max(notificationsMax) });

type NotificationEntry = z.infer<typeof entrySchema>;

/** @throws AppError notification.invalid naming the file and all problems */
export function parseNotificationFile(
  value: unknown,
  source: string,
): readonly NotificationEntry[] {
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data.notifications;
  const problems = parsed.error.issues.map((issue) => `${source}: ${describeIssue(issue)}`);
  throw new AppError('notification.invalid', problems.join('\n'));
}

/** Those of the server and of files; a later one replaces an earlier one of its name. */
export function buildNotificationCatalogue(
  files: readonly (readonly NotificationEntry[])[],
): NotificationCatalogue {
  const entries = new Map<string, NotificationEntry>();
  const own = parseNotificationFile(defaultFile, 'the notifications of the server');
  for (const entry of [own, ...files].flat()) entries.set(entry.name, entry);
  return new NotificationCatalogue(
    [...entries.values()].filter(({ enabled }) => enabled).map(definitionOf),
  );
}

function definitionOf(entry: NotificationEntry): NotificationDefinition {
  return {
    name: entry.name,
    label: entry.label ?? entry.name,
    availableIn: entry.availableIn,
    isAutoSubscribed: entry.autoSubscribed,
    events: entry.events,
    template: entry.template,
    subject: entry.subject ?? null,
  };
}
