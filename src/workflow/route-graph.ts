import type { Transition, WorkflowModel, WorkflowNode } from '../model/workflow/workflow-model.ts';

/** A transition with the node that it leaves. */
interface Edge {
  readonly source: WorkflowNode;
  readonly transition: Transition;
}

/** The nodes of a model and how they are connected. */
export class RouteGraph {
  readonly #nodes: ReadonlyMap<string, WorkflowNode>;
  readonly #incoming = new Map<string, Edge[]>();
  readonly #loops = new Set<Transition>();

  constructor({ nodes }: WorkflowModel) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const source of nodes) {
      for (const transition of source.transitions) {
        const edges = this.#incoming.get(transition.target) ?? [];
        edges.push({ source, transition });
        this.#incoming.set(transition.target, edges);
      }
    }
    const start = nodes.find(({ isStart }) => isStart);
    if (start) this.#markLoops(start);
  }

  find(id: string): WorkflowNode | undefined {
    return this.#nodes.get(id);
  }

  incoming(node: WorkflowNode): readonly Edge[] {
    return this.#incoming.get(node.id) ?? [];
  }

  /** All nodes from which the node is reached, without following transitions that lead back. */
  upstream(node: WorkflowNode): ReadonlySet<WorkflowNode> {
    const found = new Set<WorkflowNode>();
    const queue = [node];
    for (let at = queue.pop(); at; at = queue.pop()) {
      for (const { source, transition } of this.incoming(at)) {
        if (this.#loops.has(transition) || found.has(source) || source === node) continue;
        found.add(source);
        queue.push(source);
      }
    }
    return found;
  }

  /** Transitions to a node on the way from the start to the node that they leave. */
  #markLoops(start: WorkflowNode): void {
    const done = new Set<string>();
    const trail = new Set<string>([start.id]);
    const walk = [{ node: start, next: inOrder(start).values() }];
    for (let at = walk.at(-1); at; at = walk.at(-1)) {
      const { value: transition } = at.next.next();
      if (!transition) {
        trail.delete(at.node.id);
        done.add(at.node.id);
        walk.pop();
        continue;
      }
      const target = this.#nodes.get(transition.target);
      if (trail.has(transition.target)) this.#loops.add(transition);
      else if (target && !done.has(target.id)) {
        trail.add(target.id);
        walk.push({ node: target, next: inOrder(target).values() });
      }
    }
  }
}

/** Transitions in the order in which they are evaluated. */
export function inOrder({ transitions }: WorkflowNode): readonly Transition[] {
  return transitions.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** How the instance notes that a transition was taken. */
export function arrivalName({ source, transition }: Edge): string {
  return `${source.id}/${transition.name}`;
}
