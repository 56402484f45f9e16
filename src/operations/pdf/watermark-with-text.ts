import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { WatermarkParams } from '../../conversion/tasks/pdf-watermark.ts';
import { makePdf, shownName } from '../parts/pdf-work.ts';
import { readWatermarkProperties } from '../parts/watermark-properties.ts';

export const watermarkWithTextOperation = defineOperation({
  id: 'PDF.WatermarkWithText',
  label: 'PDF: Watermark with Text',
  category: 'Conversion',
  description: 'Returns the PDF with a text over each page. An empty text leaves the PDF as it is.',
  params: {
    text: required('string', 'The text.'),
    properties: withDefault('properties', new Map(), {
      description:
        'How it looks: fontFamily, fontSize, rotation, hex255Color, alphaColor, xPosition, yPosition, invertX, invertY, relativeCoordinates.',
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      loops: true,
      async run(context, blob, { text, properties }) {
        const { look, style } = readWatermarkProperties(properties);
        const line = text.replaceAll(/\s+/g, ' ').trim();
        if (line === '') return blob;
        const watermark = { kind: 'text', text: line, style } as const;
        const params: WatermarkParams = { name: shownName(blob), watermark, look };
        return makePdf(context, {
          task: 'pdf-watermark',
          params,
          blobs: [blob],
          name: blob.name,
        });
      },
    },
  ],
});
