import type { PropertyValue } from '../value.ts';

/** `ready` before its first node runs; an ended instance is `done` or `canceled`. */
export type InstanceState = 'ready' | 'running' | 'done' | 'canceled';

export type TaskState = 'opened' | 'ended' | 'cancelled';

/** As the reference server names the states of nodes. */
export type NodeState = 'ready' | 'waiting' | 'running_input' | 'suspended' | 'running_output';

/** By name, as properties of documents have them: a date is epoch milliseconds, a blob its description. */
export type VariableValues = Readonly<Record<string, PropertyValue>>;

/** What a node knows of one of its tasks. */
export interface NodeTask {
  readonly id: string;
  /** Who may end it, as in its rows: names without prefixes. */
  readonly actors: readonly string[];
  readonly delegatedActors: readonly string[];
  /** The one it was given to, or the user who ended it. */
  readonly actor: string | null;
  readonly comment: string | null;
  /** The button; null while it is open. */
  readonly status: string | null;
  readonly isEnded: boolean;
}

/** What an instance stores of a node that has run at least once, or waits to. */
export interface NodeRecord {
  readonly state: NodeState;
  /** How often it has run. */
  readonly count: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** When its tasks are due. */
  readonly dueMs: number | null;
  readonly lastActor: string | null;
  /** The button of the last task that was ended. */
  readonly button: string | null;
  readonly variables: VariableValues;
  readonly tasks: readonly NodeTask[];
  /** `<node>/<transition>` for the transitions taken to reach a node that joins them, since it last ran. */
  readonly arrivals: readonly string[];
  /** Escalation rules that have run since it began to wait. */
  readonly escalated: readonly string[];
  /** The instance it waits for; null for none. */
  readonly subInstanceId: string | null;
}

/** The state of an instance as its row has it. */
export interface WorkflowInstance {
  readonly id: string;
  readonly modelName: string;
  readonly modelDigest: string;
  readonly state: InstanceState;
  readonly initiator: string;
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly parentId: string | null;
  readonly parentNode: string | null;
  readonly variables: VariableValues;
  readonly nodes: Readonly<Record<string, NodeRecord>>;
}

/** The `due_key` of a task without a date: the largest integer that JSON has exactly. */
export const noDueKey = Number.MAX_SAFE_INTEGER;

/** `bob` for `user:bob` and `group:bob`: the form in which rights name them. */
export function plainActor(name: string): string {
  return name.replace(/^(?:user|group):/u, '');
}
