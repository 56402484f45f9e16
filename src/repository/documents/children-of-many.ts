import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { commentFolder } from '../../model/comment.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { hasPermission } from '../access/permissions.ts';
import { hasAclAmong, readableAclIds } from '../access/readable-acls.ts';
import { isInTime } from '../sql/time-check.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { hydrateDocuments } from './documents.ts';
import { loadAcls } from './find-many.ts';
import { selectListed } from './listed-rows.ts';

/**
 * The folders among the documents that have a child the caller may browse, without hidden and
 * trashed ones; with `folderish` one that can have children itself. One query for all.
 */
export async function findFoldersWithContent(
  unit: ReadUnit,
  { documents, folderish }: { documents: readonly Document[]; folderish: boolean },
): Promise<ReadonlySet<string>> {
  const ids = documents.filter(isFolderish).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const readable = await readableAclIds(unit);
  const hidden = unit.model.typesWithFacet('HiddenInNavigation');
  const folders = unit.model.typesWithFacet('Folderish');
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document as folder')
      .select('folder.id')
      .where(sql<boolean>`folder.id in ${unit.handle.dialect.list('string', ids)}`)
      .where((e) =>
        e.exists(
          e
            .selectFrom('document as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'folder.id')
            .where(isInTime(unit.handle, 'child'))
            .where('child.is_trashed', '=', 0)
            .$if(hidden.length > 0, (q) => q.where('child.primary_type', 'not in', hidden))
            .$if(folderish, (q) => q.where('child.primary_type', 'in', folders))
            .$if(readable !== undefined, (q) =>
              q.where(hasAclAmong(unit.handle.dialect, readable ?? [], sql.ref('child.acl_id'))),
            ),
        ),
      ),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Children by the id of their parent. */
type ChildrenByParent = ReadonlyMap<string, readonly Document[]>;

/**
 * As `listAllChildren` for many parents with one query: hidden and trashed children are included. A
 * parent whose children the caller may not list has no entry.
 *
 * @throws AppError request.invalid when there are more than one response may hold
 */
export async function listChildrenOfMany(
  unit: ReadUnit,
  parents: readonly Document[],
): Promise<ChildrenByParent> {
  await loadAcls(unit, parents);
  const byParent = new Map<string, Document[]>();
  for (const document of parents) {
    const question = { document, permission: 'ReadChildren' };
    if (await hasPermission(unit, question)) byParent.set(document.id, []);
  }
  if (byParent.size === 0) return byParent;
  for (const child of await childrenOf(unit, [...byParent.keys()])) {
    byParent.get(child.parentId ?? '')?.push(child);
  }
  return byParent;
}

async function childrenOf(
  unit: ReadUnit,
  parentIds: readonly string[],
): Promise<readonly Document[]> {
  const readable = await readableAclIds(unit);
  const rows = await unit.handle.all(
    selectListed(unit.handle)
      .where(sql<boolean>`parent_id in ${unit.handle.dialect.list('string', parentIds)}`)
      .where('primary_type', '!=', commentFolder.type)
      .where(isInTime(unit.handle, 'document'))
      .$if(readable !== undefined, (q) => q.where(hasAclAmong(unit.handle.dialect, readable ?? [])))
      .orderBy(sql`coalesce(position, -1)`)
      .orderBy('id')
      .limit(childrenMax + 1),
  );
  if (rows.length <= childrenMax) return hydrateDocuments(unit, rows);
  throw new AppError(
    'request.invalid',
    `There are more than ${childrenMax} children of ${parentIds.length} documents: read them page by page`,
  );
}

/** All children are in memory at once. */
const childrenMax = limits.listLengthMax;
