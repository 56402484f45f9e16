import { havePreviews } from '../conversion/previews/shown-as.ts';
import { previewSchema, writePreview } from '../entities/preview-entity.ts';
import { changeTokenOf } from '../model/document.ts';
import { defineEnricher } from './define.ts';

/** Where a page that shows the document is; no address when it has nothing that can be shown. */
export const previewEnricher = defineEnricher({
  name: 'preview',
  entityType: 'document',
  schema: previewSchema,
  queriesMax: 0,
  async run({ writing: { baseUrl, repository, dialect } }, documents) {
    const shown = await havePreviews(documents.map(({ properties }) => properties));
    return documents.map((document, at) => {
      if (!shown[at]) return writePreview(undefined, dialect);
      const place = `${baseUrl}api/v1/repo/${repository}/id/${document.id}/@preview/`;
      return writePreview(
        `${place}?changeToken=${encodeURIComponent(changeTokenOf(document))}`,
        dialect,
      );
    });
  },
});
