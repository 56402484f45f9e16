import { isStorableText } from '../../model/value.ts';
import type { Refuse } from './query-error.ts';

export type TokenKind =
  | 'keyword'
  | 'identifier'
  | 'path'
  | 'integer'
  | 'double'
  | 'string'
  | 'operator'
  | 'hint'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** As written; keywords in upper case, strings without quotes and escapes. */
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

const words = [
  ...['SELECT', 'FROM', 'WHERE', 'AS', 'NOT', 'AND', 'OR', 'IS', 'NULL', 'LIKE', 'DISTINCT'],
  ...['ALL', 'BETWEEN', 'IN', 'ORDER BY', 'ASC', 'DESC', 'DATE', 'TIMESTAMP', 'GROUP BY'],
  ...['HAVING', 'LIMIT', 'OFFSET', 'TYPE', 'LOCATION', 'STARTSWITH'],
];

/** Each in three spellings; any other mix of upper and lower case is a name. */
const keywords: ReadonlyMap<string, string> = new Map([
  ...words.flatMap((word): [string, string][] => [
    [word, word],
    [word.toLowerCase(), word],
    [capitalized(word), word],
  ]),
  ...['ILIKE', 'ilike', 'ILike'].map((text): [string, string] => [text, 'ILIKE']),
  ['TimeStamp', 'TIMESTAMP'],
  ['StartsWith', 'STARTSWITH'],
]);

function capitalized(word: string): string {
  return word
    .split(' ')
    .map((part) => part.charAt(0) + part.slice(1).toLowerCase())
    .join(' ');
}

const name = '[\\p{L}_$][A-Za-z0-9_:.-]*';
const index = '(?:\\*\\d*|\\d+)';

/** In the order in which they are tried: longer tokens with the same beginning first. */
const rules: readonly (readonly [TokenKind, RegExp])[] = [
  // Refused without its end: searching for that at each of many beginnings would take long.
  ['hint', /\/\*\+[eE][sS]:(?:[\s\S]*?\*\/)?/y],
  ['keyword', /(?:ORDER BY|order by|Order By|GROUP BY|group by|Group By)/y],
  ['path', new RegExp(`${name}(?:/(?:${name}(?:\\[${index}\\])?|${index}))+`, 'uy')],
  ['identifier', new RegExp(name, 'uy')],
  ['double', /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|0\d+/y],
  ['integer', /\d+/y],
  ['string', /'[^'\\\n\r]*(?:\\[^\n\r][^'\\\n\r]*)*'|"[^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*"/y],
  ['operator', /<>|!=|<=|>=|[=<>+\-*/(),]/y],
];

const whitespace = /[ \t\r\n\f]*/y;

/** @throws AppError request.invalid by `refuse` where no token begins */
export function readTokens(text: string, refuse: Refuse): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipWhitespace(text, 0); at < text.length; ) {
    const token = tokenAt(text, at);
    if (!token || !isComplete(token)) return refuse(illegalCharacter(text, at), at);
    tokens.push(token);
    at = skipWhitespace(text, token.end);
  }
  tokens.push({ kind: 'end', text: 'EOF', offset: text.length, end: text.length });
  return tokens;
}

function isComplete({ kind, text }: Token): boolean {
  return isStorableText(text) && (kind !== 'hint' || text.endsWith('*/'));
}

function illegalCharacter(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0).toWellFormed();
  const hint = character === "'" || character === '"' ? ' (the string does not end)' : '';
  return `Lexical Error: Illegal character <${character}> at offset ${at}${hint}`;
}

function skipWhitespace(text: string, at: number): number {
  whitespace.lastIndex = at;
  whitespace.test(text);
  return whitespace.lastIndex;
}

function tokenAt(text: string, offset: number): Token | undefined {
  for (const [kind, rule] of rules) {
    rule.lastIndex = offset;
    const found = rule.exec(text)?.[0];
    if (found === undefined) continue;
    return { offset, end: offset + found.length, ...classified(kind, found) };
  }
  return undefined;
}

function classified(kind: TokenKind, found: string): Pick<Token, 'kind' | 'text'> {
  if (kind === 'string') return { kind, text: unescapeString(found) };
  const keyword = kind === 'identifier' || kind === 'keyword' ? keywords.get(found) : undefined;
  return keyword === undefined ? { kind, text: found } : { kind: 'keyword', text: keyword };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };

/** A backslash before other characters stays, so that LIKE gets `\%`. */
function unescapeString(quoted: string): string {
  const quote = quoted.charAt(0);
  const text = quoted.slice(1, -1);
  let unescaped = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    const escaped = text.charAt(at + 1);
    const meant = escaped === quote ? quote : (escapes[escaped] ?? `\\${escaped}`);
    unescaped += text.slice(from, at) + meant;
    from = at + 2;
  }
  return unescaped + text.slice(from);
}
