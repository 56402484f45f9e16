import { defineOperation } from '../../automation/define.ts';
import { unpublishAll } from '../../repository/editing/publishing.ts';

export const unpublishAllOperation = defineOperation({
  id: 'Document.UnpublishAll',
  label: "Unpublish Document's Publications",
  category: 'Document',
  description: 'Takes the input document back from every section where the caller may remove it.',
  params: {},
  methods: [
    {
      input: 'document',
      output: 'void',
      run: (context, { id }) =>
        context.write(async (unit) => {
          await unpublishAll(unit, id);
          return undefined;
        }),
    },
  ],
});
