import { iconOfRendition, renditionsOf } from '../content/renditions.ts';
import { arrayOf, nullable, objectOf, text } from '../entities/json-schema.ts';
import { defineEnricher } from './define.ts';

/** What can be downloaded of the document besides its own files. */
export const renditionsEnricher = defineEnricher({
  name: 'renditions',
  entityType: 'document',
  schema: arrayOf(objectOf({ name: text, kind: nullable(text), icon: text, url: text })),
  queriesMax: 0,
  async run({ writing: { baseUrl, repository, dialect } }, documents) {
    const noKind = dialect === 'native' ? null : '';
    return documents.map((document) => {
      const place = `${baseUrl}api/v1/repo/${repository}/id/${document.id}/@rendition`;
      return renditionsOf(document)
        .filter(({ isVisible }) => isVisible)
        .map((rendition) => ({
          name: rendition.name,
          kind: rendition.kind || noKind,
          icon: `${baseUrl}icons/${iconOfRendition(rendition)}`,
          url: `${place}/${encodeURIComponent(rendition.name)}`,
        }));
    });
  },
});
