import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { copyInSlices } from '../parts/copy-in-slices.ts';

export const copyDocumentOperation = defineOperation({
  id: 'Document.Copy',
  label: 'Copy',
  category: 'Document',
  description:
    'Copies the input document, with the documents below it that the caller may read, to another folder and returns the copy.',
  params: {
    target: required('document', 'The folder the copy goes to.'),
    name: optional('string', 'The name of the copy; without one it is that of the source.'),
    resetLifeCycle: withDefault('boolean', false, {
      description: 'Whether the copy begins in the first state of its life cycle.',
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      run: (context, document, { target, name, resetLifeCycle }) =>
        copyInSlices(context, {
          id: document.id,
          targetId: target.id,
          name: name || null,
          resetsLifecycle: resetLifeCycle,
        }),
    },
  ],
});
