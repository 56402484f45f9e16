import { checkUnique } from './check-unique.ts';
import { waits } from './node-facts.ts';
import { NodeGraph } from './node-graph.ts';
import type { ReportProblem } from './workflow-format.ts';
import type { WorkflowModel, WorkflowNode } from './workflow-model.ts';

/** Reports problems of the nodes of a model and the transitions between them. */
export function checkGraph(model: WorkflowModel, report: ReportProblem): void {
  const { nodes } = model;
  checkUnique(
    nodes.map(({ id }) => id),
    (index, message) => report(`nodes[${index}].id`, message),
  );
  checkEnds(nodes, report);
  const ids = new Set(nodes.map(({ id }) => id));
  for (const [index, node] of nodes.entries()) {
    for (const [at, { target }] of node.transitions.entries()) {
      if (ids.has(target)) continue;
      report(`nodes[${index}].transitions[${at}].target`, `there is no node "${target}"`);
    }
    if (!node.isStop && node.transitions.length === 0) {
      report(
        `nodes[${index}].transitions`,
        `the workflow would stay at "${node.id}" for ever: add a transition, or make it a stop node`,
      );
    }
  }
  // With several nodes of one name it is not known which one a transition means.
  if (ids.size < nodes.length) return;
  const graph = new NodeGraph(model);
  checkReached(graph, report);
  checkCircles(graph, report);
}

function checkEnds(nodes: readonly WorkflowNode[], report: ReportProblem): void {
  const starts = nodes.filter(({ isStart }) => isStart);
  if (starts.length === 0) report('nodes', 'there is no start node: give one "start": true');
  if (starts.length > 1) {
    const names = starts.map(({ id }) => id).join(', ');
    report('nodes', `there are ${starts.length} start nodes (${names}); keep one of them`);
  }
  if (!nodes.some(({ isStop }) => isStop)) {
    report('nodes', 'there is no stop node: give the last one "stop": true');
  }
}

function checkReached(graph: NodeGraph, report: ReportProblem): void {
  const starts = graph.nodes.filter(({ isStart }) => isStart);
  if (starts.length === 0) return;
  const reached = graph.reachable(starts);
  for (const [index, node] of graph.nodes.entries()) {
    if (reached.has(node)) continue;
    report(`nodes[${index}]`, `no transitions lead from the start to "${node.id}"; remove it`);
  }
}

/** Each run of such a circle would be followed by the next at once. */
function checkCircles(graph: NodeGraph, report: ReportProblem): void {
  for (const circle of circlesWithoutWait(graph)) {
    const [first] = circle;
    if (!first) continue;
    const way = [...circle, first].map(({ id }) => id).join(' → ');
    report(
      `nodes[${graph.nodes.indexOf(first)}].transitions`,
      `the circle ${way} never waits: give one of its nodes a task or a sub-workflow`,
    );
  }
}

/** Circles of nodes none of which waits: at least one for each group that reaches itself. */
function circlesWithoutWait(graph: NodeGraph): readonly (readonly WorkflowNode[])[] {
  const circles: (readonly WorkflowNode[])[] = [];
  const seen = new Set<WorkflowNode>();
  for (const node of graph.nodes) {
    if (waits(node) || seen.has(node)) continue;
    const circle = findCircle(graph, node);
    if (!circle) continue;
    if (!circle.some((member) => seen.has(member))) circles.push(circle);
    for (const member of circle) seen.add(member);
  }
  return circles;
}

/** The shortest way from a node back to it that does not wait. */
function findCircle(graph: NodeGraph, start: WorkflowNode): readonly WorkflowNode[] | undefined {
  const cameFrom = new Map<WorkflowNode, WorkflowNode>();
  const queue = [start];
  for (const node of queue) {
    for (const { target } of graph.outgoing(node)) {
      if (target === start) return wayTo(node, cameFrom);
      if (waits(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return undefined;
}

function wayTo(
  end: WorkflowNode,
  cameFrom: ReadonlyMap<WorkflowNode, WorkflowNode>,
): readonly WorkflowNode[] {
  const way = [end];
  for (let node = cameFrom.get(end); node; node = cameFrom.get(node)) way.unshift(node);
  return way;
}
