import { anyOf, flag, objectOf } from '../entities/json-schema.ts';
import { findFavoriteIds } from '../repository/collections/personal-collections.ts';
import { defineEnricher } from './define.ts';

/** Whether the document is one of the caller's favorites; native clients expect an object. */
export const favoritesEnricher = defineEnricher({
  name: 'favorites',
  entityType: 'document',
  schema: anyOf(flag, objectOf({ isFavorite: flag })),
  queriesMax: 1,
  async run({ unit, writing }, documents) {
    const found = await findFavoriteIds(unit, documents);
    return documents.map(({ id }) =>
      writing.dialect === 'native' ? { isFavorite: found.has(id) } : found.has(id),
    );
  },
});
