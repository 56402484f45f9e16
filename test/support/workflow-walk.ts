import { isAppError } from '../../src/base/errors/app-error.ts';
import { buildWorkflowModels } from '../../src/model/workflow/workflow-file.ts';
import type { WorkflowFileContent } from '../../src/model/workflow/workflow-format.ts';
import type { Random } from './random.ts';

export type Button = 'yes' | 'no';

interface WalkTransition {
  readonly name: string;
  readonly target: string;
  /** Null for always. */
  readonly button: Button | null;
}

interface WalkNode {
  readonly id: string;
  readonly kind: 'start' | 'stop' | 'task' | 'pass';
  readonly merge: 'one' | 'all' | null;
  readonly takesFirst: boolean;
  readonly transitions: readonly WalkTransition[];
}

/** A model in a form that the walk understands by itself. */
export interface WalkModel {
  readonly name: string;
  readonly nodes: readonly WalkNode[];
}

/** A random model that the server accepts. */
export function randomModel(random: Random, name: string): WalkModel {
  for (;;) {
    const model = draw(random, name);
    if (isAccepted(model)) return model;
  }
}

function draw(random: Random, name: string): WalkModel {
  const count = 6 + random.below(6);
  const last = count - 1;
  const targets = Array.from({ length: count }, () => [] as number[]);
  const kinds = Array.from({ length: count }, (_, at): WalkNode['kind'] => {
    if (at === 0) return 'start';
    if (at === last) return 'stop';
    return random.below(5) === 0 ? 'pass' : 'task';
  });
  // The stop is reached late: otherwise most walks would end at once.
  for (let at = 1; at < last; at += 1) targets[random.below(at)]?.push(at);
  targets[last - 1 - random.below(2)]?.push(last);
  for (let at = 0; at < last; at += 1) {
    const own = targets[at] as number[];
    const later = Math.max(1, last - at - 1);
    if (own.length === 0 || random.below(3) === 0) own.push(at + 1 + random.below(later));
    if (kinds[at] === 'task' && random.below(3) === 0) own.push(1 + random.below(at));
  }
  return {
    name,
    nodes: targets.map((own, at) => ({
      id: `n${at}`,
      kind: kinds[at] as WalkNode['kind'],
      merge: at > 0 && random.below(3) === 0 ? random.pick(['one', 'all'] as const) : null,
      takesFirst: random.below(5) === 0,
      transitions: [...new Set(own)].map((target, place) => ({
        name: `t${place}`,
        target: `n${target}`,
        button: kinds[at] === 'task' ? random.pick(['yes', 'no', null] as const) : null,
      })),
    })),
  };
}

function isAccepted(model: WalkModel): boolean {
  const content = { models: [fileModel(model, 'x')] } as unknown as WorkflowFileContent;
  try {
    buildWorkflowModels([{ source: 'walk', content }], () => undefined);
    return true;
  } catch (error) {
    if (isAppError(error, 'workflow.invalid')) return false;
    throw error;
  }
}

/** As files of the setting `workflowFiles` have it. */
export function fileModel({ name, nodes }: WalkModel, actor: string): object {
  return {
    name,
    nodes: nodes.map(({ id, kind, merge, takesFirst, transitions }) => ({
      id,
      ...(kind === 'start' && { start: true }),
      ...(kind === 'stop' && { stop: true }),
      ...(merge !== null && { merge }),
      ...(takesFirst && { firstTransitionOnly: true }),
      ...(kind === 'task' && {
        task: { assignees: [actor], buttons: [{ name: 'yes' }, { name: 'no' }] },
      }),
      ...(kind !== 'stop' && {
        transitions: transitions.map(({ button, ...transition }) => ({
          ...transition,
          ...(button !== null && { condition: `NodeVariables["button"] == "${button}"` }),
        })),
      }),
    })),
  };
}

/** Where a workflow is. */
export interface WalkState {
  readonly open: ReadonlySet<string>;
  /** `node transition` for each join that waits. */
  readonly arrived: ReadonlyMap<string, ReadonlySet<string>>;
  readonly isDone: boolean;
}

/** The state after a step, found in the simplest way; undefined when the step is refused. */
export function walk(
  model: WalkModel,
  before: WalkState | null,
  { node, button }: { readonly node: string; readonly button: Button | null },
): WalkState | undefined {
  const open = new Set(before?.open);
  const arrived = new Map([...(before?.arrived ?? [])].map(([id, names]) => [id, new Set(names)]));
  const at = (id: string) => model.nodes.find((each) => each.id === id) as WalkNode;
  const queue: string[] = [];
  let runs = 0;
  let isDone = false;
  const leave = ({ id, transitions, takesFirst }: WalkNode, pressed: Button | null): boolean => {
    open.delete(id);
    const taken = transitions.filter((each) => each.button === null || each.button === pressed);
    if (taken.length === 0) return false;
    for (const { name, target } of takesFirst ? taken.slice(0, 1) : taken) {
      const names = arrived.get(target) ?? new Set();
      if (at(target).merge !== null) arrived.set(target, names.add(`${id} ${name}`));
      if (at(target).merge === null || !queue.includes(target)) queue.push(target);
    }
    return true;
  };
  const first = at(node);
  if (before) {
    runs += 1;
    if (!leave(first, button)) return undefined;
  } else queue.push(node);
  while (queue.length > 0) {
    const next = at(queue.shift() as string);
    if (open.has(next.id)) {
      if (next.merge === null) return undefined;
      continue;
    }
    if (next.merge === 'all' && !isComplete(model, next, arrived.get(next.id))) continue;
    if (next.merge !== null) {
      for (const id of upstreamOf(model, next.id)) {
        open.delete(id);
        if (queue.includes(id))
          queue.splice(0, queue.length, ...queue.filter((each) => each !== id));
        if (isWaiting(at(id), arrived)) arrived.delete(id);
      }
      arrived.delete(next.id);
    }
    runs += 1;
    if (runs > 100) return undefined;
    if (next.kind === 'task') open.add(next.id);
    else if (next.kind === 'stop') {
      if (queue.length > 0) return undefined;
      isDone = true;
      open.clear();
    } else if (!leave(next, null)) return undefined;
  }
  return { open, arrived, isDone };
}

const isWaiting = ({ id, merge }: WalkNode, arrived: ReadonlyMap<string, unknown>): boolean =>
  merge === 'all' && arrived.has(id);

function isComplete(
  { nodes }: WalkModel,
  { id }: WalkNode,
  names: ReadonlySet<string> | undefined,
): boolean {
  return nodes.every((source) =>
    source.transitions.every(
      ({ name, target }) => target !== id || names?.has(`${source.id} ${name}`),
    ),
  );
}

/** From which nodes a node is reached without going back to where the way has been. */
function upstreamOf({ nodes }: WalkModel, id: string): ReadonlySet<string> {
  const forward = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (at: string, trail: readonly string[]): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const { target } of nodes.find((node) => node.id === at)?.transitions ?? []) {
      if ([...trail, at].includes(target)) continue;
      forward.set(target, [...(forward.get(target) ?? []), at]);
      visit(target, [...trail, at]);
    }
  };
  visit('n0', []);
  const found = new Set<string>();
  const collect = (at: string): void => {
    for (const source of forward.get(at) ?? []) {
      if (found.has(source) || source === id) continue;
      found.add(source);
      collect(source);
    }
  };
  collect(id);
  return found;
}
