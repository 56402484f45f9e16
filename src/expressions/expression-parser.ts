import { requireSourceLength } from './lexer.ts';
import {
  type BinaryOperator,
  createBinary,
  createSign,
  type Expression,
  type Node,
} from './syntax-tree.ts';
import { isLeftOut, TokenReader } from './token-reader.ts';

interface Binding {
  readonly operator: BinaryOperator;
  /** Higher binds tighter. */
  readonly power: number;
}

const equalityPower = 4;
const orderPower = 5;

const symbolBindings: ReadonlyMap<string, Binding> = new Map<string, Binding>([
  ['||', { operator: 'or', power: 1 }],
  ['&&', { operator: 'and', power: 2 }],
  ['==', { operator: '==', power: equalityPower }],
  ['!=', { operator: '!=', power: equalityPower }],
  ['<', { operator: '<', power: orderPower }],
  ['<=', { operator: '<=', power: orderPower }],
  ['>', { operator: '>', power: orderPower }],
  ['>=', { operator: '>=', power: orderPower }],
  ['+', { operator: '+', power: 6 }],
  ['-', { operator: '-', power: 6 }],
  ['*', { operator: '*', power: 7 }],
  ['/', { operator: '/', power: 7 }],
  ['%', { operator: '%', power: 7 }],
]);

/** The word binds looser than comparisons (`not a == b`), the sign tighter than anything. */
const notWordPower = 3;

const constants: ReadonlyMap<string, Node> = new Map<string, Node>([
  ['true', { kind: 'literal', value: true, isDecimal: false }],
  ['false', { kind: 'literal', value: false, isDecimal: false }],
  ['null', { kind: 'literal', value: null, isDecimal: false }],
  ['nil', { kind: 'literal', value: null, isDecimal: false }],
  ['empty', { kind: 'empty' }],
]);

const operatorWords = new Set(['contains', 'in', 'if', 'else', 'foreach']);
const logicWords = new Set(['and', 'or', 'not']);

/** Names that cannot be variables; after a dot every word is a name. */
export function isReserved(word: string): boolean {
  return (
    constants.has(word) ||
    operatorWords.has(word) ||
    logicWords.has(word.toLowerCase()) ||
    isLeftOut(word)
  );
}

/** Parses the whole text as one expression. */
export function parseExpression(source: string): Expression {
  requireSourceLength(source);
  const tokens = new TokenReader(source);
  const root = readExpression(tokens);
  tokens.expectEnd();
  return { root };
}

export function readExpression(tokens: TokenReader): Node {
  const condition = readBinary(tokens, 0);
  if (!tokens.skip('?')) return condition;
  const yes = tokens.nested(() => readExpression(tokens));
  tokens.expect(':');
  const no = tokens.nested(() => readExpression(tokens));
  return { kind: 'choice', condition, yes, no };
}

/** Operators that bind tighter than `power`, from left to right. */
function readBinary(tokens: TokenReader, power: number): Node {
  let left = readOperand(tokens);
  for (;;) {
    const binding = findBinding(tokens);
    if (binding === undefined || binding.power <= power) return left;
    tokens.take();
    left = createBinary(binding.operator, left, readBinary(tokens, binding.power));
  }
}

function findBinding(tokens: TokenReader): Binding | undefined {
  const { kind, text } = tokens.peek();
  if (kind === 'symbol') return symbolBindings.get(text);
  if (kind !== 'name') return undefined;
  if (text === 'contains' || text === 'in') return { operator: text, power: orderPower };
  const word = text.toLowerCase();
  if (word === 'or') return symbolBindings.get('||');
  return word === 'and' ? symbolBindings.get('&&') : undefined;
}

function readOperand(tokens: TokenReader): Node {
  const { kind, text } = tokens.peek();
  if (kind === 'name' && text.toLowerCase() === 'not') {
    tokens.take();
    return createSign(
      'not',
      tokens.nested(() => readBinary(tokens, notWordPower)),
    );
  }
  if (tokens.isSymbol('!', '-')) {
    tokens.take();
    const operand = tokens.nested(() => readOperand(tokens));
    return createSign(text === '!' ? 'not' : 'negative', operand);
  }
  return readAccesses(tokens, readPrimary(tokens));
}

/** What follows a value: `.name`, `.name(args)`, `[key]`, and the first two with `.?` or `?.`. */
function readAccesses(tokens: TokenReader, first: Node): Node {
  let target = first;
  for (;;) {
    if (tokens.skip('[')) {
      const key = tokens.nested(() => readExpression(tokens));
      tokens.expect(']');
      target = { kind: 'index', target, key };
    } else if (tokens.isSymbol('.', '.?', '?.')) {
      const isNullSafe = tokens.take().text !== '.';
      const name = tokens.expectName();
      target = tokens.skip('(')
        ? { kind: 'call', target, name, args: readItems(tokens, ')'), isNullSafe }
        : { kind: 'member', target, name, isNullSafe };
    } else {
      return target;
    }
  }
}

function readPrimary(tokens: TokenReader): Node {
  const { kind, text, number, isDecimal = false } = tokens.peek();
  if (kind === 'text' || kind === 'number') {
    tokens.take();
    return { kind: 'literal', value: number ?? text, isDecimal };
  }
  if (kind === 'name') return readName(tokens);
  if (tokens.skip('(')) {
    const inside = tokens.nested(() => readExpression(tokens));
    tokens.expect(')');
    requireNoCast(tokens, inside);
    return inside;
  }
  if (tokens.skip('[')) return tokens.nested(() => readListOrMap(tokens));
  throw tokens.unexpected('a value');
}

/** `(String) x` is parsed as two values in a row; the message says that casts are not supported. */
function requireNoCast(tokens: TokenReader, inside: Node): void {
  if (inside.kind !== 'variable' && inside.kind !== 'member') return;
  const { kind } = tokens.peek();
  const isValue = kind === 'text' || kind === 'number' || kind === 'name';
  if (isValue && findBinding(tokens) === undefined) {
    throw tokens.unexpected('an operator or the end; values are not cast to types');
  }
}

function readName(tokens: TokenReader): Node {
  const { text } = tokens.peek();
  const constant = constants.get(text);
  if (constant === undefined && isReserved(text)) throw tokens.unexpected('a value');
  tokens.take();
  if (tokens.isSymbol('(')) {
    throw tokens.unexpected(
      `an operator; functions belong to objects, as in Fn.${text.slice(0, 40)}`,
    );
  }
  return constant ?? { kind: 'variable', name: text };
}

/** After `[`: `a, b]`, `k: v, k: v]`, `]` or, for the empty map, `:]`. */
function readListOrMap(tokens: TokenReader): Node {
  if (tokens.skip(':')) {
    tokens.expect(']');
    return { kind: 'map', entries: [] };
  }
  if (tokens.skip(']')) return { kind: 'list', items: [] };
  const first = readExpression(tokens);
  if (tokens.isSymbol(':')) return readMap(tokens, first);
  if (tokens.skip(']')) return { kind: 'list', items: [first] };
  tokens.expect(',');
  return { kind: 'list', items: [first, ...readItems(tokens, ']')] };
}

function readMap(tokens: TokenReader, firstKey: Node): Node {
  const entries: [Node, Node][] = [];
  let key = firstKey;
  for (;;) {
    tokens.expect(':');
    entries.push([key, readExpression(tokens)]);
    if (tokens.skip(']')) return { kind: 'map', entries };
    if (!tokens.skip(',')) throw tokens.unexpected('"," or "]"');
    key = readExpression(tokens);
  }
}

/** Expressions with commas between them, up to the closing symbol. */
function readItems(tokens: TokenReader, close: ')' | ']'): Node[] {
  if (close === ')' && tokens.skip(close)) return [];
  const items: Node[] = [];
  for (;;) {
    items.push(tokens.nested(() => readExpression(tokens)));
    if (tokens.skip(close)) return items;
    if (!tokens.skip(',')) throw tokens.unexpected(`"," or "${close}"`);
  }
}
