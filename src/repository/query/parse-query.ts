import { readTokens } from './lexer.ts';
import { parseOperand, parseReference } from './parse-operand.ts';
import { parsePredicate } from './parse-predicate.ts';
import { refusalOf, requireQueryLength } from './query-error.ts';
import { queryLimits } from './query-limits.ts';
import type { Column, ParsedQuery, SortKey, TypeName } from './syntax-tree.ts';
import { TokenCursor } from './token-cursor.ts';

/**
 * Parses a query. Its names are checked when it is run.
 *
 * @throws AppError request.invalid with the offset of the error and what was expected there
 */
export function parseQuery(text: string): ParsedQuery {
  const refuse = refusalOf(text);
  requireQueryLength(text);
  const cursor = new TokenCursor(text, readTokens(text, refuse), refuse);
  cursor.expect('keyword', 'SELECT', 'SELECT');
  const quantifier = cursor.accept('keyword', 'DISTINCT', 'ALL');
  const columns = parseColumns(cursor);
  cursor.expect('keyword', 'FROM', 'FROM');
  cursor.accept('keyword', 'TYPE', 'LOCATION');
  const types = cursor.list(() => parseType(cursor), queryLimits.typesMax);
  const where = cursor.accept('keyword', 'WHERE') ? parsePredicate(cursor) : undefined;
  const orderBy = cursor.accept('keyword', 'ORDER BY')
    ? cursor.list(() => parseSortKey(cursor), queryLimits.sortKeysMax)
    : [];
  skipLimits(cursor);
  cursor.expect('end', 'AND, OR, ORDER BY or the end of the query');
  return { text, isDistinct: quantifier?.text === 'DISTINCT', columns, types, where, orderBy };
}

function parseColumns(cursor: TokenCursor): readonly Column[] | undefined {
  if (cursor.accept('operator', '*')) return undefined;
  return cursor.list(() => parseColumn(cursor), queryLimits.columnsMax);
}

function parseColumn(cursor: TokenCursor): Column {
  const start = cursor.current.offset;
  const operand = parseOperand(cursor);
  const text = 'text' in operand ? operand.text : cursor.text.slice(start, cursor.current.offset);
  const alias = cursor.accept('keyword', 'AS') && cursor.expect('identifier', 'a name');
  return { operand, name: alias?.text ?? text.trim() };
}

function parseType(cursor: TokenCursor): TypeName {
  const { text, offset } = cursor.expect('identifier', 'a document type');
  if (cursor.accept('keyword', 'AS')) cursor.expect('identifier', 'a name');
  return { name: text, offset };
}

function parseSortKey(cursor: TokenCursor): SortKey {
  const reference = parseReference(cursor);
  const direction = cursor.accept('keyword', 'ASC', 'DESC');
  return { reference, isDescending: direction?.text === 'DESC' };
}

/** Pages are given by the request; limits in the text have no effect. */
function skipLimits(cursor: TokenCursor): void {
  while (cursor.accept('keyword', 'LIMIT')) {
    cursor.expect('integer', 'a number');
    if (cursor.accept('keyword', 'OFFSET')) cursor.expect('integer', 'a number');
  }
}
