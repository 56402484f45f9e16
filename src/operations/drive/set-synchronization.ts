import { defineOperation, required } from '../../automation/define.ts';
import { getDocument } from '../../repository/documents/documents.ts';
import { registerRoot, unregisterRoot } from '../../repository/drive/roots.ts';

export const setSynchronizationOperation = defineOperation({
  id: 'NuxeoDrive.SetSynchronization',
  label: 'Nuxeo Drive: Register / Unregister Synchronization Root',
  category: 'Services',
  description:
    'Begins or ends the synchronization of the input folder with the computers of the caller.',
  params: { enable: required('boolean', 'Whether the folder is synchronized from now on.') },
  methods: [
    {
      input: 'document',
      output: 'void',
      async run(context, { id }, { enable }) {
        const change = enable ? registerRoot : unregisterRoot;
        await context.write(async (unit) => change(unit, await getDocument(unit, { id })));
        return undefined;
      },
    },
  ],
});
