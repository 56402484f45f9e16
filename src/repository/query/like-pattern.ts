import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldCase } from '../../storage/fold-case.ts';
import { type PatternPart, parseLikePattern } from '../../storage/like-match.ts';
import type { CheckScope } from './check-scope.ts';
import { asOfRow } from './large-rows.ts';
import type { ValueTest } from './scalar-conditions.ts';
import { foldedText } from './shared-values.ts';
import { contentColumn, type SqlContext } from './sql-context.ts';

interface LikeOptions {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  /** The value is a column, which may have an index. */
  readonly isColumn?: boolean;
}

interface LikeCondition extends LikeOptions {
  readonly value: RawBuilder<unknown>;
  readonly parts: readonly PatternPart[];
  /** The operators of the engines, which are the fastest, will not take long. */
  readonly isCheap: boolean;
}

/**
 * The operators try the text after a `%` at every position, and cannot be interrupted: the
 * characters of all patterns of a query up to which they are used.
 */
const searchedLengthMax = 64;
/** Bytes of the properties of documents up to which SQLite uses them. */
const searchedBytesMax = 4_096;

export function likeTest(scope: CheckScope, options: LikeOptions): ValueTest {
  const { ignoresCase, isColumn = false } = options;
  const pattern = ignoresCase ? foldCase(options.pattern) : options.pattern;
  const parts = parseLikePattern(pattern);
  const { searchedLengths } = scope;
  searchedLengths.push(searchedLength(parts));
  return (context, value) => {
    // All patterns of the query are known here.
    const isCheap = searchedLengths.reduce((sum, length) => sum + length, 0) <= searchedLengthMax;
    const like = { value, pattern, parts, ignoresCase, isColumn, isCheap };
    // Each engine has its own operators, with their own bounds of time and memory.
    return context.dialect.engine === 'postgres'
      ? postgresCondition(context, like)
      : sqliteCondition(context, like);
  };
}

/** Regular expressions can be interrupted, and their time does not depend on their length. */
function postgresCondition({ sharedValues }: SqlContext, like: LikeCondition): RawBuilder<SqlBool> {
  const { value, parts, ignoresCase, isCheap } = like;
  const folded = ignoresCase ? (sharedValues?.folded(value) ?? foldedText(value)) : value;
  if (isCheap || searchedLength(parts) === 0) {
    return sql`${folded} like ${parts.map(likePart).join('')}`;
  }
  return sql`(${folded}) collate "C" ~ ${`^${parts.map(expressionPart).join('')}$`}`;
}

/** GLOB, as LIKE ignores the case of ASCII letters and respects that of all others. */
function sqliteCondition(context: SqlContext, like: LikeCondition): RawBuilder<SqlBool> {
  const { value, pattern, parts, ignoresCase, isColumn, isCheap } = like;
  const globPattern = sql`${parts.map(globPart).join('')}`;
  const glob = sql<SqlBool>`${value} glob ${isColumn ? globPattern : asOfRow(globPattern)}`;
  if (!ignoresCase && searchedLength(parts) === 0) return glob;
  const [flag, deadlineMs] = [sql.lit(ignoresCase ? 1 : 0), sql`${context.deadlineMs ?? null}`];
  const own = sql<SqlBool>`cartulary_like(${value}, ${asOfRow(sql`${pattern}`)}, ${asOfRow(flag)},
    ${asOfRow(deadlineMs)})`;
  if (ignoresCase || !isCheap) return own;
  const size = sql`octet_length(${contentColumn(context, 'properties')})`;
  return sql`case when ${size} <= ${sql.lit(searchedBytesMax)} then ${glob} else ${own} end`;
}

/** The length of the longest part that may match at any position; 0 for a prefix. */
function searchedLength(parts: readonly PatternPart[]): number {
  let longest = 0;
  let length = 0;
  for (const part of parts.slice(Math.max(parts.indexOf('any'), 0))) {
    length = part === 'any' ? 0 : length + 1;
    longest = Math.max(longest, length);
  }
  return parts.includes('any') ? longest : 0;
}

function globPart(part: PatternPart): string {
  if (part === 'any') return '*';
  if (part === 'one') return '?';
  return /[*?[]/.test(part.literal) ? `[${part.literal}]` : part.literal;
}

function likePart(part: PatternPart): string {
  if (part === 'any') return '%';
  if (part === 'one') return '_';
  return /[%_\\]/.test(part.literal) ? `\\${part.literal}` : part.literal;
}

/** Without a flag `.` is any character, a line break too. */
function expressionPart(part: PatternPart): string {
  if (part === 'any') return '.*';
  if (part === 'one') return '.';
  return /[\p{L}\p{N}\s]/u.test(part.literal) || part.literal > '\x7f'
    ? part.literal
    : `\\${part.literal}`;
}
