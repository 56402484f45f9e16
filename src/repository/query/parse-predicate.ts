import { parseLiteral, parseOperand, parseString } from './parse-operand.ts';
import { queryLimits } from './query-limits.ts';
import type { ComparisonOperator, Operand, Predicate, Reference } from './syntax-tree.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Precedence, lowest first: OR, AND, NOT. */
export function parsePredicate(cursor: TokenCursor): Predicate {
  return parseChain(cursor, 'or', () => parseChain(cursor, 'and', () => parseFactor(cursor)));
}

function parseChain(
  cursor: TokenCursor,
  kind: 'and' | 'or',
  parseItem: () => Predicate,
): Predicate {
  const first = parseItem();
  const items = [first];
  while (cursor.accept('keyword', kind.toUpperCase())) items.push(parseItem());
  return items.length === 1 ? first : { kind, items };
}

function parseFactor(cursor: TokenCursor): Predicate {
  if (cursor.accept('keyword', 'NOT')) {
    return { kind: 'not', item: cursor.nested(() => parseFactor(cursor)) };
  }
  if (!cursor.accept('operator', '(')) return parseCondition(cursor);
  const inner = cursor.nested(() => parsePredicate(cursor));
  cursor.expect('operator', 'AND, OR or )', ')');
  return inner;
}

function parseCondition(cursor: TokenCursor): Predicate {
  cursor.countCondition();
  const left = parseOperand(cursor);
  const operator = parseComparisonOperator(cursor);
  if (operator) {
    const { offset } = cursor.current;
    const right = parseOperand(cursor);
    refuseArithmetic(cursor);
    return { kind: 'comparison', operator, left, right, offset };
  }
  refuseArithmetic(cursor);
  return parseKeywordCondition(cursor, left);
}

function parseComparisonOperator(cursor: TokenCursor): ComparisonOperator | undefined {
  const token = cursor.accept('operator', '=', '<>', '!=', '<', '<=', '>', '>=');
  if (!token) return undefined;
  return token.text === '!=' ? '<>' : (token.text as ComparisonOperator);
}

function refuseArithmetic(cursor: TokenCursor): void {
  if (!cursor.is('operator', '+', '-', '*', '/')) return;
  const { offset } = cursor.current;
  cursor.refuse(
    `arithmetic is not available, at offset ${offset}; compare with a computed value`,
    offset,
  );
}

function parseKeywordCondition(cursor: TokenCursor, left: Operand): Predicate {
  if (left.kind !== 'reference') return cursor.unexpected('an operator such as =');
  const isNegated = cursor.accept('keyword', 'NOT') !== undefined;
  if (cursor.accept('keyword', 'IN')) return parseIn(cursor, left, isNegated);
  if (cursor.accept('keyword', 'BETWEEN')) return parseBetween(cursor, left, isNegated);
  const like = cursor.accept('keyword', 'LIKE', 'ILIKE');
  if (like) {
    const pattern = parseString(cursor);
    const ignoresCase = like.text === 'ILIKE';
    return { kind: 'like', reference: left, isNegated, ignoresCase, pattern };
  }
  if (isNegated) return cursor.unexpected('IN, BETWEEN, LIKE or ILIKE');
  if (cursor.accept('keyword', 'IS')) return parseIsNull(cursor, left);
  if (!cursor.accept('keyword', 'STARTSWITH')) return cursor.unexpected('an operator such as =');
  return { kind: 'startsWith', reference: left, prefix: parseString(cursor) };
}

function parseIn(cursor: TokenCursor, reference: Reference, isNegated: boolean): Predicate {
  cursor.expect('operator', '(', '(');
  const parseItem = () => {
    // Each day is a separate range.
    if (reference.isCastToDate) cursor.countCondition();
    return parseLiteral(cursor);
  };
  const values = cursor.list(parseItem, queryLimits.listLengthMax);
  cursor.expect('operator', ', or )', ')');
  return { kind: 'in', reference, isNegated, values };
}

function parseBetween(cursor: TokenCursor, reference: Reference, isNegated: boolean): Predicate {
  const low = parseLiteral(cursor);
  cursor.expect('keyword', 'AND', 'AND');
  return { kind: 'between', reference, isNegated, low, high: parseLiteral(cursor) };
}

function parseIsNull(cursor: TokenCursor, reference: Reference): Predicate {
  const isNegated = cursor.accept('keyword', 'NOT') !== undefined;
  cursor.expect('keyword', 'NULL', 'NULL');
  return { kind: 'null', reference, isNegated };
}
