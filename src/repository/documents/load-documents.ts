import { isUuid } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { requirePermission } from '../access/permissions.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { ListBudget } from './complete-rows.ts';
import { type DocumentReference, documentNotFound, hydrateDocuments } from './documents.ts';
import { type ListedRow, selectListed } from './listed-rows.ts';

/** References of one statement; below the limits of parameters of both engines. */
const referencesPerQuery = 500;

/**
 * The documents in the order of the references, one for each, also where two name the same. Costs at
 * most three queries for each batch and what is not known yet of their ACLs.
 *
 * @throws AppError as `getDocument` for the first that is missing or that the caller may not read
 */
export async function getDocuments(
  unit: ReadUnit,
  references: readonly DocumentReference[],
): Promise<Document[]> {
  const documents: Document[] = [];
  const budget = new ListBudget(unit);
  for (let start = 0; start < references.length; start += referencesPerQuery) {
    const some = references.slice(start, start + referencesPerQuery);
    documents.push(...(await getBatch(unit, { references: some, budget })));
  }
  return documents;
}

async function getBatch(
  unit: ReadUnit,
  { references, budget }: { references: readonly DocumentReference[]; budget: ListBudget },
): Promise<Document[]> {
  const rows = await readRows(unit.handle, references);
  const found = await hydrateDocuments(unit, rows, budget);
  const byId = new Map(found.map((document) => [document.id as string, document]));
  const byPath = new Map(
    found.flatMap((each) => (each.path === null || each.isVersion ? [] : [[each.path, each]])),
  );
  await warmAcls(unit, found);
  const documents: Document[] = [];
  for (const reference of references) {
    const document = 'id' in reference ? byId.get(reference.id) : byPath.get(reference.path);
    if (!document) throw documentNotFound(reference);
    await requirePermission(unit, { document, permission: 'Read' });
    documents.push(document);
  }
  return documents;
}

async function readRows(
  handle: ReadHandle,
  references: readonly DocumentReference[],
): Promise<ListedRow[]> {
  const ids = references.flatMap((each) => ('id' in each && isUuid(each.id) ? each.id : []));
  const paths = references.flatMap((each) => ('path' in each ? each.path : []));
  if (ids.length === 0 && paths.length === 0) return [];
  const query = selectListed(handle);
  return handle.all(
    query.where((e) => {
      const conditions = [
        ...(ids.length > 0 ? [e('id', 'in', [...new Set(ids)])] : []),
        ...(paths.length > 0 ? [e('path', 'in', [...new Set(paths)])] : []),
      ];
      return e.or(conditions);
    }),
  );
}

/** Many unknown ACLs are read at once rather than one by one. */
async function warmAcls(unit: ReadUnit, documents: readonly Document[]): Promise<void> {
  if (unit.principal.isAdministrator) return;
  const aclIds = new Set(documents.map((document) => document.aclId));
  await unit.acls.effectiveAcesOf(unit.handle, [...aclIds]);
}
