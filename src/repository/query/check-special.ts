import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { subtreeRange } from '../../model/document-path.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { LiteralValue } from '../../storage/sql-dialect.ts';
import { compilable } from '../../storage/statement.ts';
import { isReadable } from '../access/readable.ts';
import { isAtPath, isBelowPath as isBelow, isBelowPathUnindexed } from '../sql/tree-conditions.ts';
import type { CheckScope } from './check-scope.ts';
import { type Condition, condition, negated, selective } from './checked.ts';
import { hasFacetAmong } from './facet-condition.ts';
import { checkFullText } from './full-text.ts';
import { literalValue } from './literals.ts';
import { lookedUpMax } from './query-limits.ts';
import type { SpecialName, SpecialReference } from './resolved.ts';
import { rowAlias, rowColumn, type SqlContext } from './sql-context.ts';
import type { ComparisonOperator, Literal, Reference } from './syntax-tree.ts';

interface SpecialComparison {
  readonly left: SpecialReference;
  readonly operator: ComparisonOperator;
  readonly right: Literal | Reference;
  readonly text: string;
}

const operators: Readonly<Partial<Record<SpecialName, string>>> = {
  mixinType: '=, <>, IN or NOT IN',
  fulltext: '= or LIKE',
};

/** The operators of the property, for messages. */
export function operatorsOf({ name }: SpecialReference): string {
  return operators[name] ?? '= or <>';
}

/** Properties that are not plain values: each has its own operators. */
export function compareSpecial(scope: CheckScope, comparison: SpecialComparison): Condition {
  const { left, operator, right, text } = comparison;
  const { offset } = right;
  if (left.name === 'fulltext') return checkFullText(scope, { reference: left, operator, right });
  if (left.name === 'score') {
    return scope.refuse(`${text} can be selected and sorted by only, at offset ${offset}`, offset);
  }
  if (operator !== '=' && operator !== '<>') {
    return scope.refuse(
      `${text} requires ${operatorsOf(left)} operator, at offset ${offset}`,
      offset,
    );
  }
  return compareEquality(scope, { ...comparison, isNegated: operator === '<>' });
}

function compareEquality(
  scope: CheckScope,
  { left, right, isNegated, text }: SpecialComparison & { isNegated: boolean },
): Condition {
  const { offset } = right;
  switch (left.name) {
    case 'isProxy': {
      const isZeroOrOne = right.kind === 'integer' && (right.value === 0n || right.value === 1n);
      if (!isZeroOrOne) {
        return scope.refuse(
          `ecm:isProxy requires literal 0 or 1 as right argument, at offset ${offset}`,
          offset,
        );
      }
      return negated(isProxy, isNegated !== (right.value === 0n));
    }
    case 'path': {
      if (right.kind !== 'string') {
        return scope.refuse(
          `ecm:path requires literal path as right argument, at offset ${offset}`,
          offset,
        );
      }
      return isNegated ? isElsewhere(right.value) : isAt(right.value);
    }
    default: {
      if (right.kind === 'reference') {
        return scope.refuse(
          `${text} requires a literal as right argument, at offset ${offset}`,
          offset,
        );
      }
      const value = literalValue(right, 'string', scope.refuse);
      return negated(left.name === 'mixinType' ? hasFacet([value]) : isBelowId(value), isNegated);
    }
  }
}

const isProxy: Condition = condition([], ({ branch }) => branch === 'proxy');

export function hasFacet(facets: readonly LiteralValue[]): Condition {
  return condition([], (context) => hasFacetAmong(context, facets.map(String)));
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function isAt(path: string): Condition {
  const at = withoutTrailingSlash(path);
  return selective(
    condition([], (context) => {
      if (context.branch === 'version') return false;
      return isAtPath(context, [at], rowAlias);
    }),
  );
}

/** A path that the caller cannot see is unknown, and then the negation is unknown too. */
function isElsewhere(path: string): Condition {
  const at = withoutTrailingSlash(path);
  return condition([], (context) => {
    const { readable, branch } = context;
    const isVisible = readable ? sql` and ${isReadable(context, readable, 'known')}` : sql``;
    const isKnown = sql<SqlBool>`exists (select 1 from ${sql.table('document')} as known
      where ${isAtPath(context, [at], 'known')}${isVisible})`;
    if (branch === 'version') return isKnown;
    return sql<SqlBool>`(${rowColumn('path')} <> ${at} and ${isKnown})`;
  });
}

/** Strictly below: an index range, as the character after the slash is 0. */
export function isBelowPath(path: string): Condition {
  const above = withoutTrailingSlash(path);
  const below = condition([], (context) => {
    if (context.branch === 'version' || !path.startsWith('/')) return false;
    return above === '/' ? true : isBelowPathUnindexed(context, above, rowAlias);
  });
  if (above === '/') return below;
  return selective({
    ...below,
    byKeys: {
      condition: (context) => {
        const hasPath = context.branch !== 'version' && path.startsWith('/');
        return hasPath ? isBelow(context, above, rowAlias) : undefined;
      },
      isCommon: (handle) => areManyBelow(handle, above),
      isSortedAlways: true,
    },
  });
}

/** As stored: what a pending change moves into a folder is not counted. */
async function areManyBelow(handle: ReadHandle, path: string): Promise<boolean> {
  const { from, to } = subtreeRange(path);
  const query = sql<object>`select 1 as one from document where path >= ${from} and path < ${to}
    limit 1 offset ${sql.lit(lookedUpMax)}`;
  return (await handle.first(compilable(handle.rows, query))) !== undefined;
}

function isBelowId(id: LiteralValue): Condition {
  return condition([], (context, isNegated) => {
    if (context.branch === 'version') return false;
    const isBelow = sql<SqlBool>`(${rowColumn('path')} > ${pathOf(context, id, '/')}
      and ${rowColumn('path')} < ${pathOf(context, id, '0')})`;
    // Nothing is below an id that does not exist, so the negation is true for all documents.
    return isNegated ? sql<SqlBool>`coalesce(${isBelow}, false)` : isBelow;
  });
}

/** The bound of the range of paths below the document of the id; null when there is none. */
function pathOf({ dialect }: SqlContext, id: LiteralValue, end: '/' | '0'): RawBuilder<unknown> {
  const path = sql.ref('ancestor.path');
  return sql`(select case when ${path} = '/' then ${sql.lit(end)}
    else ${path} || ${sql.lit(end)} end
    from ${sql.table('document')} as ancestor where ancestor.id = ${dialect.bound('string', id)})`;
}
