import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';
import { hasAclAmong } from '../readable-acls.ts';
import type { FulltextIndex } from './fulltext-index.ts';
import { postgresMatch, postgresScoreQuery } from './postgres-match.ts';
import type { FulltextQuery } from './query-syntax.ts';
import { sqliteMatch } from './sqlite-match.ts';

export interface FulltextSearch {
  readonly index: FulltextIndex;
  readonly query: FulltextQuery;
}

/** A search for documents with one of the ACLs, and for versions; for all when undefined. */
export interface ReadableSearch extends FulltextSearch {
  readonly readable: readonly number[] | undefined;
}

/** A search about the documents whose ids are in a column of the statement, such as `d.id`. */
export interface FulltextSearchOf extends ReadableSearch {
  /** Of a proxy its target's id: a proxy has no words of its own. */
  readonly idColumn: string;
  /** On SQLite: the rows are few and each is tried, rather than the documents of all hits looked for. */
  readonly isTried?: boolean;
}

export interface FulltextHit {
  readonly document_id: string;
  /** Higher is better. Comparable within one search only, and not between the engines. */
  readonly score: number;
}

const isNever = sql<SqlBool>`1 = 0`;

/** Whether the words of a document match. */
export function fulltextCondition(
  engine: EngineName,
  { index, query, readable, idColumn, isTried = false }: FulltextSearchOf,
): RawBuilder<SqlBool> {
  if (query.groups.length === 0) return isNever;
  const id = sql.ref(idColumn);
  const acl = withAcl(engine, 'acl_id', readable);
  if (engine === 'sqlite') {
    const tried = isTried ? sql`+${id}` : id;
    return sql<SqlBool>`${tried} in (select document_id from document_fulltext where row_key in (
      select rowid from fulltext_words
      where fulltext_words match ${sqliteMatch(query, index)}) ${acl})`;
  }
  return sql<SqlBool>`${id} in (select document_id from document_fulltext
    where ${postgresMatch(query, index)} ${acl})`;
}

/**
 * All documents that match, with their scores, as a table to join: where results are ordered by score
 * this costs one search, and replaces the condition. The score is computed for what can be seen only.
 */
export function fulltextHits(
  engine: EngineName,
  { index, query, readable }: ReadableSearch,
): RawBuilder<FulltextHit> {
  if (query.groups.length === 0) {
    return sql<FulltextHit>`(select document_id, cast(0 as real) as score from document_fulltext where ${isNever})`;
  }
  if (engine === 'sqlite') {
    // Weights of title, description, other properties and files.
    return sql<FulltextHit>`(select f.document_id, -bm25(fulltext_words, 8.0, 3.0, 1.0, 1.0) as score
      from fulltext_words join document_fulltext as f on f.row_key = fulltext_words.rowid
      where fulltext_words match ${sqliteMatch(query, index)} ${withAcl(engine, 'f.acl_id', readable)})`;
  }
  return sql<FulltextHit>`(select document_id, ${postgresScore({ index, query })} as score
    from document_fulltext
    where ${postgresMatch(query, index)} ${withAcl(engine, 'acl_id', readable)})`;
}

/** Versions have no ACL of their own: they are judged by their live documents afterwards. */
function withAcl(
  engine: EngineName,
  column: string,
  readable: readonly number[] | undefined,
): RawBuilder<unknown> {
  if (!readable) return sql``;
  const acl = sql.ref(column);
  return sql`and (${acl} is null or ${hasAclAmong(engine, readable, acl)})`;
}

/**
 * The score of a document as a value of the statement, 0 where it does not match: for searches that
 * are one condition among alternatives.
 */
export function fulltextScore(
  engine: EngineName,
  { index, query, idColumn }: Omit<FulltextSearchOf, 'readable'>,
): RawBuilder<number> {
  if (query.groups.length === 0) return sql<number>`cast(0 as real)`;
  const id = sql.ref(idColumn);
  if (engine === 'sqlite') {
    // Materialised, or the search would run again for every row.
    return sql<number>`coalesce((with hit as materialized ${fulltextHits(engine, { index, query, readable: undefined })}
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
