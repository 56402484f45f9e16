import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { isCollection } from '../../model/collection-names.ts';
import { commentFolder } from '../../model/comment.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { compilable } from '../../storage/statement.ts';
import { hasPermission } from '../access/permissions.ts';
import { isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { isInTime } from '../sql/time-check.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { selectCollectionsWithMembers } from './collection-members.ts';
import { hydrateDocuments } from './documents.ts';
import { loadAcls } from './find-many.ts';
import { selectListed } from './listed-rows.ts';

interface FoldersQuestion {
  readonly documents: readonly Document[];
  /** Only children that can have children themselves. */
  readonly folderish: boolean;
}

/**
 * The folders among the documents that have a child the caller may browse, without hidden and
 * trashed ones. One query for all.
 */
export async function findFoldersWithContent(
  unit: ReadUnit,
  question: FoldersQuestion,
): Promise<ReadonlySet<string>> {
  if (!question.documents.some(isFolderish)) return new Set();
  const readable = await readableDocuments(unit);
  return idsIn(unit, [selectFolders(unit, question, readable)]);
}

/** As `findFoldersWithContent`, and the collections that have a member. One query for all. */
export async function findAllWithContent(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<string>> {
  if (!documents.some((each) => isFolderish(each) || isCollection(each))) return new Set();
  const readable = await readableDocuments(unit);
  return idsIn(unit, [
    selectFolders(unit, { documents, folderish: false }, readable),
    selectCollectionsWithMembers(unit, documents, readable),
  ]);
}

async function idsIn(
  { handle }: ReadUnit,
  queries: readonly (RawBuilder<{ id: string }> | undefined)[],
): Promise<ReadonlySet<string>> {
  const asked = queries.filter((query) => query !== undefined);
  if (asked.length === 0) return new Set();
  const query = sql<{ id: string }>`${sql.join(asked, sql` union all `)}`;
  const rows = await handle.all(compilable(handle.builder, query));
  return new Set(rows.map(({ id }) => id));
}

function selectFolders(
  { handle, model }: ReadUnit,
  { documents, folderish }: FoldersQuestion,
  readable: Readable | undefined,
): RawBuilder<{ id: string }> | undefined {
  const ids = documents.filter(isFolderish).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const { dialect } = handle;
  const hidden = model.typesWithFacet('HiddenInNavigation');
  const documentTable = sql.table('document');
  const conditions = [
    sql`child.parent_id = folder.id`,
    isInTime(handle, 'child'),
    sql`child.is_trashed = 0`,
    ...(hidden.length > 0 ? [sql`child.primary_type not in (${sql.join(hidden)})`] : []),
    ...(folderish
      ? [sql`child.primary_type in (${sql.join(model.typesWithFacet('Folderish'))})`]
      : []),
    ...(readable ? [isReadable(handle, readable, 'child')] : []),
  ];
  return sql<{ id: string }>`select folder.id as id from ${documentTable} as folder
    where folder.id in ${dialect.list('string', ids)} and exists (
      select 1 from ${documentTable} as child where ${sql.join(conditions, sql` and `)})`;
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
  const readable = await readableDocuments(unit);
  const rows = await unit.handle.all(
    selectListed(unit.handle)
      .where(sql<boolean>`parent_id in ${unit.handle.dialect.list('string', parentIds)}`)
      .where('primary_type', '!=', commentFolder.type)
      .where(isInTime(unit.handle, 'document'))
      .$if(readable !== undefined, (q) => q.where(isReadable(unit.handle, readable as Readable)))
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
