import { keywordOf, type Token, tokensOf } from './tokens.ts';

/** What a query can go on with. */
export type Expected =
  | { readonly kind: 'start' }
  | { readonly kind: 'columns' }
  | { readonly kind: 'afterColumns' }
  | { readonly kind: 'types' }
  | { readonly kind: 'afterTypes' }
  | { readonly kind: 'conditions' }
  | { readonly kind: 'operators' }
  | { readonly kind: 'values'; readonly property: string }
  | { readonly kind: 'afterConditions' }
  | { readonly kind: 'sortKeys' }
  | { readonly kind: 'afterSortKeys' };

export interface CompletionPlace {
  /** Where the text to be completed begins. */
  readonly from: number;
  /** The text is a string: completions are written with their quotes. */
  readonly isQuoted: boolean;
  readonly expected: Expected;
}

/** What can stand at a position of the text, from what stands before it. */
export function placeAt(text: string, position: number): CompletionPlace {
  const before = tokensOf(text.slice(0, position));
  const last = before.at(-1);
  const isOpen = last !== undefined && isBeingTyped(last);
  const complete = (isOpen ? before.slice(0, -1) : before).filter(
    ({ kind }) => kind !== 'space' && kind !== 'hint',
  );
  return {
    from: isOpen ? last.at : position,
    isQuoted: isOpen && /^['"]/.test(last.text),
    expected: expectedAfter(complete),
  };
}

function isBeingTyped({ kind, text }: Token): boolean {
  return kind === 'name' || kind === 'keyword' || (kind === 'wrong' && /^['"]/.test(text));
}

type Clause = 'SELECT' | 'FROM' | 'WHERE' | 'ORDER BY';
const clauses: readonly string[] = ['SELECT', 'FROM', 'WHERE', 'ORDER BY'];

function expectedAfter(tokens: readonly Token[]): Expected {
  const at = tokens.findLastIndex((each) => clauses.includes(keywordOf(each) ?? ''));
  const start = tokens[at];
  if (!start) return { kind: 'start' };
  const rest = tokens.slice(at + 1);
  const last = rest.at(-1);
  switch (keywordOf(start) as Clause) {
    case 'SELECT':
      return { kind: isListGoingOn(last) ? 'columns' : 'afterColumns' };
    case 'FROM':
      return { kind: isListGoingOn(last) ? 'types' : 'afterTypes' };
    case 'WHERE':
      return expectedInConditions(rest);
    case 'ORDER BY':
      return { kind: isListGoingOn(last) ? 'sortKeys' : 'afterSortKeys' };
  }
}

function isListGoingOn(last: Token | undefined): boolean {
  return (
    last === undefined || last.text === ',' || ['DISTINCT', 'ALL'].includes(keywordOf(last) ?? '')
  );
}

const comparisons = ['=', '!=', '<>', '<', '>', '<=', '>='];
const valueKeywords = ['LIKE', 'ILIKE', 'IN', 'STARTSWITH', 'BETWEEN'];
const joining = ['AND', 'OR', 'NOT'];

function expectedInConditions(tokens: readonly Token[]): Expected {
  const last = tokens.at(-1);
  const word = keywordOf(last) ?? last?.text ?? '';
  const property = propertyBefore(tokens);
  if (comparisons.includes(word) || (last && valueKeywords.includes(word))) {
    return { kind: 'values', property };
  }
  if (isInList(tokens)) {
    return word === '(' || word === ','
      ? { kind: 'values', property }
      : { kind: 'afterConditions' };
  }
  if (last === undefined || word === '(' || joining.includes(word)) {
    return word === 'AND' && isBetween(tokens)
      ? { kind: 'values', property }
      : { kind: 'conditions' };
  }
  if (last.kind === 'name') {
    return isValuePlace(tokens.slice(0, -1)) ? { kind: 'afterConditions' } : { kind: 'operators' };
  }
  return { kind: 'afterConditions' };
}

/** Within the parentheses of IN. */
function isInList(tokens: readonly Token[]): boolean {
  const open = tokens.findLastIndex(({ text }) => text === '(');
  const close = tokens.findLastIndex(({ text }) => text === ')');
  return open > close && keywordOf(tokens[open - 1]) === 'IN';
}

/** The AND of BETWEEN, which joins two values. */
function isBetween(tokens: readonly Token[]): boolean {
  return keywordOf(tokens.at(-3)) === 'BETWEEN';
}

function isValuePlace(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return last !== undefined && comparisons.includes(last.text);
}

function propertyBefore(tokens: readonly Token[]): string {
  return tokens.findLast(({ kind }) => kind === 'name')?.text ?? '';
}
