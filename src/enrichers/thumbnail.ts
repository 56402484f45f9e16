import { objectOf, text } from '../entities/json-schema.ts';
import { changeTokenOf } from '../model/document.ts';
import { defineEnricher } from './define.ts';

/** Where the thumbnail of the document is, or its icon until there is one. */
export const thumbnailEnricher = defineEnricher({
  name: 'thumbnail',
  entityType: 'document',
  schema: objectOf({ url: text }),
  queriesMax: 0,
  async run({ writing: { baseUrl, repository } }, documents) {
    return documents.map((document) => {
      const place = `${baseUrl}api/v1/repo/${repository}/id/${document.id}/@rendition/thumbnail`;
      const token = encodeURIComponent(changeTokenOf(document));
      return { url: `${place}?changeToken=${token}&sync=true` };
    });
  },
});
