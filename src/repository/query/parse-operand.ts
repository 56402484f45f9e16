import { parseDate, parseTimestamp } from './instants.ts';
import type { Token } from './lexer.ts';
import type {
  FunctionCall,
  Literal,
  Operand,
  Reference,
  ReferenceStep,
  StringLiteral,
} from './syntax-tree.ts';
import type { TokenCursor } from './token-cursor.ts';

/** A literal, a reference or a function call. */
export function parseOperand(cursor: TokenCursor): Operand {
  if (isReference(cursor)) return parseReference(cursor);
  if (cursor.is('identifier') && isOpening(cursor.following)) return parseFunction(cursor);
  return parseLiteral(cursor, 'a property, a value or a function');
}

function isOpening(token: Token): boolean {
  return token.kind === 'operator' && token.text === '(';
}

function isReference(cursor: TokenCursor): boolean {
  if (cursor.is('path') || cursor.is('hint')) return true;
  const isCast = cursor.is('keyword', 'DATE') && isOpening(cursor.following);
  return isCast || (cursor.is('identifier') && !isOpening(cursor.following));
}

/** Hints are for another kind of index: they are read and have no effect. */
export function parseReference(cursor: TokenCursor): Reference {
  while (cursor.accept('hint'));
  const token = cursor.current;
  if (cursor.is('keyword', 'DATE') && isOpening(cursor.following)) {
    cursor.advance();
    cursor.advance();
    const inner = cursor.accept('identifier') ?? cursor.accept('path');
    if (!inner) cursor.unexpected('a property');
    const { end } = cursor.expect('operator', ')', ')');
    const text = cursor.text.slice(token.offset, end);
    return { ...referenceOf(cursor, inner), isCastToDate: true, text, offset: token.offset };
  }
  const found = cursor.accept('identifier') ?? cursor.accept('path');
  return found ? referenceOf(cursor, found) : cursor.unexpected('a property');
}

function referenceOf(cursor: TokenCursor, token: Token): Reference {
  const [name = '', ...segments] = token.text.split('/');
  const steps = segments.flatMap((segment) => stepsOf(cursor, segment, token.offset));
  const { text, offset } = token;
  return { kind: 'reference', name, steps, isCastToDate: false, text, offset };
}

/** The older form of an index, after an ignored name: `item[0]`. */
const bracketed = /^.+\[(.+)\]$/;
const indexMax = 1_000_000_000;

function stepsOf(cursor: TokenCursor, segment: string, offset: number): ReferenceStep[] {
  const [, index] = bracketed.exec(segment) ?? [];
  if (index !== undefined) return stepsOf(cursor, index, offset);
  if (!/^[*\d]/.test(segment)) return [{ kind: 'name', name: segment }];
  const digits = segment.replace('*', '');
  const number = digits === '' ? undefined : Number(digits);
  if (number !== undefined && number > indexMax) {
    cursor.refuse(`the index ${digits} is too large at offset ${offset}`, offset);
  }
  if (segment.startsWith('*')) return [{ kind: 'any', correlation: number }];
  return [{ kind: 'index', index: number ?? 0 }];
}

function parseFunction(cursor: TokenCursor): FunctionCall {
  const name = cursor.advance();
  cursor.advance();
  const parameters = cursor.is('operator', ')')
    ? []
    : cursor.nested(() => cursor.list(() => parseOperand(cursor), 10));
  const { end } = cursor.expect('operator', ')', ')');
  const text = cursor.text.slice(name.offset, end);
  return {
    kind: 'function',
    name: name.text.toUpperCase(),
    arguments: parameters,
    text,
    offset: name.offset,
  };
}

export function parseString(cursor: TokenCursor): StringLiteral {
  const { text, offset } = cursor.expect('string', 'a string');
  return { kind: 'string', value: text, offset };
}

export function parseLiteral(cursor: TokenCursor, expected = 'a value'): Literal {
  const { offset } = cursor.current;
  const keyword = cursor.accept('keyword', 'DATE', 'TIMESTAMP');
  if (keyword) return parseInstant(cursor, keyword);
  if (cursor.is('string')) return parseString(cursor);
  const isNegative = cursor.accept('operator', '-') !== undefined;
  const integer = cursor.accept('integer');
  if (integer) return integerOf(cursor, `${isNegative ? '-' : ''}${integer.text}`, offset);
  const double = cursor.accept('double');
  if (!double) return cursor.unexpected(isNegative ? 'a number' : expected);
  const value = (isNegative ? -1 : 1) * Number(double.text);
  if (Number.isFinite(value)) return { kind: 'double', value, offset };
  return cursor.refuse(`${double.text.slice(0, 50)} is out of range at offset ${offset}`, offset);
}

function integerOf(cursor: TokenCursor, text: string, offset: number): Literal {
  const value = BigInt.asIntN(64, BigInt(text.slice(0, 30)));
  if (value.toString() === text || text === '-0') return { kind: 'integer', value, offset };
  return cursor.refuse(`${text.slice(0, 50)} is out of range at offset ${offset}`, offset);
}

function parseInstant(cursor: TokenCursor, keyword: Token): Literal {
  const { value: text, offset } = parseString(cursor);
  const isDate = keyword.text === 'DATE';
  const value = isDate ? parseDate(text) : parseTimestamp(text);
  if (value !== undefined) return { kind: isDate ? 'date' : 'timestamp', value, offset };
  const form = isDate ? 'yyyy-mm-dd' : 'yyyy-mm-ddThh:mm:ssZ';
  const shown = text.slice(0, 50).toWellFormed();
  return cursor.refuse(
    `Invalid ${isDate ? 'date' : 'timestamp'}: ${shown} at offset ${offset}; write ${form}`,
    offset,
  );
}
