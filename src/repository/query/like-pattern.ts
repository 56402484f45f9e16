import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EngineName } from '../../storage/database.ts';
import { foldCase } from '../../storage/fold-case.ts';

/** A literal character (one code point), one unknown character, or any run of them. */
export type PatternPart = { readonly literal: string } | 'one' | 'any';

/** `%` any run, `_` one character; `\%`, `\_` and `\\` stand for themselves. */
export function parseLikePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (const [text] of pattern.matchAll(/\\[\\%_]|[\s\S]/gu)) {
    if (text === '%') {
      if (parts.at(-1) !== 'any') parts.push('any');
    } else if (text === '_') parts.push('one');
    else parts.push({ literal: text.length === 2 && text.startsWith('\\') ? text.slice(1) : text });
  }
  return parts;
}

export interface LikeOptions {
  readonly engine: EngineName;
  readonly value: RawBuilder<unknown>;
  readonly pattern: string;
  readonly ignoresCase: boolean;
}

/** GLOB on SQLite, for its LIKE ignores the case of ASCII letters and heeds that of all others. */
export function likeCondition(options: LikeOptions): RawBuilder<SqlBool> {
  const { engine, value, ignoresCase } = options;
  const pattern = ignoresCase ? foldCase(options.pattern) : options.pattern;
  const parts = parseLikePattern(pattern);
  if (engine === 'sqlite') {
    const folded = ignoresCase ? sql`cartulary_fold(${value})` : value;
    return sql`${folded} glob ${parts.map(globPart).join('')}`;
  }
  const folded = ignoresCase ? sql`lower((${value}) collate "pg_c_utf8")` : value;
  return sql`${folded} like ${parts.map(likePart).join('')}`;
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
