import { accessIndex, accessMember, accessMethod } from './access.ts';
import { equal } from './equality.ts';
import { limitReached } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { keyOf } from './members.ts';
import { arithmetic, holds, isEmpty, isOrdered, negate, requireCondition } from './operators.ts';
import type { Run } from './run.ts';
import type {
  CallNode,
  ContainmentNode,
  EqualityNode,
  LogicNode,
  MapNode,
  Node,
} from './syntax-tree.ts';
import type { ExpressionValue } from './value.ts';

/** The value of a node. Every node is one step; `depth` counts the nodes above it. */
export async function evaluate(node: Node, run: Run, depth: number): Promise<ExpressionValue> {
  run.budget.charge(1);
  if (run.budget.isPauseDue()) await run.budget.pause();
  if (depth >= expressionLimits.treeDepthMax) {
    throw limitReached(
      `The expression has more than ${expressionLimits.treeDepthMax} operators in a row; split it up`,
    );
  }
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'empty':
      return '';
    case 'variable':
      return await run.variable(node.name);
    case 'list':
      return await evaluateAll(node.items, run, depth + 1);
    case 'map':
      return await evaluateMap(node, run, depth + 1);
    case 'member':
    case 'index':
    case 'call':
      return await evaluateAccess(node, run, depth + 1);
    default:
      return await evaluateOperator(node, run, depth + 1);
  }
}

type AccessNode = Extract<Node, { kind: 'member' | 'index' | 'call' }>;
type OperatorNode = Exclude<
  Node,
  AccessNode | { kind: 'literal' | 'empty' | 'variable' | 'list' | 'map' }
>;

async function evaluateOperator(
  node: OperatorNode,
  run: Run,
  depth: number,
): Promise<ExpressionValue> {
  const { budget } = run;
  switch (node.kind) {
    case 'not':
      return !requireCondition(await evaluate(node.operand, run, depth));
    case 'negative':
      return negate(await evaluate(node.operand, run, depth));
    case 'arithmetic': {
      const pair = await evaluatePair(node, run, depth);
      return arithmetic(node.operator, pair, { isDecimal: node.isDecimal, budget });
    }
    case 'order':
      return isOrdered(node.operator, await evaluatePair(node, run, depth), budget);
    case 'equality':
      return await evaluateEquality(node, run, depth);
    case 'containment':
      return await evaluateContainment(node, run, depth);
    case 'logic':
      return await evaluateLogic(node, run, depth);
    case 'choice': {
      const isYes = requireCondition(await evaluate(node.condition, run, depth));
      return await evaluate(isYes ? node.yes : node.no, run, depth);
    }
  }
}

async function evaluatePair(
  { left, right }: { readonly left: Node; readonly right: Node },
  run: Run,
  depth: number,
): Promise<[ExpressionValue, ExpressionValue]> {
  const first = await evaluate(left, run, depth);
  return [first, await evaluate(right, run, depth)];
}

async function evaluateAll(
  nodes: readonly Node[],
  run: Run,
  depth: number,
): Promise<ExpressionValue[]> {
  const values: ExpressionValue[] = [];
  for (const node of nodes) values.push(await evaluate(node, run, depth));
  return values;
}

async function evaluateMap(
  { entries }: MapNode,
  run: Run,
  depth: number,
): Promise<ExpressionValue> {
  const map = new Map<string, ExpressionValue>();
  for (const [key, value] of entries) {
    const name = keyOf(await evaluate(key, run, depth));
    map.set(name, await evaluate(value, run, depth));
  }
  return map;
}

async function evaluateAccess(node: AccessNode, run: Run, depth: number): Promise<ExpressionValue> {
  const target = await evaluate(node.target, run, depth);
  if (node.kind === 'index') return await accessIndex(target, await evaluate(node.key, run, depth));
  if (target === null && node.isNullSafe) return null;
  return node.kind === 'member'
    ? await accessMember(target, node.name)
    : await evaluateCall(node, target, { run, depth });
}

async function evaluateCall(
  node: CallNode,
  target: ExpressionValue,
  { run, depth }: { readonly run: Run; readonly depth: number },
): Promise<ExpressionValue> {
  const args = await evaluateAll(node.args, run, depth);
  return await accessMethod(target, { name: node.name, args }, run);
}

async function evaluateEquality(
  { operator, left, right }: EqualityNode,
  run: Run,
  depth: number,
): Promise<boolean> {
  const isWanted = operator === '==';
  if (left.kind === 'empty' || right.kind === 'empty') {
    const asked = right.kind === 'empty' ? left : right;
    return isEmpty(await evaluate(asked, run, depth)) === isWanted;
  }
  const [first, second] = await evaluatePair({ left, right }, run, depth);
  return equal(first, second, run.budget) === isWanted;
}

async function evaluateContainment(
  node: ContainmentNode,
  run: Run,
  depth: number,
): Promise<boolean> {
  const [left, right] = await evaluatePair(node, run, depth);
  return node.operator === 'in' ? holds(right, left, run.budget) : holds(left, right, run.budget);
}

async function evaluateLogic(
  { operator, left, right }: LogicNode,
  run: Run,
  depth: number,
): Promise<boolean> {
  const first = requireCondition(await evaluate(left, run, depth));
  if (first === (operator === 'or')) return first;
  return requireCondition(await evaluate(right, run, depth));
}
