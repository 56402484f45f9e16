import { defineOperation, withDefault } from '../../automation/define.ts';
import { OperationBlob, type WorkingDocument } from '../../automation/values.ts';
import { getAtXpath, mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue } from '../../model/value.ts';
import { getFileXpath } from '../../repository/attachments/attached-blobs.ts';
import { mainBlobOf } from '../parts/document-blobs.ts';

export const getBlobOperation = defineOperation({
  id: 'Document.GetBlob',
  aliases: ['Blob.Get'],
  label: 'Get Document File',
  category: 'Files',
  description:
    'Returns the file at a place of the input document; where there is none, its main file, and an empty file when it has none at all.',
  params: {
    xpath: withDefault('string', mainBlobXpath, {
      description: 'Where the file is.',
      values: [mainBlobXpath],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'blob',
      loops: true,
      async run(_context, document, { xpath }) {
        const main = mainBlobOf(document);
        // A note has its main file in another property, of which callers need not be aware.
        if (main && isWithoutMainProperty(document, xpath)) return main;
        const place = getFileXpath(document.shape, xpath);
        const blob = getAtXpath(document.properties, place);
        if (isBlobValue(blob)) return OperationBlob.stored(blob, { document, xpath: place.text });
        return main ?? OperationBlob.empty(`${document.name}.null`);
      },
    },
  ],
});

function isWithoutMainProperty({ shape }: WorkingDocument, xpath: string): boolean {
  return xpath === mainBlobXpath && !shape.properties.has(mainBlobXpath);
}
