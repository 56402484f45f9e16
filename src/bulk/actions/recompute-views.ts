import { hasFacet, isProxy } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import { defineBulkAction } from '../action.ts';
import { invalidParameter, readFlag, refuseOthers } from '../invalid-parameter.ts';
import { renewMedia } from '../renew-media.ts';

const name = 'recomputeViews';

interface Recomputation {
  /** Views that are there stay as they are. */
  readonly isOnlyMissing: boolean;
}

/** As older clients send it for the pictures without views. */
export const picturesWithoutViews =
  "SELECT * FROM Document WHERE ecm:mixinType = 'Picture' AND picture:views/*/title IS NULL";
const picturesQuery =
  "SELECT * FROM Document WHERE ecm:mixinType = 'Picture' AND ecm:isVersion = 0 AND ecm:isProxy = 0";

/** The query and parameters of a command; without a query, for all views that are missing. */
export function viewsCommand(query: string) {
  const isDefault = ['', picturesWithoutViews].includes(query.trim().replaceAll(/\s+/g, ' '));
  const xpath = mainBlobXpath;
  if (!isDefault) return { query, params: { xpath } };
  return { query: picturesQuery, params: { xpath, onlyMissing: 'true' } };
}

export const recomputeViewsAction = defineBulkAction<Recomputation>({
  name,
  description:
    'Makes the views of pictures again, in the background; with onlyMissing those that are missing or could not be made.',
  bucketSize: 100,
  batchSize: 50,
  parse: (params) => {
    refuseOthers(params, ['onlyMissing', 'xpath'], name);
    if (params.xpath !== mainBlobXpath) {
      throw invalidParameter('xpath', name, `send ${mainBlobXpath}: views are made of that file`);
    }
    return { isOnlyMissing: readFlag(params, 'onlyMissing', { action: name, otherwise: false }) };
  },
  async run(unit, { items, params }) {
    const documents = await lockDocuments(unit, items);
    const pictures = [...documents.values()].filter(
      (document) => !isProxy(document) && hasFacet(document, 'Picture'),
    );
    return { skipped: items.length - (await renewMedia(unit, pictures, params)) };
  },
});
