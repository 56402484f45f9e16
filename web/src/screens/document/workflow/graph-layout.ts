import type { Graph } from '../../../api/workflows.ts';

export const nodeWidth = 168;
export const nodeHeight = 52;
const margin = 16;
const loopWidth = 72;

type Node = Graph['nodes'][number];
type Transition = Graph['transitions'][number];

export interface PlacedNode {
  readonly node: Node;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedTransition {
  readonly transition: Transition;
  /** Of an SVG path. */
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly transitions: readonly PlacedTransition[];
}

/** The nodes at the places that the model gives them, far enough from each other. */
export function layoutOf({ nodes, transitions }: Graph): Layout {
  const hasLoops = transitions.some((each) => each.nodeSourceId === each.nodeTargetId);
  const left = margin + nodeWidth / 2 + (hasLoops ? loopWidth : 0);
  const columns = spread(
    nodes.map(({ x }) => x),
    nodeWidth + 40,
  );
  const rows = spread(
    nodes.map(({ y }) => y),
    nodeHeight + 56,
  );
  const placed = nodes.map((node) => ({
    node,
    x: left + (columns.get(node.x) ?? 0),
    y: margin + nodeHeight / 2 + (rows.get(node.y) ?? 0),
  }));
  const byId = new Map(placed.map((each) => [each.node.id, each]));
  return {
    width: Math.max(0, ...placed.map(({ x }) => x)) + nodeWidth / 2 + margin,
    height: Math.max(0, ...placed.map(({ y }) => y)) + nodeHeight / 2 + margin,
    nodes: placed,
    transitions: transitions.flatMap((transition, at) => {
      const from = byId.get(transition.nodeSourceId);
      const to = byId.get(transition.nodeTargetId);
      return from && to ? [place(transition, from, to, parallelsBefore(transitions, at))] : [];
    }),
  };
}

/** Coordinates in their order; those that are close to each other share one place. */
function spread(values: readonly number[], step: number): ReadonlyMap<number, number> {
  const near = 60;
  const places = new Map<number, number>();
  let last: number | undefined;
  let count = -1;
  for (const value of [...new Set(values)].sort((a, b) => a - b)) {
    if (last === undefined || value - last > near) {
      count += 1;
      last = value;
    }
    places.set(value, count * step);
  }
  return places;
}

/** Transitions before it between the same two nodes, in any direction. */
function parallelsBefore(transitions: readonly Transition[], at: number): number {
  const pairOf = ({ nodeSourceId, nodeTargetId }: Transition): string =>
    [nodeSourceId, nodeTargetId].sort().join(' ');
  const own = transitions[at];
  return own ? transitions.slice(0, at).filter((each) => pairOf(each) === pairOf(own)).length : 0;
}

function place(
  transition: Transition,
  from: PlacedNode,
  to: PlacedNode,
  parallels: number,
): PlacedTransition {
  if (from === to) return loop(transition, from, parallels);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  // Each further one between two nodes makes a wider bow.
  const bow = (parallels % 2 === 0 ? 1 : -1) * Math.ceil(parallels / 2) * 56;
  const middleX = (from.x + to.x) / 2 - (dy / length) * bow;
  const middleY = (from.y + to.y) / 2 + (dx / length) * bow;
  const start = edgeTowards(from, middleX, middleY);
  const end = edgeTowards(to, middleX, middleY);
  return {
    transition,
    path: `M${start} Q${middleX} ${middleY} ${end}`,
    labelX: (from.x + to.x) / 4 + middleX / 2,
    labelY: (from.y + to.y) / 4 + middleY / 2,
  };
}

/** On the left of its node, further ones below the first. */
function loop(transition: Transition, { x, y }: PlacedNode, parallels: number): PlacedTransition {
  const left = x - nodeWidth / 2;
  const top = y - 18 + parallels * 22;
  const path = `M${left} ${top} C${left - 30} ${top - 8} ${left - 30} ${top + 20} ${left} ${top + 12}`;
  return { transition, path, labelX: left - 48, labelY: top + 10 };
}

/** Where the line from the middle of a node to a point leaves its box. */
function edgeTowards({ x, y }: PlacedNode, toX: number, toY: number): string {
  const [dx, dy] = [toX - x, toY - y];
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : nodeWidth / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : nodeHeight / 2 / Math.abs(dy),
    1,
  );
  return `${x + dx * scale} ${y + dy * scale}`;
}
