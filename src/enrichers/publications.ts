import { integer, objectOf } from '../entities/json-schema.ts';
import { countPublications } from '../repository/editing/count-publications.ts';
import { defineEnricher } from './define.ts';

/** How often the document is published where the caller may see it; existing clients read `resultsCount`. */
export const publicationsEnricher = defineEnricher({
  name: 'publications',
  entityType: 'document',
  schema: objectOf({ resultCount: integer, resultsCount: integer }),
  // Which ACLs are readable, and the proxies.
  queriesMax: 2,
  async run({ unit }, documents) {
    const counts = await countPublications(unit, documents);
    return documents.map(({ seriesId }) => {
      const count = counts.get(seriesId) ?? 0;
      return { resultCount: count, resultsCount: count };
    });
  },
});
