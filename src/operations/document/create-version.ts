import { defineOperation, withDefault } from '../../automation/define.ts';
import { saveChanges } from '../../automation/working-documents.ts';
import type { VersionIncrement } from '../../model/version-numbers.ts';
import { requireVersionable, versionedOf } from '../../repository/versions/versions.ts';

const increments = ['None', 'Minor', 'Major'] as const;

export const createVersionOperation = defineOperation({
  id: 'Document.CreateVersion',
  label: 'Snapshot Version',
  category: 'Document',
  description:
    'Saves the input document and makes a version of it. Without an increment it is only saved.',
  params: {
    increment: withDefault('string', 'None', {
      description: 'Which number of the version grows; anything unknown makes no version.',
      values: increments,
      widget: 'Option',
    }),
    saveDocument: withDefault('boolean', true, {
      description: 'Whether to do it at once; otherwise the next save makes the version.',
      widget: 'Check',
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, { increment, saveDocument: saves }) {
        requireVersionable(versionedOf(document));
        const nextVersion = parseIncrement(increment);
        const marked = nextVersion ? { ...document, nextVersion } : document;
        return saveChanges(context, marked, { changes: {}, saves });
      },
    },
  ],
});

function parseIncrement(text: string): VersionIncrement | undefined {
  const name = text.trim().toUpperCase();
  return name === 'MINOR' || name === 'MAJOR' ? name : undefined;
}
