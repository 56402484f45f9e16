export type TokenKind =
  | 'space'
  | 'keyword'
  | 'name'
  | 'number'
  | 'string'
  | 'operator'
  | 'hint'
  | 'wrong';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

const words = [
  ...['SELECT', 'FROM', 'WHERE', 'AS', 'NOT', 'AND', 'OR', 'IS', 'NULL', 'LIKE', 'DISTINCT'],
  ...['ALL', 'BETWEEN', 'IN', 'ORDER BY', 'ASC', 'DESC', 'DATE', 'TIMESTAMP', 'GROUP BY'],
  ...['HAVING', 'LIMIT', 'OFFSET', 'TYPE', 'LOCATION', 'STARTSWITH', 'ILIKE'],
];

/** In upper case, in lower case and with a capital; a name in any other spelling. */
const keywords: ReadonlySet<string> = new Set([
  ...words.flatMap((word) => [word, word.toLowerCase(), capitalized(word)]),
  ...['ILike', 'TimeStamp', 'StartsWith'],
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
  ['space', /[ \t\r\n\f]+/y],
  ['keyword', /(?:ORDER BY|order by|Order By|GROUP BY|group by|Group By)/y],
  ['name', new RegExp(`${name}(?:/(?:${name}(?:\\[${index}\\])?|${index}))*`, 'uy')],
  ['number', /(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+/y],
  ['string', /'[^'\\\n\r]*(?:\\[^\n\r][^'\\\n\r]*)*'|"[^"\\\n\r]*(?:\\[^\n\r][^"\\\n\r]*)*"/y],
  ['operator', /<>|!=|<=|>=|[=<>+\-*/(),]/y],
  // A string without its end, to the end of the line.
  ['wrong', /['"][^\n\r]*/y],
];

const hintStart = /\/\*\+[eE][sS]:/y;

/** The token at a place before the end of the text, which may be one line of it: hints go over several. */
export function tokenAt(
  text: string,
  at: number,
  isInHint = false,
): Token & { readonly isInHint: boolean } {
  hintStart.lastIndex = at;
  if (isInHint || hintStart.test(text)) {
    const end = text.indexOf('*/', at);
    const shown = text.slice(at, end < 0 ? undefined : end + 2);
    return { kind: 'hint', text: shown, at, isInHint: end < 0 };
  }
  for (const [kind, rule] of rules) {
    rule.lastIndex = at;
    const found = rule.exec(text)?.[0];
    if (!found) continue;
    const isKeyword = kind === 'name' && keywords.has(found);
    return { kind: isKeyword ? 'keyword' : kind, text: found, at, isInHint: false };
  }
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { kind: 'wrong', text: sign, at, isInHint: false };
}

/** All of the text, spaces included. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const { kind, text: found } = tokenAt(text, at);
    tokens.push({ kind, text: found, at });
    at += found.length;
  }
  return tokens;
}

/** The keyword in upper case; undefined for other tokens. */
export function keywordOf(token: Token | undefined): string | undefined {
  return token?.kind === 'keyword' ? token.text.toUpperCase() : undefined;
}

/** Whether the results are rows of selected columns instead of documents. */
export function selectsColumns(query: string): boolean {
  const tokens = tokensOf(query).filter(({ kind }) => kind !== 'space' && kind !== 'hint');
  const [select, ...rest] = tokens;
  const quantifiers = ['DISTINCT', 'ALL'];
  const first = quantifiers.includes(keywordOf(rest[0]) ?? '') ? rest[1] : rest[0];
  return keywordOf(select) === 'SELECT' && first !== undefined && first.text !== '*';
}
