import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AclKey } from '../../model/pending-tree.ts';
import { findsGranted, isGrantedRow } from '../access/granted-documents.ts';
import {
  isNothing,
  isReadableVersion,
  type Readable,
  readableDocuments,
} from '../access/readable.ts';
import { hasAclAmong } from '../access/readable-acls.ts';
import { canJoinHits, type FulltextSearch, fulltextHits } from '../fulltext/condition.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { countLeaves, isSelective, rangeOf } from './checked.ts';
import type { CheckedQuery, TypeFilter } from './checked-query.ts';
import { compileCondition, itemJoins, withVariables } from './compile-condition.ts';
import { literals } from './facet-condition.ts';
import { searchedBy } from './full-text.ts';
import { LargeRows } from './large-rows.ts';
import type { ScalarReference, Variable } from './resolved.ts';
import { SharedValues } from './shared-values.ts';
import {
  type Branch,
  branches,
  eachAclAlias,
  hitsAlias,
  liveAlias,
  rowAlias,
  rowColumn,
  type SqlContext,
  targetAlias,
  timeCheck,
} from './sql-context.ts';

/** One of the statements of which the result is the union: the part after its `select …`. */
export interface CompiledBranch {
  readonly context: SqlContext;
  readonly tail: RawBuilder<unknown>;
  /** The statement is repeated for each of these ACLs, as `eachAclId`. */
  readonly eachAcl?: readonly AclKey[] | undefined;
}

export interface BranchOptions {
  /** Wildcards whose items are selected, and therefore multiply the rows. */
  readonly variables?: ReadonlyMap<string, Variable>;
  /** An empty list has no row instead of one with null. */
  readonly skipsEmptyLists?: boolean;
  /** The first key that the rows are sorted by. */
  readonly sortedBy?: ScalarReference | undefined;
  /** A further condition on the row. */
  readonly and?: RawBuilder<SqlBool>;
  /** Only these documents. */
  readonly ids?: readonly string[];
  /** Rows are counted, in no order. */
  readonly isCount?: boolean;
  /** Only a part of the rows of a kind, or several: each becomes a statement. */
  readonly split?: (context: SqlContext) => readonly BranchPart[];
}

export interface BranchPart {
  readonly and?: RawBuilder<SqlBool>;
  /** The part of the readable ACLs. */
  readonly acls?: readonly AclKey[];
  /** Instead of `acls`, on PostgreSQL: one after the other, in a statement that is planned once. */
  readonly eachAcl?: readonly AclKey[] | undefined;
  /** The index to use begins with the ACL. */
  readonly isByAcl?: boolean;
  /** On SQLite: the types have so many documents that an index of types is not selective. */
  readonly hasCommonTypes?: boolean;
  readonly only?: ReadableBy | undefined;
}

/** The documents that ACLs let the caller see, or others that tasks do, by one of several conditions. */
type ReadableBy = 'acl' | RawBuilder<SqlBool>;

/**
 * The statements of the query for readable documents; none when nothing can match. Live documents,
 * versions and proxies have one each unless the conditions exclude them.
 */
export async function compileBranches(
  unit: ReadUnit,
  { query, ...options }: BranchOptions & { query: CheckedQuery },
): Promise<readonly CompiledBranch[]> {
  const readable = await readableDocuments(unit);
  return branchesFor(unit, { query, readable, ...options });
}

/** As `compileBranches`, with given rights. */
export function branchesFor(
  unit: ReadUnit,
  {
    query,
    readable,
    ...options
  }: BranchOptions & { query: CheckedQuery; readable: Readable | undefined },
): readonly CompiledBranch[] {
  if (isNothing(readable)) return [];
  return branches.flatMap((branch) => {
    const context: SqlContext = {
      dialect: unit.handle.dialect,
      tree: unit.handle.tree,
      branch,
      model: unit.model,
      nowMs: unit.nowMs,
      deadlineMs: unit.handle.deadlineMs,
      readable,
      largeRows: undefined,
      // A target may have many proxies: the condition tests the proxies instead.
      hits: branch === 'proxy' ? undefined : joinedHits(unit, query),
      aliases: new Map(),
    };
    const parts = options.split?.(context) ?? [{}];
    return streamsOf(context, query, options).flatMap(({ types, acls, eachAcl, only }) =>
      parts.flatMap((part) => {
        const own = acls ? { ...part, acls, isByAcl: true } : { ...part, eachAcl };
        return (
          compileBranch(context, { ...query, types }, { ...options, part: { ...own, only } }) ?? []
        );
      }),
    );
  });
}

function joinedHits({ handle }: ReadUnit, { hits }: CheckedQuery): FulltextSearch | undefined {
  return hits && canJoinHits(handle.dialect, hits) ? hits : undefined;
}

/** Bytes of lists that one statement on SQLite may hold for one row; each takes about three times that. */
const unfoldedBytesMax = 48 * 1024 * 1024;

/** Each condition may unfold another list, and all stay until the end. */
function largeRowsOf(
  { dialect, deadlineMs }: SqlContext,
  { where }: Pick<CheckedQuery, 'where'>,
): LargeRows | undefined {
  if (!dialect.runsInProcess || deadlineMs === undefined) return undefined;
  return new LargeRows(Math.floor(unfoldedBytesMax / Math.max(1, where ? countLeaves(where) : 0)));
}

/** Up to this many conditions, decompressing large properties for each is faster than a join. */
const ownValuesMax = 8;

function sharedValuesOf(
  { dialect }: SqlContext,
  { where }: Pick<CheckedQuery, 'where'>,
): SharedValues | undefined {
  if (!dialect.compressesLargeValues || !where || countLeaves(where) <= ownValuesMax)
    return undefined;
  return new SharedValues();
}

/** Ranges of the index by ACL and type that may be read for one count. */
const countedRangesMax = 2_000;

/** A count needs no order: readable documents are counted by ACL, unless a range is smaller. */
function countedStream(
  { readable }: SqlContext,
  { types, where }: Pick<CheckedQuery, 'types' | 'where'>,
): Stream {
  if (!readable || isSelective(where)) return { types };
  const range = rangeOf(where);
  const { aclIds } = readable;
  const ranges = 'only' in types ? types.only.length * aclIds.length : Number.POSITIVE_INFINITY;
  if (range === 'byType' || (range && ranges > countedRangesMax)) return { types };
  return { types, acls: aclIds };
}

interface Stream {
  readonly types: TypeFilter;
  readonly acls?: readonly AclKey[];
  readonly eachAcl?: readonly AclKey[];
  readonly only?: ReadableBy;
}

/**
 * Up to this many pairs of type and readable ACL are read separately: each is sorted by its index,
 * and the rows are merged. Documents that the caller may not see are not even skipped.
 */
const streamsToMergeMax = 8;

function streamsToMerge(
  context: SqlContext,
  { types, where }: CheckedQuery,
  { sortedBy, isCount }: BranchOptions,
): readonly Stream[] {
  const { branch, dialect, readable } = context;
  if (branch !== 'live') return [{ types }];
  // No index has the ACLs that pending changes give.
  if (context.tree.replacesAcls) return [{ types }];
  if (isCount) return [countedStream(context, { types, where })];
  if (sortedBy?.index === undefined || sortedBy.index === 'plain') return [{ types }];
  if (!('only' in types)) return [{ types }];
  const count = types.only.length;
  if (count > streamsToMergeMax) return [{ types }];
  const each = types.only.map((type) => ({ types: { only: [type] } }));
  if (!readable || sortedBy.index !== 'byTypeAndAcl') return each;
  const { aclIds } = readable;
  if (count * aclIds.length > streamsToMergeMax) return each;
  if (dialect.hasLateralJoins) return each.map((stream) => ({ ...stream, eachAcl: aclIds }));
  return each.flatMap((stream) => aclIds.map((id) => ({ ...stream, acls: [id] })));
}

/**
 * Where live documents are found by their ACLs, those that tasks let the caller see are further streams:
 * an alternative in the condition would prevent the use of the index.
 */
function streamsOf(
  context: SqlContext,
  query: CheckedQuery,
  options: BranchOptions,
): readonly Stream[] {
  const streams = streamsToMerge(context, query, options);
  const { readable, branch, tree } = context;
  if (!readable?.granted || branch !== 'live' || tree.replacesAcls) return streams;
  const isByAcl = streams.some(({ acls, eachAcl }) => acls !== undefined || eachAcl !== undefined);
  const isFoundByAcl = isByAcl || !hasBetterIndex(query, options, undefined);
  if (!isFoundByAcl && streams.length > 0) return streams;
  const others = findsGranted(context, readable.granted, rowAlias);
  return [
    ...streams.map((stream): Stream => ({ ...stream, only: 'acl' })),
    ...others.map((only): Stream => ({ types: query.types, only })),
  ];
}

/** Whether live documents are found otherwise than by their ACLs. */
function hasBetterIndex(
  { where }: Pick<CheckedQuery, 'where'>,
  { ids, sortedBy }: Pick<BranchOptions, 'ids' | 'sortedBy'>,
  part: BranchPart | undefined,
): boolean {
  if (ids !== undefined || isSelective(where)) return true;
  return sortedBy?.index !== undefined && !part?.isByAcl;
}

/** On SQLite: whether the index of the order is better than one range for each of the types. */
function avoidsTypeIndex(
  { dialect, branch }: SqlContext,
  types: TypeFilter,
  { sortedBy, part }: Pick<BranchOptions, 'sortedBy'> & { part: BranchPart },
): boolean {
  if (dialect.choosesIndexes) return false;
  const isFoundByGrant = part.only !== undefined && part.only !== 'acl';
  if (part.hasCommonTypes || isFoundByGrant) return true;
  if (branch !== 'live' || sortedBy?.index === undefined || !('only' in types)) return false;
  return sortedBy.index === 'plain' || types.only.length > streamsToMergeMax;
}

function compileBranch(
  context: SqlContext,
  query: CheckedQuery,
  {
    variables = new Map(),
    skipsEmptyLists,
    sortedBy,
    and,
    ids,
    part,
  }: BranchOptions & { part: BranchPart },
): CompiledBranch | undefined {
  const largeRows = largeRowsOf(context, query);
  const sharedValues = sharedValuesOf(context, query);
  const inner = withVariables({ ...context, largeRows, sharedValues }, variables.values());
  const joins = itemJoins(inner, variables.values(), skipsEmptyLists);
  const where = query.where ? compileCondition(inner, query.where, query.refuse) : true;
  if (where === false) return undefined;
  const conditions = [
    ...timeCheck(context, rowColumn('rowid')),
    kindCondition(context.branch),
    ...(context.hits
      ? [sql<SqlBool>`${rowColumn('id')} = ${sql.ref(`${hitsAlias}.document_id`)}`]
      : []),
    ...typeConditions(query.types, avoidsTypeIndex(context, query.types, { sortedBy, part })),
    ...rightConditions(context, {
      part,
      hasBetterIndex: hasBetterIndex(query, { ...(ids && { ids }), sortedBy }, part),
    }),
    ...(largeRows?.guards(context) ?? []),
    ...(where === true ? [] : [where]),
    ...(and ? [and] : []),
    ...(part.and ? [part.and] : []),
    ...(ids ? [sql<SqlBool>`${rowColumn('id')} in ${context.dialect.list('string', ids)}`] : []),
  ];
  const tail = sql`from ${hitsJoin(context)} ${sql.table('document')} as ${sql.ref(rowAlias)} ${rowJoins(context)}
    ${sharedValues?.joins() ?? sql``} ${joins} where ${sql.join(conditions, sql` and `)}`;
  return { context: inner, tail, eachAcl: part.eachAcl };
}

function kindCondition(branch: Branch): RawBuilder<SqlBool> {
  if (branch === 'version') return sql`${rowColumn('is_version')} = 1`;
  if (branch === 'proxy') return sql`${rowColumn('proxy_target_id')} is not null`;
  return sql`${rowColumn('is_version')} = 0 and ${rowColumn('proxy_target_id')} is null`;
}

function typeConditions(types: TypeFilter, avoidsIndex: boolean): readonly RawBuilder<SqlBool>[] {
  const type = rowColumn('primary_type');
  const column = avoidsIndex ? sql`+${type}` : type;
  if ('not' in types) {
    return types.not.length === 0 ? [] : [sql`${column} not in (${literals(types.not)})`];
  }
  return types.only.length === 0 ? [sql`1 = 0`] : [sql`${column} in (${literals(types.only)})`];
}

/** The ACL that a statement is repeated for. */
const eachAclId = sql.ref(`${eachAclAlias}.id`);

/**
 * On SQLite, which has no statistics here, the plus prevents the use of the index of ACLs instead
 * of a better one: all readable documents would be read for one page.
 */
function rightConditions(
  context: SqlContext,
  { part, hasBetterIndex: isFound }: { part: BranchPart; hasBetterIndex: boolean },
): readonly RawBuilder<SqlBool>[] {
  const own = rowColumn('acl_id');
  const { acls, eachAcl, only } = part;
  if (eachAcl !== undefined) return [sql`${own} = ${eachAclId}`];
  const { dialect, branch, readable } = context;
  if (acls) return [hasAclAmong(dialect, acls, isFound ? dialect.withoutIndex(own) : own)];
  if (!readable) return [];
  if (branch === 'version') {
    return [isReadableVersion(context, readable, { row: rowAlias, live: liveAlias })];
  }
  const avoidsIndex = branch !== 'live' || isFound || (only !== undefined && only !== 'acl');
  const aclId = avoidsIndex ? dialect.withoutIndex(own) : own;
  const byAcl = hasAclAmong(dialect, readable.aclIds, aclId);
  if (only === 'acl' || !readable.granted) return [byAcl];
  if (only !== undefined) return [only, sql`not ${byAcl}`];
  return [sql`(${byAcl} or ${isGrantedRow(context, readable.granted, rowAlias)})`];
}

/** The positions of versions and proxies among ACLs, which are large numbers. */
export const listedVersions = 1;
export const listedProxies = 0;

/**
 * The descending sort key of lists without another order: live documents by their ACLs, then
 * versions, then proxies. For versions it is a column that is always 1 for SQLite, which would sort
 * by a literal.
 */
export function listedAcl({ branch }: SqlContext): RawBuilder<unknown> {
  if (branch === 'live') return rowColumn('acl_id');
  return branch === 'version' ? rowColumn('is_version') : sql.lit(listedProxies);
}

/** In this join order, also on SQLite: there are fewer hits than documents. */
function hitsJoin(context: SqlContext): RawBuilder<unknown> {
  const { dialect, hits, deadlineMs } = context;
  if (!hits) return sql``;
  return sql`${fulltextHits(dialect, { ...hits, among: searchedBy(context), deadlineMs })} as ${sql.ref(hitsAlias)} cross join`;
}

function rowJoins({ branch, readable }: SqlContext): RawBuilder<unknown> {
  if (branch === 'proxy') {
    return sql`join ${sql.table('document')} as ${sql.ref(targetAlias)}
      on ${sql.ref(`${targetAlias}.id`)} = ${rowColumn('proxy_target_id')}`;
  }
  if (branch === 'live' || !readable) return sql``;
  return sql`left join ${sql.table('document')} as ${sql.ref(liveAlias)}
    on ${sql.ref(`${liveAlias}.id`)} = ${rowColumn('series_id')}`;
}
