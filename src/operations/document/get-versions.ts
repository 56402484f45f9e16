import { defineOperation } from '../../automation/define.ts';
import { listVersions } from '../../repository/versions/version-history.ts';
import { ownerOfVersions } from '../parts/version-series.ts';

export const getVersionsOperation = defineOperation({
  id: 'Document.GetVersions',
  label: 'Get Versions',
  category: 'Document',
  description: 'Returns the versions of the input document, the oldest first.',
  readsOnly: true,
  params: {},
  methods: [
    {
      input: 'document',
      output: 'documents',
      async run(context, document) {
        const owner = await ownerOfVersions(context, document);
        return context.read((unit) => listVersions(unit, owner));
      },
    },
  ],
});
