import { defineOperation, optional, required } from '../../automation/define.ts';
import { convertBlob } from '../parts/convert-blob.ts';

export const runConverterOperation = defineOperation({
  id: 'Blob.RunConverter',
  label: 'Blob.RunConverter',
  category: 'Conversion',
  since: '7.1',
  description: 'Returns what a converter makes of the input file.',
  params: {
    converter: required('string', 'The name of the converter, such as `pdf2text`.'),
    parameters: optional('properties', 'What the converter is told, such as `width`.'),
  },
  methods: [
    {
      input: 'blob',
      output: 'blob',
      run: (context, blob, { converter, parameters }) => {
        const given = [...(parameters ?? [])].map(([name, value]) => [name, String(value)]);
        return convertBlob(context, blob, { converter, parameters: Object.fromEntries(given) });
      },
    },
  ],
});
