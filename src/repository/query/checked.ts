import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadHandle } from '../../storage/database.ts';
import type { FulltextSearch } from '../fulltext/condition.ts';
import type { SortIndex, Variable } from './resolved.ts';
import type { SqlContext } from './sql-context.ts';

/** SQL of a condition; a boolean if it is constant, null if it is always unknown. */
export type ConditionSql = RawBuilder<SqlBool> | boolean | null;

/** A single condition with its `not`, so above there are only `and` and `or`. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly isNegated: boolean;
  readonly variables: readonly Variable[];
  /** The condition without its `not`; `isNegated` is for conditions that have a better negated form. */
  readonly render: (context: SqlContext, isNegated: boolean) => ConditionSql;
  /** Few documents match, and an index finds them. */
  readonly isSelective?: boolean;
  /** A better form of the condition where it is not negated, without its wildcards. */
  readonly byKeys?: ByKeys;
  /** All matches are versions. */
  readonly isOfVersions?: boolean;
  /** The matches are a range of an index of live documents. */
  readonly range?: SortIndex;
  /** The search, when it is one of full text. */
  readonly search?: FulltextSearch;
}

interface ByKeys {
  condition(context: SqlContext): RawBuilder<SqlBool> | undefined;
  isCommon(handle: ReadHandle): Promise<boolean>;
  /** Lists without an order are in that of ids also where very many documents match. */
  readonly isSortedAlways?: boolean;
}

/** A predicate whose names and types have been checked. */
export type Checked = { readonly kind: 'and' | 'or'; readonly items: readonly Checked[] } | Leaf;

/** A leaf before the `not`s around it are applied. */
export type Condition = Omit<Leaf, 'kind'>;

export function condition(variables: readonly Variable[], render: Leaf['render']): Condition {
  return { variables, render, isNegated: false };
}

export function selective(found: Condition): Condition {
  return { ...found, isSelective: true };
}

/** Whether one of the conditions that must all hold leaves few documents. */
export function isSelective(node: Checked | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === 'leaf') return node.isSelective === true && !node.isNegated;
  return node.kind === 'and' && node.items.some(isSelective);
}

/** Whether one of the conditions that must all hold leaves versions only. */
export function isOfVersions(node: Checked | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === 'leaf') return node.isOfVersions === true && !node.isNegated;
  return node.kind === 'and' && node.items.some(isOfVersions);
}

/** The index of which one of the conditions that must all hold is a range. */
export function rangeOf(node: Checked | undefined): SortIndex | undefined {
  if (node === undefined || node.kind === 'or') return undefined;
  if (node.kind === 'leaf') return node.isNegated ? undefined : node.range;
  return node.items.map(rangeOf).find((range) => range !== undefined);
}

export function negated(positive: Condition, isNegated = true): Condition {
  return isNegated ? { ...positive, isNegated: !positive.isNegated } : positive;
}

export function countLeaves(node: Checked): number {
  if (node.kind === 'leaf') return 1;
  return node.items.reduce((sum, item) => sum + countLeaves(item), 0);
}
