import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PendingTree } from '../../model/pending-tree.ts';
import { longFirstStep, type SqlDialect } from '../../storage/sql-dialect.ts';
import { hasGrantedId } from '../access/granted-documents.ts';
import type { Readable } from '../access/readable.ts';
import { hasAclAmong } from '../access/readable-acls.ts';
import type { FulltextIndex } from './fulltext-index.ts';
import { postgresMatch, postgresScoreQuery } from './postgres-match.ts';
import type { FulltextQuery } from './query-syntax.ts';
import { sqliteMatch } from './sqlite-match.ts';

export interface FulltextSearch {
  readonly index: FulltextIndex;
  readonly query: FulltextQuery;
  /** The ids of documents that match by a comment alone, once they are found: see `findCommented`. */
  commented?: readonly string[];
}

/** The documents that can be hits; all by default. */
export interface SearchedDocuments {
  readonly kind: 'live' | 'version';
  /** The readable live documents; undefined for all. */
  readonly readable: Readable | undefined;
  readonly tree: PendingTree;
}

interface SearchAmong extends FulltextSearch {
  readonly among?: SearchedDocuments | undefined;
  /** On SQLite, the instant after which the statement must stop. */
  readonly deadlineMs?: number | undefined;
}

/** A search in the documents whose ids are in a column of the statement, such as `d.id`. */
interface FulltextSearchOf extends SearchAmong {
  /** For a proxy its target's id: a proxy has no own words. */
  readonly idColumn: string;
  /** For a proxy its own id: it has its own comments. By default the same column. */
  readonly commentedColumn?: string;
  /** On SQLite: there are few rows, so each is tested instead of a join with all hits. */
  readonly isTried?: boolean;
}

interface FulltextHit {
  readonly document_id: string;
  /** Higher is better. Comparable within one search only, and not between the engines. */
  readonly score: number;
}

// The index is FTS5 on SQLite and a tsvector on PostgreSQL: two tables and two query languages, see
// docs/decisions/0006-full-text.md. Only this folder depends on them, so it checks the engine.

const isNever = sql<SqlBool>`1 = 0`;

/** Whether the words of a document match, or those of a comment on it. */
export function fulltextCondition(
  dialect: SqlDialect,
  search: FulltextSearchOf,
): RawBuilder<SqlBool> {
  const { query, idColumn, commentedColumn = idColumn, isTried = false, commented = [] } = search;
  if (query.groups.length === 0) return isNever;
  const id = sql.ref(idColumn);
  const tried = isTried && dialect.engine === 'sqlite' ? dialect.withoutIndex(id) : id;
  const own = matchingIds(dialect, search);
  if (commented.length === 0) return sql<SqlBool>`${tried} in (${own})`;
  const others = givenIds(dialect, commented);
  if (dialect.engine === 'sqlite' && commentedColumn === idColumn) {
    return sql<SqlBool>`${tried} in (${own} union all ${others})`;
  }
  // Without statistics PostgreSQL looks up a union again for each document; these it hashes.
  return sql<SqlBool>`(${tried} in (${own}) or ${sql.ref(commentedColumn)} in (${others}))`;
}

/** The ids of documents with matching words of their own. */
export function matchingIds(
  dialect: SqlDialect,
  { index, query, among, deadlineMs }: SearchAmong,
): RawBuilder<unknown> {
  const acl = onlyAmong(dialect, 'document_fulltext', among);
  if (dialect.engine === 'sqlite') {
    return sql`select document_id from document_fulltext where row_key in (
      select rowid from fulltext_words
      where fulltext_words match ${sqliteMatch(query, index)} ${inTime(query, deadlineMs)}) ${acl}`;
  }
  return sql`select document_id from document_fulltext where ${postgresMatch(query, index)} ${acl}`;
}

function givenIds(dialect: SqlDialect, ids: readonly string[]): RawBuilder<unknown> {
  if (dialect.engine === 'sqlite')
    return sql`select value as document_id from json_each(${JSON.stringify(ids)})`;
  return sql`select unnest(cast(${ids} as text[])) as document_id`;
}

/**
 * Whether the hits can be joined; otherwise the condition and the score of each document are used.
 * Without statistics PostgreSQL looks up a union again for each document.
 */
export function canJoinHits({ engine }: SqlDialect, { commented = [] }: FulltextSearch): boolean {
  return engine === 'sqlite' || commented.length === 0;
}

/**
 * All documents that match, with their scores, as a table to join: with results ordered by score
 * this is one search, and replaces the condition. The score is computed for readable documents
 * only. Documents that match by a comment alone come last.
 */
export function fulltextHits(dialect: SqlDialect, search: SearchAmong): RawBuilder<FulltextHit> {
  const { commented = [] } = search;
  const own = ratedHits(dialect, search);
  if (commented.length === 0) return own;
  const others = givenIds(dialect, commented);
  return sql<FulltextHit>`(select document_id, score from ${own} as own_hit
    union all
    select given.document_id, cast(0 as real) from (${others}) as given)`;
}

function ratedHits(
  dialect: SqlDialect,
  { index, query, among, deadlineMs }: SearchAmong,
): RawBuilder<FulltextHit> {
  if (query.groups.length === 0) {
    return sql<FulltextHit>`(select document_id, cast(0 as real) as score from document_fulltext where ${isNever})`;
  }
  if (dialect.engine === 'sqlite') {
    // Weights of title, description, other properties and files.
    return sql<FulltextHit>`(select f.document_id, -bm25(fulltext_words, 8.0, 3.0, 1.0, 1.0) as score
      from fulltext_words join document_fulltext as f on f.row_key = fulltext_words.rowid
      where fulltext_words match ${sqliteMatch(query, index)} ${inTime(query, deadlineMs)} ${onlyAmong(dialect, 'f', among)})`;
  }
  return sql<FulltextHit>`(select document_id, ${postgresScore({ index, query })} as score
    from document_fulltext
    where ${postgresMatch(query, index)} ${onlyAmong(dialect, 'document_fulltext', among)})`;
}

/**
 * Hits are looked up and rated before they are joined, where rows are counted off. One of them
 * takes long enough for a look at the clock for each 32.
 */
function inTime({ groups }: FulltextQuery, deadlineMs: number | undefined): RawBuilder<unknown> {
  if (deadlineMs === undefined) return sql``;
  // FTS5 collects the documents of all words with a prefix before it returns the first.
  const hasPrefix = groups.some(({ required, excluded }) =>
    [...required, ...excluded].some(({ isPrefix }) => isPrefix),
  );
  const comment = hasPrefix ? sql.raw(longFirstStep) : sql``;
  return sql`${comment} and (fulltext_words.rowid & 31 or cartulary_before(${deadlineMs}))`;
}

/** By the ACL beside the words. Versions have none there: the ACL of their live document decides. */
function onlyAmong(
  dialect: SqlDialect,
  alias: string,
  among: SearchedDocuments | undefined,
): RawBuilder<unknown> {
  if (!among) return sql``;
  const acl = sql.ref(`${alias}.acl_id`);
  const isLive = sql`and ${acl} is not null`;
  if (among.kind === 'version') return sql`and ${acl} is null`;
  const { readable, tree } = among;
  // Keys are text while changes of ACLs are pending: then only the documents have the present ACLs.
  if (!readable || typeof readable.aclIds[0] === 'string') return isLive;
  const byAcl = hasAclAmong(dialect, readable.aclIds, acl);
  if (!readable.granted) return sql`and ${byAcl}`;
  const id = sql.ref(`${alias}.document_id`);
  const isGranted = hasGrantedId({ dialect, tree }, readable.granted, id);
  return isGranted ? sql`${isLive} and (${byAcl} or ${isGranted})` : isLive;
}

/**
 * The score of a document as a value of the statement, 0 where it does not match: for searches that
 * are one condition among alternatives.
 */
export function fulltextScore(
  dialect: SqlDialect,
  { index, query, deadlineMs, idColumn }: FulltextSearchOf,
): RawBuilder<number> {
  if (query.groups.length === 0) return sql<number>`cast(0 as real)`;
  const id = sql.ref(idColumn);
  if (dialect.engine === 'sqlite') {
    // Materialised, as otherwise the search would run again for every row.
    return sql<number>`coalesce((with hit as materialized ${ratedHits(dialect, { index, query, deadlineMs })}
      select hit.score from hit where hit.document_id = ${id}), 0.0)`;
  }
  return sql<number>`coalesce((select ${postgresScore({ index, query })} from document_fulltext
    where document_id = ${id} and ${postgresMatch(query, index)}), 0.0)`;
}

/** Weights of files, other properties, description and title. */
function postgresScore({ index, query }: FulltextSearch): RawBuilder<number> {
  const words = postgresScoreQuery(query, index);
  return sql<number>`ts_rank('{0.1, 0.1, 0.4, 1.0}', words, ${words}::tsquery)`;
}
