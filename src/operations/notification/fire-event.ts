import { defineOperation, required, withDefault } from '../../automation/define.ts';
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
import { queueEvent } from '../../repository/mail/mail-requests.ts';

export const fireEventOperation = defineOperation({
  id: 'Event.Fire',
  aliases: ['Notification.SendEvent'],
  label: 'Send Event',
  category: 'Notification',
  description:
    'Makes an event of the input documents, about which their subscribers get the mails of its notifications. It has no other consequences: Audit.LogEvent writes an entry of the audit. Returns the input.',
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
        const { notifications, sendsMail } = context.repository;
        const isSilent = String(properties.get('disableNotificationService')) === 'true';
        if (isSilent || !sendsMail || notifications.ofEvent(name).length === 0) return undefined;
        const values = textsOf(properties);
        const recipients = recipientsOf(properties.get('recipients'));
        for (const { id } of documents) {
          await context.takeTurn();
          await context.write(async (unit) =>
            queueEvent(unit, { eventId: name, documentId: id, values, recipients }),
          );
        }
        return undefined;
      },
    },
  ],
});

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

function textsOf(properties: ReadonlyMap<string, unknown>): Record<string, string> {
  const texts = [...properties].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !reserved.test(name) ? [[name, value]] : [],
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
