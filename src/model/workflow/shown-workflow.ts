import type { WorkflowModel, WorkflowNode } from './workflow-model.ts';
import type {
  InstanceState,
  NodeRecord,
  TaskState,
  VariableValues,
  WorkflowInstance,
} from './workflow-state.ts';

/** An instance of a workflow as clients are shown it. */
export interface ShownWorkflow {
  readonly id: string;
  /** Of its document. */
  readonly name: string;
  readonly state: InstanceState;
  readonly modelName: string;
  /** The content it began with; undefined where that cannot be read any more. */
  readonly model: WorkflowModel | undefined;
  readonly initiator: string;
  /** Of the documents that still exist, in the order in which they were attached. */
  readonly documentIds: readonly string[];
  readonly variables: VariableValues;
  readonly nodes: Readonly<Record<string, NodeRecord>>;
}

/** The instance of a task, whether or not the caller may read that. */
interface TaskWorkflow extends WorkflowInstance {
  /** The content it began with; undefined where that cannot be read any more. */
  readonly model: WorkflowModel | undefined;
}

interface TaskComment {
  readonly author: string | null;
  readonly text: string | null;
  readonly createdMs: number | null;
}

/** A task as clients are shown it. */
export interface ShownTask {
  readonly id: string;
  /** The title of its node. */
  readonly name: string;
  readonly state: TaskState;
  readonly directive: string | null;
  readonly initiator: string;
  readonly createdMs: number;
  readonly dueMs: number | null;
  readonly nodeId: string;
  /** As assigned: they may have the prefix `user:` or `group:`. */
  readonly actors: readonly string[];
  readonly delegatedActors: readonly string[];
  readonly comments: readonly TaskComment[];
  /** Of the documents that still exist. */
  readonly documentIds: readonly string[];
  /** Also where the instance does not exist any more; null for a task without one. */
  readonly instanceId: string | null;
  readonly workflow: TaskWorkflow | null;
}

/** The node that has made the task; undefined without an instance. */
export function nodeOf({ nodeId, workflow }: ShownTask): WorkflowNode | undefined {
  return workflow?.model?.nodes.find(({ id }) => id === nodeId);
}
