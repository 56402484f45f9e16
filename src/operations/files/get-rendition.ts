import { defineOperation, required } from '../../automation/define.ts';
import { OperationBlob } from '../../automation/values.ts';
import { makeRendition } from '../parts/make-rendition.ts';

export const getRenditionOperation = defineOperation({
  id: 'Document.GetRendition',
  label: 'Gets a document rendition',
  category: 'Files',
  description:
    'Returns a rendition of the input document, such as its PDF; an empty file when there is nothing in it.',
  params: { renditionName: required('string', 'The name of the rendition.') },
  methods: [
    {
      input: 'document',
      output: 'blob',
      loops: true,
      run: async (context, document, { renditionName }) =>
        (await makeRendition(context, document, renditionName)) ??
        OperationBlob.empty(`${renditionName}.null`),
    },
  ],
});
