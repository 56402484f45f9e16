import { defineOperation, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { OperationBlob } from '../../automation/values.ts';
import { renderTemplate, resultParams, templateParam } from '../parts/rendered-template.ts';

/** By the names that clients use. */
const encodings: ReadonlyMap<string, BufferEncoding> = new Map([
  ['utf-8', 'utf8'],
  ['iso-8859-1', 'latin1'],
  ['utf-16le', 'utf16le'],
]);

export const renderDocumentFeedOperation = defineOperation({
  id: 'Render.DocumentFeed',
  label: 'Render Document Feed',
  category: 'Conversion',
  description: 'Returns the one text that a template makes of the list of input documents.',
  params: {
    template: templateParam,
    charset: withDefault('string', 'UTF-8', { description: 'The character set of the file.' }),
    ...resultParams,
  },
  methods: [
    {
      input: 'documents',
      output: 'blob',
      async run(context, _documents, params) {
        const { template, charset: encoding, filename: name, mimetype: mimeType, type } = params;
        const known = encodings.get(encoding.toLowerCase());
        if (!known) {
          const names = [...encodings.keys()].join(', ');
          throw operationFailed(`charset: ${encoding.slice(0, 100)} is not known; use ${names}`);
        }
        const text = await renderTemplate(context, { template, type });
        return OperationBlob.inMemory(Buffer.from(text, known), { name, mimeType, encoding });
      },
    },
  ],
});
