import { defineOperation, required } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { findChild } from '../../repository/documents/documents.ts';

export const getChildOperation = defineOperation({
  id: 'Document.GetChild',
  label: 'Get Child',
  category: 'Document',
  description: 'Returns the document of a name that is directly below the input document.',
  readsOnly: true,
  params: { name: required('string', 'The name of the child.') },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run(context, parent, { name: text }) {
        const name = text.normalize('NFC');
        return context.read(async (unit) => {
          await requirePermission(unit, {
            document: parent,
            permission: 'ReadChildren',
          });
          const child = await findChild(unit, { parentId: parent.id, name });
          if (!child) {
            throw new AppError('document.not-found', `${parent.path ?? parent.id} has no ${name}`);
          }
          await requirePermission(unit, { document: child, permission: 'Read' });
          return child;
        });
      },
    },
  ],
});
