import { defineOperation } from '../../automation/define.ts';
import { saveUnsaved } from '../../automation/working-documents.ts';
import {
  getDocumentForUpdate,
  getUncheckedDocument,
} from '../../repository/documents/documents.ts';
import { checkOut, versionedOf } from '../../repository/versions/versions.ts';

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
        return context.write(async (unit) => {
          const given = await getDocumentForUpdate(unit, id);
          const live = await getDocumentForUpdate(unit, versionedOf(given).id);
          await checkOut(unit, live);
          // For a proxy, the proxy is returned, which shows the live document.
          return getUncheckedDocument(unit, { id });
        });
      },
    },
  ],
});
