import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { publishDocument } from '../../repository/editing/publishing.ts';

export const publishToSectionsOperation = defineOperation({
  id: 'Document.PublishToSections',
  aliases: ['Document.MultiPublish'],
  label: 'Multi-Publish',
  category: 'Document',
  description: 'Shows the input document as it is now in several sections; returns the proxies.',
  params: {
    target: required('documents', 'The sections.'),
    override: withDefault('boolean', true, {
      description: 'Whether to replace what a section already shows of the document.',
      values: ['true'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'documents',
      loops: true,
      run: (context, { id }, { target, override }) =>
        context.write(async (unit) => {
          const proxies: WorkingDocument[] = [];
          for (const section of target) {
            await context.takeTurn();
            const publication = { id, targetId: section.id, overrides: override };
            proxies.push(await publishDocument(unit, publication));
          }
          return proxies;
        }),
    },
  ],
});
