import { defineOperation } from '../../automation/define.ts';
import { saveUnsaved } from '../../automation/working-documents.ts';
import { getDocumentForUpdate } from '../../repository/documents.ts';
import { checkOut } from '../../repository/versions.ts';

export const checkOutDocumentOperation = defineOperation({
  id: 'Document.CheckOut',
  label: 'Check Out',
  category: 'Document',
  description: 'Makes the input document editable again where it is checked in.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document) {
        const { id } = await saveUnsaved(context, document);
        return context.write(async (handle) => {
          const live = await getDocumentForUpdate(handle, context.session, id);
          return checkOut(handle, context.session, live);
        });
      },
    },
  ],
});
