import { defineOperation, type Operation, optional } from '../../automation/define.ts';
import type { Document } from '../../model/document.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import {
  chooseNotifications,
  subscribe,
  unsubscribe,
  userSubscriber,
} from '../../repository/notifications/subscriptions.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';

interface SubscriptionOperation {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Which notifications are meant when none is named. */
  readonly all: string;
  change(unit: WriteUnit, document: Document, names: readonly string[]): Promise<void>;
}

function changingSubscriptions({ change, all, ...told }: SubscriptionOperation): Operation {
  return defineOperation({
    ...told,
    category: 'Document',
    params: {
      notifications: optional('stringlist', `Names of notifications; ${all} when none is given.`),
    },
    methods: [
      {
        input: 'document',
        output: 'document',
        loops: true,
        async run(context, document, { notifications }) {
          await context.write(async (unit) => {
            const target = await getDocument(unit, { id: document.id });
            await change(unit, target, notifications ?? []);
          });
          return document;
        },
      },
    ],
  });
}

export const subscribeDocumentOperation = changingSubscriptions({
  id: 'Document.Subscribe',
  label: 'Subscribe document',
  description:
    'Subscribes the caller to notifications about the input document and what is below it, which needs the right to read it only.',
  all: 'all that are offered for the document',
  async change(unit, document, given) {
    const names = await chooseNotifications(unit, document, given);
    const subscribers = [userSubscriber(unit.principal.username)];
    await subscribe(unit, { documentId: document.id, subscribers, names });
  },
});

export const unsubscribeDocumentOperation = changingSubscriptions({
  id: 'Document.Unsubscribe',
  label: 'Unsubscribe document',
  description:
    'Ends subscriptions of the caller on the input document. Those of groups, and on folders above it, stay.',
  all: 'all',
  async change(unit, { id }, names) {
    const subscribers = [userSubscriber(unit.principal.username)];
    await unsubscribe(unit, { documentId: id, subscribers, names });
  },
});
