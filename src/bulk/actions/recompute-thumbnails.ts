import { isProxy } from '../../model/document.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import { mediaContentOf } from '../../repository/renditions/media-content.ts';
import { noteTextOf } from '../../repository/renditions/note-text.ts';
import { renewNoteThumbnails } from '../../repository/renditions/note-thumbnails.ts';
import { renewRenditions } from '../../repository/renditions/request-renditions.ts';
import { thumbnailSource } from '../../repository/renditions/thumbnail-source.ts';
import { defineBulkAction } from '../action.ts';
import { readFlag, refuseOthers } from '../invalid-parameter.ts';
import { renewMedia } from '../renew-media.ts';

const name = 'recomputeThumbnails';

interface Recomputation {
  /** Thumbnails that are there stay as they are. */
  readonly isOnlyMissing: boolean;
}

/** As older clients send it for the documents without a thumbnail; here thumbnails are no properties. */
export const olderQuery =
  "SELECT * FROM Document WHERE ecm:mixinType = 'Thumbnail' AND thumb:thumbnail/data IS NULL AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0";
const filesQuery =
  'SELECT * FROM Document WHERE (file:content/name IS NOT NULL OR note:note IS NOT NULL) AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0';

/** The query and parameters of a command; without a query, for all thumbnails that are missing. */
export function thumbnailsCommand(query: string) {
  const isDefault = ['', olderQuery].includes(query.trim().replaceAll(/\s+/g, ' '));
  if (!isDefault) return { query, params: {} };
  return { query: filesQuery, params: { onlyMissing: 'true' } };
}

export const recomputeThumbnailsAction = defineBulkAction<Recomputation>({
  name,
  description:
    'Makes the thumbnails of documents again, in the background; with onlyMissing those that are missing or could not be made.',
  bucketSize: 250,
  batchSize: 25,
  parse: (params) => {
    refuseOthers(params, ['onlyMissing'], name);
    return { isOnlyMissing: readFlag(params, 'onlyMissing', { action: name, otherwise: false }) };
  },
  async run(unit, { items, params }) {
    const documents = await lockDocuments(unit, items);
    const own = [...documents.values()].filter((document) => !isProxy(document));
    const sources = own.flatMap((document) => thumbnailSource(document) ?? []);
    const isAll = !params.isOnlyMissing;
    await renewRenditions(unit.handle, sources, { isAll });
    await renewMedia(unit, own, params);
    await renewNoteThumbnails(unit.handle, own, { isAll });
    const done = own.filter(
      (document) => thumbnailSource(document) ?? mediaContentOf(document) ?? noteTextOf(document),
    );
    return { skipped: items.length - done.length };
  },
});
