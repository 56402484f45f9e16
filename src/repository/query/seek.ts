import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Position } from '../unit/page-cursors.ts';
import type { SortValue } from './check-sort-keys.ts';
import { type BranchPart, listedProxies, listedVersions } from './compile-branches.ts';
import { sortableValue } from './select-sql.ts';
import { rowColumn, type SqlContext } from './sql-context.ts';

/** An order in which reading can continue after a row without reading those before it. */
export interface SeekableOrder {
  /** The key before the id; undefined for none. */
  readonly key: SortValue | 'acl' | undefined;
  /** Another index is more selective than that of the order. */
  readonly isSelective: boolean;
}

/**
 * The rows after a position. Live documents and versions are found by an index, which cannot be
 * used for alternatives: each is a separate statement. Proxies are found by their own index.
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
  // A large offset means that there are many documents; the index by type has another order.
  const hasCommonTypes = !order.isSelective && key === undefined;
  const isFirst = !context.dialect.choosesIndexes && !order.isSelective;
  return alternatives.map((and) => ({ and: isFirst ? preferred(and) : and, hasCommonTypes }));
}

/** Another condition of the query on the same column, such as a range, must not use the index instead. */
function preferred(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`likelihood(${condition}, 0.001)`;
}

/** SQLite has no statistics: a selective condition has priority, unless both are in one index. */
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

/** After a position in a list without an order; see `listedAcl`. */
function partsOfList(context: SqlContext, position: Position): readonly BranchPart[] {
  const at = position.aclId ?? Number.MAX_SAFE_INTEGER;
  if (context.branch === 'live') return at > listedVersions ? liveByAcl(context, position) : [];
  const own = context.branch === 'version' ? listedVersions : listedProxies;
  if (at < own) return [];
  const isIndexed = context.branch === 'version';
  return at > own ? [{}] : [{ and: idAfter({ context, position, isIndexed }, true) }];
}

/** The rest of the ACL of the position, and the following ACLs. */
function liveByAcl(context: SqlContext, position: Position): readonly BranchPart[] {
  const { aclId } = position;
  const rest = (context.readable?.aclIds ?? []).filter(
    (id) => aclId === null || Number(id) < aclId,
  );
  const and = idAfter({ context, position, isIndexed: true }, true);
  return [
    ...(aclId === null ? [] : [{ acls: [aclId], and, hasCommonTypes: true }]),
    ...(rest.length === 0 ? [] : [{ acls: rest, hasCommonTypes: true }]),
  ];
}

/** Null comes after every value in ascending order, and before all in descending. */
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
