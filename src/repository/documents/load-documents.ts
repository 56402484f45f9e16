import { isUuid } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Document } from '../../model/document.ts';
import { requirePermission } from '../access/permissions.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { ListBudget } from './complete-rows.ts';
import { type DocumentReference, documentNotFound } from './documents.ts';
import { findDocuments, loadAcls } from './find-many.ts';

/** References of one statement; below the limits of parameters of both engines. */
const referencesPerQuery = 500;

/**
 * The documents in the order of the references, one for each, also where two name the same. Needs
 * at most three queries for each batch, one more where it has ids and paths, and the reads of ACLs that are not cached.
 *
 * @throws AppError as `getDocument` for the first that is missing or that the caller may not read
 */
export async function getDocuments(
  unit: ReadUnit,
  references: readonly DocumentReference[],
): Promise<Document[]> {
  const documents: Document[] = [];
  const budget = new ListBudget(unit);
  for (const some of slicesOf(references, referencesPerQuery)) {
    documents.push(...(await getBatch(unit, { references: some, budget })));
  }
  return documents;
}

async function getBatch(
  unit: ReadUnit,
  { references, budget }: { references: readonly DocumentReference[]; budget: ListBudget },
): Promise<Document[]> {
  const ids = references.flatMap((each) => ('id' in each && isUuid(each.id) ? each.id : []));
  const paths = references.flatMap((each) => ('path' in each ? each.path : []));
  const found = await findDocuments(unit, { ids, paths }, budget);
  const byId = new Map(found.map((document) => [document.id as string, document]));
  const byPath = new Map(
    found.flatMap((each) => (each.path === null || each.isVersion ? [] : [[each.path, each]])),
  );
  await loadAcls(unit, found);
  const documents: Document[] = [];
  for (const reference of references) {
    const document = 'id' in reference ? byId.get(reference.id) : byPath.get(reference.path);
    if (!document) throw documentNotFound(reference);
    await requirePermission(unit, { document, permission: 'Read' });
    documents.push(document);
  }
  return documents;
}
