import { defineOperation, required } from '../../automation/define.ts';
import type { OverlayParams } from '../../conversion/tasks/pdf-overlay.ts';
import { makePdf, shownName } from '../parts/pdf-work.ts';

export const watermarkWithPdfOperation = defineOperation({
  id: 'PDF.WatermarkWithPDF',
  label: 'PDF: Watermark with PDF',
  category: 'Conversion',
  description:
    'Returns the PDF with the pages of another PDF over its pages, in the middle of each; when there are fewer, they begin anew.',
  params: { overlayPdf: required('blob', 'The other PDF.') },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      loops: true,
      async run(context, blob, { overlayPdf }) {
        const params: OverlayParams = { names: [shownName(blob), shownName(overlayPdf)] };
        return makePdf(context, {
          task: 'pdf-overlay',
          params,
          blobs: [blob, overlayPdf],
          name: blob.name,
        });
      },
    },
  ],
});
