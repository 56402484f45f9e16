import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { slicesOf } from '../../base/slices.ts';
import { commentFolder } from '../../model/comment.ts';
import type { Document } from '../../model/document.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { requirePermission } from '../access/permissions.ts';
import { isNothing, isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { isInTime } from '../sql/time-check.ts';
import type { Position } from '../unit/page-cursors.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { ListBudget } from './complete-rows.ts';
import { getUncheckedDocument, hydrateDocuments } from './documents.ts';
import { findDocumentsById } from './find-many.ts';
import { listedColumns } from './listed-rows.ts';
import { openWalk } from './page-walks.ts';

type SortOrder = 'asc' | 'desc';

export interface ChildrenQuery {
  readonly parentId: DocumentId;
  readonly offset: number;
  /** Entries of the page; one more is read to find whether a next page exists. */
  readonly limit: number;
  readonly sort: {
    readonly by: 'title' | 'created' | 'modified' | 'name' | 'position';
    readonly order: SortOrder;
  };
}

interface ChildrenPage {
  readonly entries: readonly Document[];
  readonly hasMore: boolean;
}

const sortColumns = {
  title: 'title_key',
  created: 'created_at',
  modified: 'modified_at',
  name: 'name',
  // Children from before the folder was ordered come first, on both engines.
  position: sql`coalesce(position, -1)`,
} as const;

/** The permission filter is in the statement: hidden children do not make a page slower. */
function visibleChildren(
  unit: ReadUnit,
  { parentId, readable }: { parentId: DocumentId; readable: Readable | undefined },
) {
  const hiddenTypes = unit.model.typesWithFacet('HiddenInNavigation');
  return unit.handle.builder
    .selectFrom('document')
    .where('parent_id', '=', parentId)
    .where(isInTime(unit.handle, 'document'))
    .where('is_trashed', '=', 0)
    .$if(hiddenTypes.length > 0, (q) => q.where('primary_type', 'not in', hiddenTypes))
    .$if(readable !== undefined, (q) => q.where(isReadable(unit.handle, readable as Readable)));
}

/** A page of the children the caller may browse, without hidden and trashed ones. */
export async function listChildren(unit: ReadUnit, query: ChildrenQuery): Promise<ChildrenPage> {
  const readable = await readableDocuments(unit);
  if (isNothing(readable)) return { entries: [], hasMore: false };
  const { parentId, offset, limit, sort } = query;
  const seek = seekColumns[sort.by];
  const walk = seek && openWalk(unit, query, { of: ['children', parentId, sort], readable });
  const from = walk?.from;
  const rows = await unit.handle.all(
    visibleChildren(unit, { parentId, readable })
      .select(listedColumns(unit.handle.dialect))
      .$if(from !== undefined, (q) => q.where(isBehind(unit.handle, query, from)))
      .orderBy(sortColumns[sort.by], sort.order)
      .orderBy('id', sort.order)
      .offset(offset - (from?.offset ?? 0))
      .limit(limit + 1),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (walk && seek && last) {
    walk.endAt({ offset: offset + page.length, id: last.id, value: last[seek], aclId: null });
  }
  return {
    entries: await hydrateDocuments(unit, page),
    hasMore: rows.length > limit,
  };
}

/** Orders of the children of one folder with an index: a list can continue after a child. */
const seekColumns: Readonly<Partial<Record<ChildrenQuery['sort']['by'], 'title_key' | 'name'>>> = {
  title: 'title_key',
  name: 'name',
};

/** Names are unique in a folder, titles are not. */
function isBehind(
  { dialect }: ReadHandle,
  { sort: { by, order } }: ChildrenQuery,
  from: Position | undefined,
): RawBuilder<SqlBool> {
  const seek = seekColumns[by];
  if (!from || !seek) return sql`1 = 1`;
  const last = [String(from.value), from.id].map((value) => dialect.bound('string', value));
  const operator = order === 'asc' ? sql`>` : sql`<`;
  return sql`(${sql.ref(seek)}, ${sql.ref('id')}) ${operator} (${sql.join(last)})`;
}

const documentsPerBatch = 500;

/**
 * Every child the caller may browse, hidden and trashed ones included, in the order of an ordered
 * folder and otherwise in the order of creation. The folder of comments is none.
 *
 * @throws AppError document.not-found, permission.denied without ReadChildren, request.invalid when
 *   there are more than one response may hold
 */
export async function listAllChildren(unit: ReadUnit, parentId: DocumentId): Promise<Document[]> {
  const documents: Document[] = [];
  const budget = new ListBudget(unit);
  for await (const batch of allChildren(unit, parentId, budget)) {
    documents.push(...batch);
  }
  return documents;
}

/**
 * As `listAllChildren` in batches, within one unit of work: without a given budget each batch has
 * its own.
 */
export async function* allChildren(
  unit: ReadUnit,
  parentId: DocumentId,
  budget?: ListBudget,
): AsyncGenerator<readonly Document[]> {
  const parent = await getUncheckedDocument(unit, { id: parentId });
  await requirePermission(unit, { document: parent, permission: 'ReadChildren' });
  const ids = await allChildIds(unit, parentId);
  for (const some of slicesOf(ids, documentsPerBatch)) {
    yield await findDocumentsById(unit, some, budget);
  }
}

async function allChildIds(unit: ReadUnit, parentId: DocumentId): Promise<string[]> {
  const readable = await readableDocuments(unit);
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('document')
      .select('id')
      .where('parent_id', '=', parentId)
      .where('primary_type', '!=', commentFolder.type)
      .where(isInTime(unit.handle, 'document'))
      .$if(readable !== undefined, (q) => q.where(isReadable(unit.handle, readable as Readable)))
      .orderBy(sortColumns.position)
      .orderBy('id')
      .limit(limits.listLengthMax + 1),
  );
  if (rows.length <= limits.listLengthMax) return rows.map((row) => row.id);
  throw new AppError(
    'request.invalid',
    `${parentId} has more than ${limits.listLengthMax} children: read them page by page`,
  );
}

/** Counts the children that pages have, up to `limit`. */
export async function countChildren(
  unit: ReadUnit,
  { parentId, limit }: { parentId: DocumentId; limit: number },
): Promise<number> {
  const readable = await readableDocuments(unit);
  if (isNothing(readable)) return 0;
  const some = visibleChildren(unit, { parentId, readable }).select('id').limit(limit);
  const row = await unit.handle.first(
    unit.handle.builder
      .selectFrom(some.as('some'))
      .select((e) => e.fn.countAll<number>().as('count')),
  );
  return row?.count ?? 0;
}
