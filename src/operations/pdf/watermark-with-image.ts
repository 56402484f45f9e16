import { defineOperation, required, withDefault } from '../../automation/define.ts';
import type { WatermarkParams } from '../../conversion/tasks/pdf-watermark.ts';
import { makePdf, shownName } from '../parts/pdf-work.ts';
import { readWatermarkProperties } from '../parts/watermark-properties.ts';

export const watermarkWithImageOperation = defineOperation({
  id: 'PDF.WatermarkWithImage',
  label: 'PDF: Watermark with Image',
  category: 'Conversion',
  description: 'Returns the PDF with a picture over each page.',
  params: {
    image: required('blob', 'The picture; a pixel is a point.'),
    properties: withDefault('properties', new Map(), {
      description:
        'How it looks: scale, rotation, alphaColor, xPosition, yPosition, invertX, invertY, relativeCoordinates.',
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      loops: true,
      async run(context, blob, { image, properties }) {
        const { look, scale } = readWatermarkProperties(properties);
        const watermark = { kind: 'picture', name: shownName(image), scale } as const;
        const params: WatermarkParams = { name: shownName(blob), watermark, look };
        return makePdf(context, {
          task: 'pdf-watermark',
          params,
          blobs: [blob, image],
          name: blob.name,
        });
      },
    },
  ],
});
