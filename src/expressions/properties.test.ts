import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { evaluateExpression, evaluateText } from './evaluate.ts';
import { parseExpression } from './expression-parser.ts';
import { type BinaryOperator, createBinary, createSign, type Node } from './syntax-tree.ts';
import type { ExpressionValue } from './value.ts';

const scope = createMapScope(
  new Map<string, ExpressionValue>([
    ['n', 7],
    ['s', 'text'],
    ['l', [1, 'a', null]],
    ['m', new Map<string, ExpressionValue>([['k', 2]])],
    ['none', null],
  ]),
);

const tokens: Readonly<Record<string, string>> = { and: '&&', or: '||' };

/** Source that reads as exactly this tree: brackets around everything that is no single value. */
function print(node: Node): string {
  switch (node.kind) {
    case 'literal':
      return printLiteral(node.value, node.isDecimal);
    case 'empty':
      return 'empty';
    case 'variable':
      return node.name;
    case 'list':
      return `[${node.items.map(print).join(', ')}]`;
    case 'map':
      return `[${node.entries.map(([key, value]) => `${print(key)}:${print(value)}`).join(',') || ':'}]`;
    case 'member':
      return `${print(node.target)}${node.isNullSafe ? '.?' : '.'}${node.name}`;
    case 'index':
      return `${print(node.target)}[${print(node.key)}]`;
    case 'call':
      return `${print(node.target)}${node.isNullSafe ? '?.' : '.'}${node.name}(${node.args.map(print).join(',')})`;
    case 'not':
      return `(!${print(node.operand)})`;
    case 'negative':
      return `(-${print(node.operand)})`;
    case 'choice':
      return `(${print(node.condition)} ? ${print(node.yes)} : ${print(node.no)})`;
    default:
      return `(${print(node.left)} ${tokens[node.operator] ?? node.operator} ${print(node.right)})`;
  }
}

function printLiteral(value: ExpressionValue, isDecimal: boolean): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return isDecimal ? `${String(value)}d` : String(value);
}

const operators = fc.constantFrom<BinaryOperator>(
  ...(['and', 'or', '==', '!=', '<', '<=', '>', '>=', 'contains', 'in'] as const),
  ...(['+', '-', '*', '/', '%', '+', '=='] as const),
);
const names = fc.constantFrom('size', 'k', 'length', 'unknown');
const methods = fc.constantFrom('size', 'get', 'contains', 'toString', 'indexOf', 'unknown');

const literals: fc.Arbitrary<Node> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.nat(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
    fc.boolean(),
    fc.constant(null),
  )
  .map((value) => ({ kind: 'literal', value, isDecimal: false }));
const decimals: fc.Arbitrary<Node> = fc
  .nat({ max: 1000 })
  .map((value) => ({ kind: 'literal', value: value / 8, isDecimal: true }));
const leaves: fc.Arbitrary<Node> = fc.oneof(
  literals,
  decimals,
  fc.constant<Node>({ kind: 'empty' }),
  fc.constantFrom('n', 's', 'l', 'm', 'none', 'missing').map(
    (name): Node => ({
      kind: 'variable',
      name,
    }),
  ),
);

const { tree } = fc.letrec<{ tree: Node }>((tie) => {
  const node = tie('tree');
  return {
    tree: fc.oneof(
      { maxDepth: 6, depthSize: 'medium' },
      leaves,
      fc.tuple(operators, node, node).map((given) => createBinary(...given)),
      fc
        .tuple(fc.constantFrom('not' as const, 'negative' as const), node)
        .map((given) => createSign(...given)),
      fc.array(node, { maxLength: 3 }).map((items): Node => ({ kind: 'list', items })),
      fc
        .array(fc.tuple(literals, node), { maxLength: 3 })
        .map((entries): Node => ({ kind: 'map', entries })),
      fc
        .tuple(node, names, fc.boolean())
        .map(([target, name, isNullSafe]): Node => ({ kind: 'member', target, name, isNullSafe })),
      fc.tuple(node, node).map(([target, key]): Node => ({ kind: 'index', target, key })),
      fc.tuple(node, methods, fc.array(node, { maxLength: 2 }), fc.boolean()).map(
        ([target, name, args, isNullSafe]): Node => ({
          kind: 'call',
          target,
          name,
          args,
          isNullSafe,
        }),
      ),
      fc
        .tuple(node, node, node)
        .map(([condition, yes, no]): Node => ({ kind: 'choice', condition, yes, no })),
    ),
  };
});

/** A value, or what was wrong. */
async function outcomeOf(root: Node): Promise<unknown> {
  try {
    return { value: await evaluateExpression({ root }, scope) };
  } catch (error) {
    if (!isAppError(error) || error.status !== 400) throw error;
    return { refusal: error.message };
  }
}

test('a printed tree is parsed to the same tree, and has the same value', async () => {
  let values = 0;
  await fc.assert(
    fc.asyncProperty(tree, async (root) => {
      const parsed = parseExpression(print(root)).root;
      expect(parsed).toEqual(root);
      const outcome = await outcomeOf(root);
      expect(await outcomeOf(parsed)).toEqual(outcome);
      if (typeof outcome === 'object' && outcome !== null && 'value' in outcome) values += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(values).toBeGreaterThan(100);
});

const integers = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }),
);

type Compute = (left: bigint, right: bigint) => bigint | boolean;

const reference: Readonly<Record<string, Compute>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '<': (left, right) => left < right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
};

test.each(Object.entries(reference))('%s of integers is exact', async (operator, compute) => {
  await fc.assert(
    fc.asyncProperty(integers, integers, async (left, right) => {
      fc.pre(right !== 0n || !'/%'.includes(operator));
      const value = await evaluateText(`${left} ${operator} (${right})`, scope);
      const expected = compute(left, right);
      if (typeof expected === 'boolean') {
        expect(value).toBe(expected);
        return;
      }
      expect(typeof value === 'number' || typeof value === 'bigint').toBe(true);
      expect(BigInt(value as number | bigint)).toBe(expected);
      // One form for each integer: a number while it is safe, and never a negative zero.
      const isSafe = Number.isSafeInteger(Number(expected));
      expect(typeof value).toBe(isSafe ? 'number' : 'bigint');
      expect(Object.is(value, -0)).toBe(false);
    }),
  );
});

test('operators without brackets group as those with brackets around the tighter ones', async () => {
  const levels: readonly (readonly BinaryOperator[])[] = [
    ['or'],
    ['and'],
    ['==', '!='],
    ['<', '<=', '>', '>=', 'in', 'contains'],
    ['+', '-'],
    ['*', '/', '%'],
  ];
  const levelOf = (operator: BinaryOperator): number =>
    levels.findIndex((level) => level.includes(operator));
  const all = fc.constantFrom(...levels.flat());
  const [a, b, c] = ['a', 'b', 'c'].map((name): Node => ({ kind: 'variable', name })) as [
    Node,
    Node,
    Node,
  ];
  fc.assert(
    fc.property(all, all, (first, second) => {
      const expected =
        levelOf(second) > levelOf(first)
          ? createBinary(first, a, createBinary(second, b, c))
          : createBinary(second, createBinary(first, a, b), c);
      expect(parseExpression(`a ${first} b ${second} c`).root).toEqual(expected);
    }),
  );
});
