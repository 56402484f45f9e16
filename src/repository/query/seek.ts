import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Position } from '../unit/page-cursors.ts';
import type { SortValue } from './check-sort-keys.ts';
import { type BranchPart, listedProxies, listedVersions } from './compile-branches.ts';
import { sortableValue } from './select-sql.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';

/** An order in which one can go on from a row without looking at those before it. */
export interface SeekableOrder {
  /** What comes before the id; undefined for nothing. */
  readonly key: SortValue | 'acl' | undefined;
  /** A better index than that of the order leaves few documents. */
  readonly isSelective: boolean;
}

/**
 * The rows behind a position. Live documents and versions are looked for by an index, which serves no
 * alternatives: each is a statement of its own. Proxies are found by their own index.
 */
export function partsAfter(
  context: SqlContext,
  order: SeekableOrder,
  position: Position,
): readonly BranchPart[] {
  const { key } = order;
  if (key === 'acl') return partsOfList(context, position);
  const isIndexed = isReadInOrder(context, order);
  const place: Place = { context, position, isIndexed };
  const alternatives = alternativesAfter(place, key);
  if (!isIndexed) return [{ and: sql<SqlBool>`(${sql.join(alternatives, sql` or `)})` }];
  // What is so far down has many documents before it; the index by type has other orders than this.
  const hasCommonTypes = !order.isSelective && key === undefined;
  const isFirst = !context.dialect.choosesIndexes && !order.isSelective;
  return alternatives.map((and) => ({ and: isFirst ? preferred(and) : and, hasCommonTypes }));
}

/** A condition of the query on the same column, such as a range, must not be what the index is for. */
function preferred(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`likelihood(${condition}, 0.001)`;
}

/** SQLite has no statistics: what leaves few documents comes first, unless both are in one index. */
function isReadInOrder(
  { branch, dialect }: SqlContext,
  { key, isSelective }: SeekableOrder,
): boolean {
  if (branch === 'proxy') return false;
  const isByTitle = key !== undefined && key !== 'acl' && key.value.titleKey !== undefined;
  return dialect.choosesIndexes || !isSelective || isByTitle;
}

function alternativesAfter(
  place: Place,
  key: SortValue | undefined,
): readonly RawBuilder<SqlBool>[] {
  return key === undefined ? [idAfter(place, false)] : keyAfter(place, key);
}

interface Place {
  readonly context: SqlContext;
  readonly position: Position;
  /** Whether SQLite shall use an index for the condition. */
  readonly isIndexed: boolean;
}

function column({ context, isIndexed }: Place, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return isIndexed ? value : context.dialect.withoutIndex(value);
}

function idAfter(place: Place, isDescending: boolean): RawBuilder<SqlBool> {
  const { context, position } = place;
  const id = context.dialect.bound('string', position.id);
  return sql<SqlBool>`${column(place, rowColumn('id'))} ${after(isDescending)} ${id}`;
}

function after(isDescending: boolean): RawBuilder<unknown> {
  return isDescending ? sql`<` : sql`>`;
}

/** Behind a position in a list that nothing sorts; see `listedAcl`. */
function partsOfList(context: SqlContext, position: Position): readonly BranchPart[] {
  const at = position.aclId ?? Number.MAX_SAFE_INTEGER;
  if (context.branch === 'live') return at > listedVersions ? liveByAcl(context, position) : [];
  const own = context.branch === 'version' ? listedVersions : listedProxies;
  if (at < own) return [];
  const isIndexed = context.branch === 'version';
  return at > own ? [{}] : [{ and: idAfter({ context, position, isIndexed }, true) }];
}

/** The rest of the ACL that the position is in, and the ACLs that come then. */
function liveByAcl(context: SqlContext, position: Position): readonly BranchPart[] {
  const { aclId } = position;
  const rest = (context.readable ?? []).filter((id) => aclId === null || id < aclId);
  const and = idAfter({ context, position, isIndexed: true }, true);
  return [
    ...(aclId === null ? [] : [{ acls: [aclId], and, hasCommonTypes: true }]),
    ...(rest.length === 0 ? [] : [{ acls: rest, hasCommonTypes: true }]),
  ];
}

/** Without a value is behind every value in ascending order, and in front of all in descending. */
function keyAfter(
  place: Place,
  { value: reference, isDescending }: SortValue,
): readonly RawBuilder<SqlBool>[] {
  const { context, position } = place;
  const { dialect } = context;
  const value = column(place, sql`(${sortableValue(context, reference)})`);
  if (position.value === null) {
    const sameValue = sql<SqlBool>`(${value} is null and ${idAfter(place, isDescending)})`;
    return isDescending ? [sameValue, sql<SqlBool>`${value} is not null`] : [sameValue];
  }
  const own = sql`${value}, ${column(place, rowColumn('id'))}`;
  const last = sql`${dialect.bound(reference.type, position.value)}, ${dialect.bound('string', position.id)}`;
  const behind = sql<SqlBool>`(${own}) ${after(isDescending)} (${last})`;
  const isNeverNull = reference.titleKey !== undefined;
  return isDescending || isNeverNull ? [behind] : [behind, sql<SqlBool>`${value} is null`];
}
