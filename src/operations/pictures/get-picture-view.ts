import { defineOperation, optional } from '../../automation/define.ts';
import { OperationBlob } from '../../automation/values.ts';
import { hasFacet } from '../../model/document.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';
import { pictureView } from '../parts/picture-view.ts';

export const getPictureViewOperation = defineOperation({
  id: 'Picture.GetView',
  aliases: ['Picture.getView'],
  label: 'Get image view',
  category: 'Conversion',
  description:
    'Returns a view of the input document; nothing when it has no such view or is no picture.',
  params: {
    viewName: optional(
      'string',
      'The title of the view, such as Small; the file itself if it is not given.',
    ),
  },
  methods: [
    {
      input: 'document',
      output: 'blob',
      async run(_context, document, { viewName }) {
        if (!hasFacet(document, 'Picture')) return null;
        if (!viewName) return mainBlobOf(document);
        const view = pictureView(document, viewName);
        return view ? OperationBlob.stored(view.blob, { document, xpath: view.xpath }) : null;
      },
    },
  ],
});
