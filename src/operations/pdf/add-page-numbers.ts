import { defineOperation, withDefault } from '../../automation/define.ts';
import type { NumbersParams } from '../../conversion/tasks/pdf-numbers.ts';
import {
  colorOf,
  fontNameOf,
  fontSizes,
  keyOf,
  numberWithin,
  passwordParameter,
  wrongParameter,
} from '../parts/pdf-parameters.ts';
import { makePdf, shownName } from '../parts/pdf-work.ts';

const positions: Readonly<Record<string, Pick<NumbersParams, 'side' | 'isAtTop'>>> = {
  'Bottom right': { side: 'right', isAtTop: false },
  'Bottom center': { side: 'center', isAtTop: false },
  'Bottom left': { side: 'left', isAtTop: false },
  'Top right': { side: 'right', isAtTop: true },
  'Top center': { side: 'center', isAtTop: true },
  'Top left': { side: 'left', isAtTop: true },
};

const numberMax = 1_000_000_000;

export const addPageNumbersOperation = defineOperation({
  id: 'PDF.AddPageNumbers',
  label: 'PDF: Add Page Numbers',
  category: 'Conversion',
  description: 'Returns the PDF, without its encryption, with numbers on its pages.',
  params: {
    fontName: withDefault('string', 'Helvetica', {
      description: 'The font: Helvetica, Times-Roman, Courier, or a bold or oblique form of one.',
      values: ['Helvetica'],
    }),
    fontSize: withDefault('long', 16, { description: 'Its size in points.', values: ['16'] }),
    hex255Color: withDefault('string', '0xffffff', {
      description: 'Its color, such as 0xcc0000 or #cc0000; white by default.',
      values: ['0xffffff'],
    }),
    password: passwordParameter,
    position: withDefault('string', 'Bottom right', {
      description: 'Where the numbers are.',
      values: Object.keys(positions),
      widget: 'Option',
    }),
    startAtNumber: withDefault('long', 1, { description: 'The first number.', values: ['1'] }),
    startAtPage: withDefault('long', 1, {
      description: 'The first page with a number.',
      values: ['1'],
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      loops: true,
      async run(context, blob, given) {
        const place = positions[given.position];
        if (!place) {
          throw wrongParameter('position', `one of ${Object.keys(positions).join(', ')}`);
        }
        const params: NumbersParams = {
          name: shownName(blob),
          key: keyOf('password', given.password),
          ...place,
          startAtPage: numberWithin('startAtPage', given.startAtPage, { min: 1, max: numberMax }),
          startAtNumber: numberWithin('startAtNumber', given.startAtNumber, {
            min: -numberMax,
            max: numberMax,
          }),
          style: {
            fontName: fontNameOf('fontName', given.fontName),
            fontSize: numberWithin('fontSize', given.fontSize, fontSizes),
            color: colorOf('hex255Color', given.hex255Color),
          },
        };
        return makePdf(context, { task: 'pdf-numbers', params, blobs: [blob], name: blob.name });
      },
    },
  ],
});
