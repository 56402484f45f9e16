import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ContentModel } from '../../model/content-model.ts';
import type { PendingTree } from '../../model/pending-tree.ts';
import type { JsonBase } from '../../storage/json-sql.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import type { Readable } from '../access/readable.ts';
import type { FulltextSearch } from '../fulltext/condition.ts';

/**
 * The three kinds of documents have a statement each, as their columns have different meanings: a
 * version has no path and the ACL of its live document, a proxy has its target's content.
 */
export type Branch = 'live' | 'version' | 'proxy';

export const branches: readonly Branch[] = ['live', 'version', 'proxy'];

/** Aliases of the row itself, a proxy's target, and a version's live document. */
export const rowAlias = 'd';
export const targetAlias = 't';
export const liveAlias = 'l';
/** Alias of the joined hits of a search. */
export const hitsAlias = 'h';
/** Alias of the ACLs for which a statement is repeated. */
export const eachAclAlias = 'each_acl';

/** The context in which a condition is written as SQL. */
export interface SqlContext {
  readonly dialect: SqlDialect;
  readonly tree: PendingTree;
  readonly branch: Branch;
  readonly model: ContentModel;
  readonly nowMs: number;
  /** Undefined for all. */
  readonly readable: Readable | undefined;
  /** The instant after which the statement must stop. */
  readonly deadlineMs: number | undefined;
  /** For statements on SQLite with a time limit, see `LargeRows`. */
  readonly largeRows: { baseOf(column: RawBuilder<unknown>): JsonBase } | undefined;
  /** For statements on PostgreSQL with many conditions: values computed once for each row. */
  readonly sharedValues?:
    | {
        baseOf(column: RawBuilder<unknown>, id: string): JsonBase;
        folded(value: RawBuilder<unknown>): RawBuilder<unknown> | undefined;
      }
    | undefined;
  /** The search whose hits are joined: its condition is true, and its scores are available. */
  readonly hits: FulltextSearch | undefined;
  /** Wildcard → the alias of its list items. */
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * A condition that is true until the deadline, and then stops the statement. It reads the clock
 * only for one row in 256. The number must be a column: SQLite evaluates conditions without columns
 * once, before it reads rows.
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

/** A column of the row with the content: for a proxy, its target. */
export function contentColumn(context: SqlContext, name: string): RawBuilder<unknown> {
  return sql.ref(`${context.branch === 'proxy' ? targetAlias : rowAlias}.${name}`);
}
