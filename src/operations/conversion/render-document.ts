import { defineOperation } from '../../automation/define.ts';
import { OperationBlob } from '../../automation/values.ts';
import { renderTemplate, resultParams, templateParam } from '../parts/rendered-template.ts';

export const renderDocumentOperation = defineOperation({
  id: 'Render.Document',
  label: 'Render Document',
  category: 'Conversion',
  description: 'Returns the text that a template makes of the input document.',
  params: { template: templateParam, ...resultParams },
  methods: [
    {
      input: 'document',
      output: 'blob',
      loops: true,
      async run(context, _document, { template, filename: name, mimetype: mimeType, type }) {
        const text = await renderTemplate(context, { template, type });
        return OperationBlob.ofText(text, { name, mimeType });
      },
    },
  ],
});
