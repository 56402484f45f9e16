import { accessIndex, accessMember } from './access.ts';
import { invalid, shown } from './expression-error.ts';
import { evaluate } from './interpreter.ts';
import { withEntry } from './members.ts';
import { requireCondition } from './operators.ts';
import type { Run } from './run.ts';
import type { IndexNode, MemberNode, Node, Statement, TargetNode } from './syntax-tree.ts';
import { type ExpressionValue, HostObject, isList, isMap, kindName } from './value.ts';

/** The value of the last statement that was executed. */
export async function execute(
  statements: readonly Statement[],
  run: Run,
  depth: number,
): Promise<ExpressionValue> {
  let last: ExpressionValue = null;
  for (const statement of statements) {
    run.budget.charge(1);
    last = await executeOne(statement, run, depth);
  }
  return last;
}

async function executeOne(statement: Statement, run: Run, depth: number): Promise<ExpressionValue> {
  switch (statement.kind) {
    case 'value':
      return await evaluate(statement.value, run, depth);
    case 'assign': {
      const place = await findPlace(statement.target, run, depth);
      const value = await evaluate(statement.value, run, depth);
      await assign(place, value, run);
      return value;
    }
    case 'if': {
      const isYes = requireCondition(await evaluate(statement.condition, run, depth));
      return await execute(isYes ? statement.yes : statement.no, run, depth + 1);
    }
    case 'foreach':
      return await executeLoop(statement, run, depth);
  }
}

async function executeLoop(
  { name, list, body }: Extract<Statement, { kind: 'foreach' }>,
  run: Run,
  depth: number,
): Promise<ExpressionValue> {
  const items = await evaluate(list, run, depth);
  if (!isList(items)) {
    throw invalid(`foreach needs a list, not ${kindName(items)}; of a map take keySet()`);
  }
  return await run.withVariable(name, async (set) => {
    let last: ExpressionValue = null;
    for (const item of items) {
      run.budget.charge(1);
      set(item);
      last = await execute(body, run, depth + 1);
    }
    return last;
  });
}

interface Step {
  readonly container: ExpressionValue;
  readonly node: MemberNode | IndexNode;
  readonly key: ExpressionValue;
}

interface Place {
  readonly root: Node;
  /** From the root inwards; empty when the target is the variable itself. */
  readonly steps: readonly Step[];
}

/** The target of an assignment. Every key is evaluated once, before the value. */
async function findPlace(target: TargetNode, run: Run, depth: number): Promise<Place> {
  const accesses: (MemberNode | IndexNode)[] = [];
  let root: Node = target;
  while (root.kind === 'member' || root.kind === 'index') {
    accesses.unshift(root);
    root = root.target;
  }
  const steps: Step[] = [];
  let container = accesses.length === 0 ? null : await evaluate(root, run, depth);
  for (const node of accesses) {
    run.budget.charge(1);
    const key = node.kind === 'member' ? node.name : await evaluate(node.key, run, depth);
    steps.push({ container, node, key });
    if (node === target) break;
    container = await (node.kind === 'member'
      ? accessMember(container, node.name)
      : accessIndex(container, key));
  }
  return { root, steps };
}

/**
 * Maps and lists may be shared, so they are copied with the new entry, and the copy replaces the
 * old one in its container, and so on up to a host object or a variable.
 */
async function assign({ root, steps }: Place, value: ExpressionValue, run: Run): Promise<void> {
  let current = value;
  for (const { container, node, key } of steps.toReversed()) {
    if (container instanceof HostObject) {
      await assignToHost(container, { node, key }, current);
      return;
    }
    if (isList(container)) run.budget.chargeItems(container.length);
    if (isMap(container)) run.budget.chargeItems(container.size);
    const copy = withEntry(container, key, current);
    if (copy === undefined) {
      throw invalid(`Cannot set an entry of ${kindName(container)}; use a map or a list`);
    }
    current = copy;
  }
  if (root.kind !== 'variable') {
    throw invalid('Cannot assign to a part of a computed value; put it into a variable first');
  }
  await run.setVariable(root.name, current);
}

async function assignToHost(
  host: HostObject,
  { node, key }: Pick<Step, 'node' | 'key'>,
  value: ExpressionValue,
): Promise<void> {
  const isSet = await (node.kind === 'member'
    ? host.set?.(node.name, value)
    : host.setIndex?.(key, value));
  if (isSet === true) return;
  const what = node.kind === 'member' ? `the member ${shown(node.name)}` : 'entries';
  throw invalid(`Cannot set ${what} of this object; it is read-only or unknown`);
}
