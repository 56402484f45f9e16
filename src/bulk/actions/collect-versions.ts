import type { DocumentId } from '../../base/ids.ts';
import { mapInTurns } from '../../base/turns.ts';
import { removeDocument } from '../../repository/editing/remove-document.ts';
import { findOrphanedVersions } from '../../repository/versions/orphaned-versions.ts';
import { defineBulkAction } from '../action.ts';

/** The versions to look at. */
export const allVersions = 'SELECT * FROM Document WHERE ecm:isVersion = 1';

export const collectVersionsAction = defineBulkAction<null>({
  name: 'garbageCollectOrphanVersions',
  description:
    'Removes versions whose document is gone, unless a proxy shows a version of it; the others are skipped.',
  bucketSize: 100,
  batchSize: 25,
  parse: () => null,
  async run(unit, { items }) {
    // No proxy of them can be made meanwhile.
    await unit.handle.lockTree('exclusive');
    const orphaned = await findOrphanedVersions(unit, items);
    await mapInTurns([...orphaned], (id) => removeDocument(unit, id as DocumentId));
    return { skipped: items.length - orphaned.size };
  },
});
