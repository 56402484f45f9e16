import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { recordAuditEntry } from '../../repository/audit/audit-log.ts';

export const logAuditEventOperation = defineOperation({
  id: 'Audit.LogEvent',
  aliases: ['Audit.Log'],
  label: 'Log Event In Audit',
  category: 'Services',
  description:
    'Writes an entry of the audit about the input document, in the name of the caller, and returns the document.',
  params: {
    event: required('string', 'The name of the event.', { widget: 'AuditEvent' }),
    category: withDefault('string', 'Automation', {
      description:
        'The category of the event; those of the entries of the server itself are for administrators.',
      values: ['Automation'],
    }),
    comment: withDefault('string', '', {
      description: 'What there is to say about it.',
      widget: 'TextArea',
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { event, category, comment }) {
        const entry = { eventId: event, category, comment, document };
        await context.write((unit) => recordAuditEntry(unit, entry));
        return document;
      },
    },
  ],
});
