import type { Transition, WorkflowModel, WorkflowNode } from './workflow-model.ts';

/** A transition with the nodes at its ends. */
export interface Edge {
  readonly source: WorkflowNode;
  readonly target: WorkflowNode;
  readonly transition: Transition;
}

/** The nodes of a model and the transitions between them; those to unknown nodes are left out. */
export class NodeGraph {
  readonly nodes: readonly WorkflowNode[];
  readonly #outgoing = new Map<WorkflowNode, Edge[]>();
  readonly #incoming = new Map<WorkflowNode, Edge[]>();

  constructor({ nodes }: WorkflowModel) {
    this.nodes = nodes;
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const source of nodes) {
      for (const transition of source.transitions) {
        const target = byId.get(transition.target);
        if (target) this.#add({ source, target, transition });
      }
    }
  }

  outgoing(node: WorkflowNode): readonly Edge[] {
    return this.#outgoing.get(node) ?? [];
  }

  incoming(node: WorkflowNode): readonly Edge[] {
    return this.#incoming.get(node) ?? [];
  }

  /** All nodes that can be reached over edges that `follows` accepts, the first ones included. */
  reachable(
    first: readonly WorkflowNode[],
    follows: (edge: Edge) => boolean = () => true,
  ): ReadonlySet<WorkflowNode> {
    const reached = new Set(first);
    for (const node of reached) {
      for (const edge of this.outgoing(node)) {
        if (follows(edge)) reached.add(edge.target);
      }
    }
    return reached;
  }

  #add(edge: Edge): void {
    addTo(this.#outgoing, edge.source, edge);
    addTo(this.#incoming, edge.target, edge);
  }
}

function addTo(map: Map<WorkflowNode, Edge[]>, node: WorkflowNode, edge: Edge): void {
  const known = map.get(node);
  if (known) known.push(edge);
  else map.set(node, [edge]);
}
