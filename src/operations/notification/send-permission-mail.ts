import { defineOperation, required } from '../../automation/define.ts';
import { withPending } from '../../automation/working-documents.ts';
import { resendPermissionMail } from '../../repository/editing/permission-mail.ts';

export const sendPermissionMailOperation = defineOperation({
  id: 'Document.SendNotificationEmailForPermission',
  label: 'Send the notification email for a permission',
  category: 'Document',
  description:
    'Sends the mail about an entry of the permissions of the input document again. Nothing happens if there is no such entry, or if it has ended.',
  params: { id: required('string', 'The id of the entry.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { id: aceId }) {
        const { id } = document;
        const stored = await context.write((unit) => resendPermissionMail(unit, { id, aceId }));
        return withPending(stored, document);
      },
    },
  ],
});
