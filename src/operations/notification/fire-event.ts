import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { eventValue } from '../../automation/listeners/event-value.ts';
import { runIfWanted } from '../../automation/listeners/run-listener.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import {
  DocumentList,
  isDocument,
  UnloadedDocument,
  UnloadedDocuments,
  type WorkingDocument,
} from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { concerns } from '../../model/event-listener.ts';
import { queueEvent } from '../../repository/mail/mail-requests.ts';

export const fireEventOperation = defineOperation({
  id: 'Event.Fire',
  aliases: ['Notification.SendEvent'],
  label: 'Send Event',
  category: 'Notification',
  description:
    'Makes an event of the input documents: the listeners of the configuration run, and their subscribers get the mails of its notifications. Audit.LogEvent writes an entry of the audit. Returns the input.',
  params: {
    name: required('string', 'The name of the event.'),
    properties: withDefault('properties', new Map(), {
      description:
        'Values for the mails, such as comment; recipients for notifications without subscribers; disableNotificationService=true for no mail.',
    }),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, { name, properties }) {
        if (name === '' || name.length > limits.auditNameLengthMax) {
          const text = `Parameter name: use 1 to ${limits.auditNameLengthMax} characters`;
          throw new AppError('operation.parameter-invalid', text);
        }
        const documents = await inputDocuments(context);
        await queueMails(context, documents, { name, properties });
        await notifyListeners(context, documents, { name, properties });
        return undefined;
      },
    },
  ],
});

interface Fired {
  readonly name: string;
  readonly properties: ReadonlyMap<string, unknown>;
}

async function queueMails(
  context: OperationContext,
  documents: readonly WorkingDocument[],
  { name, properties }: Fired,
): Promise<void> {
  const { notifications, sendsMail } = context.repository;
  const isSilent = String(properties.get('disableNotificationService')) === 'true';
  if (isSilent || !sendsMail || notifications.ofEvent(name).length === 0) return;
  const values = textsOf(properties, reserved);
  const recipients = recipientsOf(properties.get('recipients'));
  for (const { id } of documents) {
    await context.takeTurn();
    await context.write(async (unit) =>
      queueEvent(unit, { eventId: name, documentId: id, values, recipients }),
    );
  }
}

/** Those in the transaction run at once, in the order of the configuration; the others after the commit. */
async function notifyListeners(
  context: OperationContext,
  documents: readonly WorkingDocument[],
  { name: eventId, properties }: Fired,
): Promise<void> {
  const { listeners } = context.repository;
  const followers = listeners?.catalogue.ofEvent(eventId) ?? [];
  if (!listeners || followers.length === 0) return;
  const isPlain = documents.length === 0;
  const texts = textsOf(properties);
  const comment = texts.comment ?? null;
  for (const listener of followers.filter(({ isInTransaction }) => isInTransaction)) {
    for (const document of isPlain ? [undefined] : documents) {
      if (!concerns(listener, document)) continue;
      await context.takeTurn();
      const event = eventValue({
        eventId,
        documentId: document?.id ?? null,
        path: document?.path ?? null,
        username: context.principal.username,
        comment,
        properties: texts,
        atMs: context.nowMs,
      });
      await runIfWanted(context, listener, { input: document ?? null, event });
    }
  }
  if (followers.every(({ isInTransaction }) => isInTransaction)) return;
  const event = { eventId, documents, comment, properties: texts, isPlain };
  await context.takeTurn(documents.length);
  await context.write((unit) => listeners.follow(unit, event));
}

/** Those that the caller may read. @throws AppError document.not-found, permission.denied */
async function inputDocuments(context: OperationContext): Promise<readonly WorkingDocument[]> {
  const { input } = context;
  if (input instanceof UnloadedDocument) return [await context.load(input.reference)];
  if (input instanceof DocumentList) return input.items;
  if (!(input instanceof UnloadedDocuments)) return isDocument(input) ? [input] : [];
  const documents: WorkingDocument[] = [];
  for (const reference of input.references) documents.push(await context.load(reference));
  return documents;
}

const valuesMax = 50;
/** `author` is who makes the event, and addresses are those of the server. */
const reserved = /^(?:author|url.*|docTitle|docPath|eventId|subject|language|recipients)$/;

function textsOf(properties: ReadonlyMap<string, unknown>, left = /^$/): Record<string, string> {
  const texts = [...properties].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !left.test(name) ? [[name, value]] : [],
  );
  return Object.fromEntries(texts.slice(0, valuesMax));
}

const recipientsMax = 1_000;

/** `user:<name>`, `group:<name>` or names of users. */
function recipientsOf(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value : String(value ?? '').split(',');
  const texts = names.flatMap((each) => (typeof each === 'string' ? [each.trim()] : []));
  const given = texts.filter((text) => text !== '').slice(0, recipientsMax);
  return given.map((text) => (/^(?:user|group):/.test(text) ? text : `user:${text}`));
}
