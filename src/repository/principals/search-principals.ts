import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import type { Group, User, UserProfile } from '../../model/user.ts';
import { isStorableText } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { SqlDialect } from '../../storage/sql-dialect.ts';
import { isInTime } from '../sql/time-check.ts';
import { findGroups } from './groups.ts';
import { findUsers } from './users.ts';

export type UserSearchField = 'username' | 'firstName' | 'lastName' | 'email';

/** The fields in which a name is searched. */
export const userNameFields: readonly UserSearchField[] = ['username', 'firstName', 'lastName'];

/** One of the fields begins with the text; case is ignored, and there are no wildcards. */
export interface UserTerm {
  readonly prefix: string;
  readonly fields: readonly UserSearchField[];
}

interface SearchPage {
  readonly limit: number;
  readonly offset?: number;
  /** Continues after the page until so many are counted; without it, only the page is read. */
  readonly countLimit?: number;
}

export interface UserSearch extends SearchPage {
  /** All of them must hold; without any, every user is found. */
  readonly terms: readonly UserTerm[];
  /** Exactly this tenant. */
  readonly tenantId?: string;
}

export interface SearchResult<Found> {
  readonly entries: readonly Found[];
  readonly hasMore: boolean;
  /** How many there are in all; undefined when reading stopped before the last one. */
  readonly total?: number | undefined;
}

/** Users by the beginning of their names, sorted by username. */
export async function searchUsers(
  handle: ReadHandle,
  search: UserSearch,
): Promise<SearchResult<User>> {
  const { terms, tenantId } = search;
  const texts = [
    ...terms.map((term) => term.prefix),
    ...(tenantId === undefined ? [] : [tenantId]),
  ];
  if (!texts.every(canBeginStored)) return nothing;
  const { entries: names, ...rest } = await takePage(search, userCandidates(handle, search));
  const users = await findUsers(handle, names);
  return { ...rest, entries: names.flatMap((name) => users.get(name) ?? []) };
}

/** Groups whose name or label begins with the text, sorted by name. */
export async function searchGroups(
  handle: ReadHandle,
  search: SearchPage & { readonly prefix: string },
): Promise<SearchResult<Group>> {
  if (!canBeginStored(search.prefix)) return nothing;
  const candidates = groupCandidates(handle, search.prefix);
  const { entries: names, ...rest } = await takePage(search, candidates);
  const groups = await findGroups(handle, names);
  return { ...rest, entries: names.flatMap((name) => groups.get(name) ?? []) };
}

/** A text longer than any stored one is not searched: folding and comparing it takes long. */
function canBeginStored(text: string): boolean {
  return text.length <= limits.principalTextLengthMax && isStorableText(text);
}

const nothing: SearchResult<never> = { entries: [], hasMore: false, total: 0 };

/** Reads only as far as needed to find whether there are more, and to count up to the limit. */
async function takePage(
  { limit, offset = 0, countLimit = 0 }: SearchPage,
  names: AsyncIterable<string>,
): Promise<SearchResult<string>> {
  const end = offset + limit;
  const found: string[] = [];
  let index = 0;
  for await (const name of names) {
    if (index >= end && index >= countLimit) return { entries: found, hasMore: true };
    if (index >= offset && index < end) found.push(name);
    index += 1;
  }
  return { entries: found, hasMore: index > end, total: index };
}

/**
 * The store compares as much as an index can, which is all except the case of letters beyond ASCII;
 * that is compared here.
 */
async function* userCandidates(
  handle: ReadHandle,
  { terms, tenantId }: UserSearch,
): AsyncGenerator<string> {
  const byName = handle.dialect.inByteOrder(sql.ref('username'));
  let query = handle.builder
    .selectFrom('user_account')
    .select(['username as name', 'properties'])
    .where(isInTime(handle, 'user_account'))
    .orderBy(byName)
    .limit(rowsPerQuery);
  for (const { prefix, fields } of terms) {
    query = query.where(beginsWith(handle.dialect, fields.map(userText), prefix));
  }
  if (tenantId !== undefined) query = query.where(fieldText('tenantId'), '=', tenantId);
  const rows = rowsOf((after) =>
    handle.all(after === undefined ? query : query.where(byName, '>', after)),
  );
  for await (const { name, properties } of rows) {
    const values = { ...(parseJson(properties) as Partial<UserProfile>), username: name };
    const holds = ({ prefix, fields }: UserTerm): boolean =>
      fields.some((field) => isPrefix(prefix, values[field]));
    if (terms.every(holds)) yield name;
  }
}

async function* groupCandidates(handle: ReadHandle, prefix: string): AsyncGenerator<string> {
  const byName = handle.dialect.inByteOrder(sql.ref('groupname'));
  const texts = [sql<string>`groupname`, fieldText('label')];
  const query = handle.builder
    .selectFrom('user_group')
    .select(['groupname as name', 'properties'])
    .where(isInTime(handle, 'user_group'))
    .where(beginsWith(handle.dialect, texts, prefix))
    .orderBy(byName)
    .limit(rowsPerQuery);
  const rows = rowsOf((after) =>
    handle.all(after === undefined ? query : query.where(byName, '>', after)),
  );
  for await (const { name, properties } of rows) {
    const { label } = parseJson(properties) as Partial<Group>;
    if (isPrefix(prefix, name) || isPrefix(prefix, label)) yield name;
  }
}

const rowsPerQuery = 500;

interface NamedRow {
  readonly name: string;
  readonly properties: string;
}

async function* rowsOf(
  read: (after: string | undefined) => Promise<readonly NamedRow[]>,
): AsyncGenerator<NamedRow> {
  let after: string | undefined;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < rowsPerQuery) return;
    after = rows.at(-1)?.name;
  }
}

function isPrefix(prefix: string, text: string | null | undefined): boolean {
  return (text ?? '').toLowerCase().startsWith(prefix.toLowerCase());
}

function fieldText(field: string): RawBuilder<string> {
  return sql`properties ->> ${sql.lit(field)}`;
}

function userText(field: UserSearchField): RawBuilder<string> {
  return field === 'username' ? sql`username` : fieldText(field);
}

/** The length of texts in the indexes; conditions must use the same. */
const foldedLength = 100;

function folded(dialect: SqlDialect, text: RawBuilder<string>): RawBuilder<string> {
  return sql`lower(${dialect.inByteOrder(sql`substr(${text}, 1, ${sql.lit(foldedLength)})`)})`;
}

/** True for all texts with the prefix, and few others: the part that the index can decide. */
function beginsWith(
  dialect: SqlDialect,
  texts: readonly RawBuilder<string>[],
  prefix: string,
): RawBuilder<SqlBool> {
  if (prefix === '') return sql`1 = 1`;
  const conditions = texts.flatMap((text) =>
    indexedBeginnings(prefix).map((from) => {
      const to = `${from}\u{10ffff}`;
      return sql`(${folded(dialect, text)} >= ${from} and ${folded(dialect, text)} < ${to})`;
    }),
  );
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** The store folds ASCII only, so it compares up to the first other letter, in both cases. */
function indexedBeginnings(prefix: string): readonly string[] {
  const characters = [...prefix].slice(0, foldedLength);
  const other = characters.findIndex((character) => character > '\u007f');
  if (other < 0) return [characters.join('').toLowerCase()];
  const ascii = characters.slice(0, other).join('').toLowerCase();
  const letter = characters[other] ?? '';
  const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  return [...forms].map((form) => ascii + form);
}
