import {
  countTagged,
  findTagsToNormalize,
  normalizeTags,
} from '../../repository/tags/tag-normalization.ts';
import { defineMigration, type MigrationServices } from './definition.ts';

/** Tags that did not come through tagging: by an import, or as properties of documents. */
export const tagLabelsMigration = defineMigration({
  id: 'tag-labels',
  description: 'Tags as the present rules write them',
  states: ['mixed', 'normalized'],
  steps: [
    {
      id: 'mixed-to-normalized',
      fromState: 'mixed',
      toState: 'normalized',
      description:
        'Write tags in small letters and without spaces, slashes, apostrophes and percent signs, each once',
      count: ({ database }) => database.read(countTagged),
      async slice({ database }, { position }) {
        const after = typeof position === 'string' ? position : '';
        const page = await database.read((handle) => findTagsToNormalize(handle, after));
        return {
          next: page.last ?? null,
          done: page.count,
          write: (unit) => normalizeTags(unit, page.ids),
        };
      },
    },
  ],
  probe: async (services) => ((await hasOtherTags(services)) ? 'mixed' : 'normalized'),
});

async function hasOtherTags({ database }: MigrationServices): Promise<boolean> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const last: string = after;
    const page = await database.read((handle) => findTagsToNormalize(handle, last));
    if (page.ids.length > 0) return true;
    after = page.last;
  }
  return false;
}
