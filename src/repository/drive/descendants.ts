import type { Document } from '../../model/document.ts';
import { isNothing, isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import { isInTime } from '../sql/time-check.ts';
import { isBelowPathAfter, pathInOrder } from '../sql/tree-conditions.ts';
import type { ReadUnit } from '../unit/unit.ts';

interface DescendantsQuery {
  readonly folder: Document;
  /** The path behind which the list begins; that of the folder for the first. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Documents below a folder that the caller can browse, in the order of their paths: the cost of a
 * page does not depend on how many are before it.
 */
export async function listDescendants(
  unit: ReadUnit,
  { folder, after, limit }: DescendantsQuery,
): Promise<readonly Document[]> {
  const readable = await readableDocuments(unit);
  if (isNothing(readable)) return [];
  const { handle } = unit;
  const path = folder.path ?? '';
  const rows = await handle.all(
    selectListed(handle)
      .where(isBelowPathAfter(handle, path, after))
      .where('is_trashed', '=', 0)
      .where(isInTime(handle, 'document'))
      .$if(readable !== undefined, (q) => q.where(isReadable(handle, readable as Readable)))
      .orderBy(pathInOrder(handle, path))
      .limit(limit),
  );
  return hydrateDocuments(unit, rows);
}
