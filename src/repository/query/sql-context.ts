import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContentModel } from '../../model/content-model.ts';
import type { JsonBase } from '../../storage/json-sql.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { FulltextSearch } from '../fulltext/condition.ts';

/**
 * Documents of three kinds are looked for by a statement each, for their columns mean different
 * things: a version has no place and the ACL of its live document, a proxy shows its target's content.
 */
export type Branch = 'live' | 'version' | 'proxy';

export const branches: readonly Branch[] = ['live', 'version', 'proxy'];

/** Aliases of the row itself, a proxy's target, and a version's live document. */
export const rowAlias = 'd';
export const targetAlias = 't';
export const liveAlias = 'l';
/** Of the hits of a search, where they are joined. */
export const hitsAlias = 'h';
/** Of the ACLs that a statement is repeated for. */
export const eachAclAlias = 'each_acl';

/** What a condition must know to write itself as SQL. */
export interface SqlContext {
  readonly dialect: SqlDialect;
  readonly branch: Branch;
  readonly model: ContentModel;
  readonly nowMs: number;
  /** The ACLs of what the caller may see; undefined for everything. */
  readonly readable: readonly number[] | undefined;
  /** From when on the statement must stop by itself. */
  readonly deadlineMs: number | undefined;
  /** Of statements on SQLite with a time limit: what they look into, see `LargeRows`. */
  readonly largeRows: { baseOf(column: RawBuilder<unknown>): JsonBase } | undefined;
  /** Of statements on PostgreSQL with many conditions: what is computed once for each row. */
  readonly sharedValues?:
    | {
        baseOf(column: RawBuilder<unknown>, id: string): JsonBase;
        folded(value: RawBuilder<unknown>): RawBuilder<unknown> | undefined;
      }
    | undefined;
  /** The search whose hits are joined: its condition holds, and its scores are there. */
  readonly hits: FulltextSearch | undefined;
  /** Wildcard → the alias of the list items it stands for here. */
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * A condition that is true until the time is over, and then stops the statement. It looks at the clock
 * for one row in 256 only. The number must be of the row: SQLite tests what depends on no table once,
 * before it reads any.
 */
export function timeCheck(
  { deadlineMs }: SqlContext,
  rowNumber: RawBuilder<unknown>,
): readonly RawBuilder<SqlBool>[] {
  if (deadlineMs === undefined) return [];
  return [sql`(${rowNumber} & 255 or cartulary_before(${deadlineMs}))`];
}

/** A column of the row itself. */
export function rowColumn(name: string): RawBuilder<unknown> {
  return sql.ref(`${rowAlias}.${name}`);
}

/** A column of the row that has the content: of a proxy, its target. */
export function contentColumn(context: SqlContext, name: string): RawBuilder<unknown> {
  return sql.ref(`${context.branch === 'proxy' ? targetAlias : rowAlias}.${name}`);
}
