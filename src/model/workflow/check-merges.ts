import { type Edge, NodeGraph } from './node-graph.ts';
import type { ReportProblem } from './workflow-format.ts';
import type { WorkflowModel, WorkflowNode } from './workflow-model.ts';

/**
 * Reports nodes that wait for all transitions although not all of them can be taken. Only what the
 * graph shows: conditions that exclude each other are not known before they are evaluated.
 */
export function checkMerges(model: WorkflowModel, report: ReportProblem): void {
  const ids = new Set(model.nodes.map(({ id }) => id));
  if (ids.size < model.nodes.length) return;
  const graph = new NodeGraph(model);
  const starts = model.nodes.filter(({ isStart }) => isStart);
  for (const [index, node] of model.nodes.entries()) {
    if (node.merge !== 'all') continue;
    const problem = findMergeProblem(graph, starts, node);
    if (problem !== undefined) report(`nodes[${index}].merge`, problem);
  }
}

function findMergeProblem(
  graph: NodeGraph,
  starts: readonly WorkflowNode[],
  merge: WorkflowNode,
): string | undefined {
  const incoming = graph.incoming(merge);
  if (incoming.length < 2) return undefined;
  const isBefore = ({ source }: Edge): boolean => source !== merge;
  const before = graph.reachable(starts, isBefore);
  // Nodes that nothing leads to are reported by themselves.
  const all = graph.reachable(starts);
  const late = incoming.find(
    ({ source }) => all.has(source) && (source === merge || !before.has(source)),
  );
  if (late) {
    return `waits for the transition "${late.transition.name}" of "${late.source.id}", which comes after it; use "one"`;
  }
  const choice = findChoice(graph, { starts, merge, incoming });
  return choice
    ? `"${choice.id}" takes only one transition, so that not all that lead to "${merge.id}" are taken; use "one"`
    : undefined;
}

interface Joined {
  readonly starts: readonly WorkflowNode[];
  readonly merge: WorkflowNode;
  readonly incoming: readonly Edge[];
}

/** A node that decides, once, between ways of which none leads to all transitions to be joined. */
function findChoice(
  graph: NodeGraph,
  { starts, merge, incoming }: Joined,
): WorkflowNode | undefined {
  return graph.nodes.find((node) => {
    if (!node.takesFirstTransition || !runsOnce(graph, node)) return false;
    return graph.outgoing(node).every((chosen) => {
      const follows = (edge: Edge): boolean =>
        edge.source !== merge && (edge.source !== node || edge === chosen);
      const reached = graph.reachable(starts, follows);
      return !incoming.every((edge) => reached.has(edge.source) && follows(edge));
    });
  });
}

/** Whether exactly one way leads to the node, so that it runs at most once. */
function runsOnce(graph: NodeGraph, node: WorkflowNode): boolean {
  const passed = new Set<WorkflowNode>();
  for (let at = node; ; ) {
    if (passed.has(at)) return false;
    passed.add(at);
    const [edge, ...others] = graph.incoming(at);
    if (others.length > 0) return false;
    if (!edge) return at.isStart;
    at = edge.source;
  }
}
