import { type RawBuilder, sql } from 'kysely';
import type { ContentModel } from '../../model/content-model.ts';
import type { ValueType } from '../../storage/json-sql.ts';
import type { FulltextSearch } from '../fulltext/condition.ts';
import type { Refuse } from './query-error.ts';
import type { References } from './references.ts';
import type { ValueSql } from './resolved.ts';
import type { SqlContext } from './sql-context.ts';

/** The context of checking a query. */
export interface CheckScope {
  readonly model: ContentModel;
  readonly references: References;
  readonly refuse: Refuse;
  readonly nowMs: number;
  readonly hasFulltext: boolean;
  /** The searches of full text found so far. */
  readonly searches: FulltextSearch[];
  /** For the patterns found so far, the characters that are compared at every position of a text. */
  readonly searchedLengths: number[];
}

/** The value as SQL; undefined when it is always null. */
export function valueSql(context: SqlContext, value: ValueSql): RawBuilder<unknown> | undefined {
  const found = value(context);
  return typeof found === 'number' ? sql.lit(found) : found;
}

/** Text compares byte by byte on both engines; SQLite does so by itself. */
export function ordered(
  { dialect }: SqlContext,
  type: ValueType,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return type === 'string' ? dialect.inByteOrder(value) : value;
}
