import { type RawBuilder, sql } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { LiteralValue, SqlDialect } from '../../storage/sql-dialect.ts';
import { readableDocuments } from '../access/readable.ts';
import { openWalk, type Walk } from '../documents/page-walks.ts';
import type { CountedRows, Position } from '../unit/page-cursors.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { isSelective } from './checked.ts';
import type { CheckedQuery } from './checked-query.ts';
import { withoutCommonKeys } from './common-keys.ts';
import {
  type BranchOptions,
  branchesFor,
  type CompiledBranch,
  listedAcl,
} from './compile-branches.ts';
import { countRows, type PageRequest, totalOf } from './count-matches.ts';
import { fewVersions } from './few-versions.ts';
import { partsAfter, type SeekableOrder } from './seek.ts';
import { selectOf, sortableValue, sortTerm, statement, unionOf } from './select-sql.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';
import type { ParsedQuery } from './syntax-tree.ts';

interface PageOfQuery extends PageRequest {
  readonly query: ParsedQuery;
  /** The same query, checked. */
  readonly checked: CheckedQuery;
}

interface FoundPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * The ids of a page of matches that the caller may browse. Where the order allows it, a page at a
 * large offset begins at the end of the page before instead of skipping rows.
 */
export async function findPage(unit: ReadUnit, page: PageOfQuery): Promise<FoundPage> {
  const { query } = page;
  const isSorted = seekableOrder(page.checked, false) !== undefined;
  const checked = isSorted ? await withoutCommonKeys(unit.handle, page.checked) : page.checked;
  const readable = await readableDocuments(unit);
  const few = await fewVersions(unit, { where: checked.where, readable });
  const compile = (options: BranchOptions, of = checked): readonly CompiledBranch[] =>
    branchesFor(unit, {
      query: of,
      readable,
      sortedBy: of.orderBy[0]?.value,
      ...(few && { and: few }),
      ...options,
    });
  const isByAcl =
    readable !== undefined && !unit.handle.tree.replacesAcls && isListedByAcl(checked);
  const order = seekableOrder(checked, isByAcl);
  const walk = order && openWalk(unit, page, { of: query, readable });
  const from = walk?.from;
  const split = (context: SqlContext) => (order && from ? partsAfter(context, order, from) : [{}]);
  const rows = await pageOfRows(unit.handle, {
    compiled: compile({ split }),
    order: { keys: checked.orderBy, isByAcl, isIndexed: order !== undefined },
    page: { ...page, offset: page.offset - (from?.offset ?? 0) },
  });
  const { total, count } = await countedTotal(rows.length, page, {
    known: from?.count,
    count: async (most) =>
      rows[0]?.total ??
      // All matches are counted: the keys find them, however many they are.
      (await countRows(unit.handle, compile({ isCount: true }, page.checked), most)),
  });
  cacheEnd(walk, { page, rows, count });
  return { ids: rows.map(({ id }) => id), total };
}

/** Results without an order come by ACL, as readable documents are found by ACL. */
function isListedByAcl({ orderBy, where }: CheckedQuery): boolean {
  return orderBy.length === 0 && !isSelective(where);
}

/** Undefined without an index for the order: all rows must be sorted for every page anyway. */
export function seekableOrder(
  { orderBy, where }: CheckedQuery,
  isByAcl: boolean,
): SeekableOrder | undefined {
  const [key, ...more] = orderBy;
  if (more.length > 0 || (key && key.value.index === undefined)) return undefined;
  return { key: isByAcl ? 'acl' : key, isSelective: isSelective(where) };
}

interface FoundRow {
  readonly id: string;
  /** The count of all rows, if they had to be read anyway. */
  readonly total?: number;
  readonly s0?: LiteralValue | null;
  readonly acl?: number;
}

/** The id breaks ties in the direction of the last key, so that an index gives the whole order. */
async function pageOfRows(
  handle: ReadHandle,
  {
    compiled,
    order: { keys, isByAcl, isIndexed },
    page,
  }: {
    compiled: readonly CompiledBranch[];
    order: { keys: CheckedQuery['orderBy']; isByAcl: boolean; isIndexed: boolean };
    page: PageRequest;
  },
): Promise<readonly FoundRow[]> {
  if (compiled.length === 0 || page.limit <= 0) return [];
  const { dialect, builder } = handle;
  const columns = (context: SqlContext) =>
    sql.join([
      sql`${unindexed(context, rowColumn('id'))} as ${sql.ref('id')}`,
      ...keys.map(({ value }, at) => sql`${sortableValue(context, value)} as ${sql.ref(`s${at}`)}`),
      ...(isByAcl ? [sql`${listedAcl(context)} as ${sql.ref('acl')}`] : []),
    ]);
  const terms = sql.join([
    ...keys.map((key, at) => sortTerm(dialect, `s${at}`, key)),
    ...(isByAcl ? [sql`${sql.ref('acl')} desc`] : []),
    sql`${sql.ref('id')} ${isByAcl || keys.at(-1)?.isDescending ? sql`desc` : sql`asc`}`,
  ]);
  const ending = sql`order by ${terms} limit ${page.offset + page.limit}`;
  // Without an index for the order every row is read anyway: counting them costs no more.
  const rows =
    isIndexed || page.countLimit <= 0
      ? sortedUnion(dialect, compiled, { columns, ending })
      : sql`select *, count(*) over () as total from (${unionOf(compiled, columns)}) as every_row`;
  const text = sql`${rows} order by ${terms} limit ${page.limit} offset ${page.offset}`;
  return handle.all(statement<FoundRow>(builder, text));
}

/**
 * SQLite merges the statements in the order of their indexes. PostgreSQL would sort all their rows,
 * unless each is sorted and limited separately.
 */
function sortedUnion(
  dialect: SqlDialect,
  compiled: readonly CompiledBranch[],
  {
    columns,
    ending,
  }: { columns: (context: SqlContext) => RawBuilder<unknown>; ending: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!dialect.choosesIndexes) return unionOf(compiled, columns);
  const selects = compiled.map((branch) => sql`(${selectOf(branch, columns, ending)})`);
  return sql`select * from (${sql.join(selects, sql` union all `)}) as all_rows`;
}

/** There are few proxies: lets SQLite find them by their own index and sort them. */
function unindexed(
  { dialect, branch }: SqlContext,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return branch === 'proxy' ? dialect.withoutIndex(column) : column;
}

/** A total that was counted for an earlier page is used for this one and later ones. */
async function countedTotal(
  found: number,
  page: PageRequest,
  { known, count }: { known: CountedRows | undefined; count: (most: number) => Promise<number> },
): Promise<{ total: number; count: CountedRows | undefined }> {
  let last = known;
  const total = await totalOf(found, page, async (most) => {
    if (last?.most !== most) last = { most, counted: await count(most) };
    return last.counted;
  });
  return { total, count: last };
}

function cacheEnd(
  walk: Walk | undefined,
  {
    page,
    rows,
    count,
  }: { page: PageRequest; rows: readonly FoundRow[]; count: CountedRows | undefined },
): void {
  const last = rows.at(-1);
  if (!walk || !last) return;
  const position: Position = {
    offset: page.offset + rows.length,
    id: last.id,
    value: last.s0 ?? null,
    aclId: last.acl ?? null,
    count,
  };
  walk.endAt(position);
}
