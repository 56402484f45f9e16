import type { GraphPoint, WorkflowModel, WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { NodeRecord } from '../model/workflow/workflow-state.ts';
import {
  arrayOf,
  entityOf,
  flag,
  type JsonOf,
  number,
  objectOf,
  oneOf,
  text,
} from './json-schema.ts';

const nodeSchema = objectOf({
  x: number,
  y: number,
  isForkNode: flag,
  isStartNode: flag,
  isEndNode: flag,
  id: text,
  title: text,
  state: oneOf('ready', 'waiting', 'running_input', 'suspended', 'running_output'),
  isMerge: flag,
  isMultiTask: flag,
  hasSubWorkflow: flag,
  forkNode: flag,
  startNode: flag,
  endNode: flag,
});

const transitionSchema = objectOf({
  nodeSourceId: text,
  nodeTargetId: text,
  label: text,
  path: arrayOf(objectOf({ x: number, y: number })),
});

/** The nodes of a workflow and how they are connected, for clients that draw it. */
export const graphSchema = entityOf('graph', {
  nodes: arrayOf(nodeSchema),
  transitions: arrayOf(transitionSchema),
});

interface GraphWriting {
  /** The nodes of an instance that have run, or wait to; a model has none. */
  readonly records: Readonly<Record<string, NodeRecord>>;
  /** The text of a label in the language of the request. */
  translate(key: string): string;
}

export function writeGraph(
  { nodes }: WorkflowModel,
  { records, translate }: GraphWriting,
): JsonOf<typeof graphSchema> {
  return {
    'entity-type': 'graph',
    nodes: nodes.map((node) => writeNode(node, translate(node.title), records[node.id])),
    transitions: nodes.flatMap(({ id, transitions }) =>
      transitions.map(({ target, label, path }) => ({
        nodeSourceId: id,
        nodeTargetId: target,
        label: translate(label),
        path: path.map(({ x, y }: GraphPoint) => ({ x, y })),
      })),
    ),
  };
}

/** Clients read the three kinds under either name. */
function writeNode(
  node: WorkflowNode,
  title: string,
  record: NodeRecord | undefined,
): JsonOf<typeof nodeSchema> {
  const isFork = !node.task && !node.takesFirstTransition && node.transitions.length > 1;
  return {
    x: node.x,
    y: node.y,
    isForkNode: isFork,
    isStartNode: node.isStart,
    isEndNode: node.isStop,
    id: node.id,
    title,
    state: record?.state ?? 'ready',
    isMerge: node.merge !== null,
    isMultiTask: node.task?.isForEachActor ?? false,
    hasSubWorkflow: node.subWorkflow !== null,
    forkNode: isFork,
    startNode: node.isStart,
    endNode: node.isStop,
  };
}
