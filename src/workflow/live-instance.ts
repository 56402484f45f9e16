import type { PropertyValue } from '../model/value.ts';
import type {
  InstanceState,
  NodeRecord,
  NodeState,
  NodeTask,
  WorkflowInstance,
} from '../model/workflow/workflow-state.ts';

/** A node of an instance during a step. */
export interface LiveNode {
  state: NodeState;
  count: number;
  startedMs: number | null;
  endedMs: number | null;
  dueMs: number | null;
  lastActor: string | null;
  button: string | null;
  variables: Record<string, PropertyValue>;
  tasks: NodeTask[];
  arrivals: string[];
  escalated: string[];
  subInstanceId: string | null;
}

const freshNode: NodeRecord = {
  state: 'ready',
  count: 0,
  startedMs: null,
  endedMs: null,
  dueMs: null,
  lastActor: null,
  button: null,
  variables: {},
  tasks: [],
  arrivals: [],
  escalated: [],
  subInstanceId: null,
};

/** An instance during a step, at whose end it is stored. */
export class LiveInstance {
  readonly #stored: WorkflowInstance;
  readonly #nodes: Map<string, LiveNode>;
  state: InstanceState;
  startedMs: number;
  endedMs: number | null;
  variables: Record<string, PropertyValue>;

  constructor(stored: WorkflowInstance) {
    this.#stored = stored;
    this.#nodes = new Map(Object.entries(stored.nodes).map(([id, node]) => [id, liveNode(node)]));
    this.state = stored.state;
    this.startedMs = stored.startedMs;
    this.endedMs = stored.endedMs;
    this.variables = { ...stored.variables };
  }

  /** As it was when the step began, with what never changes. */
  get stored(): WorkflowInstance {
    return this.#stored;
  }

  get isActive(): boolean {
    return this.state === 'running' || this.state === 'ready';
  }

  node(id: string): LiveNode {
    const known = this.#nodes.get(id);
    if (known) return known;
    const fresh = liveNode(freshNode);
    this.#nodes.set(id, fresh);
    return fresh;
  }

  /** As its row is to have it. */
  toStored(): WorkflowInstance {
    const { state, startedMs, endedMs, variables } = this;
    const nodes = Object.fromEntries(this.#nodes);
    return { ...this.#stored, state, startedMs, endedMs, variables, nodes };
  }
}

/** Whether the node still waits for something. */
export function isWaiting({ tasks, subInstanceId }: LiveNode): boolean {
  return subInstanceId !== null || tasks.some(({ isEnded }) => !isEnded);
}

function liveNode(record: NodeRecord): LiveNode {
  return {
    ...record,
    variables: { ...record.variables },
    tasks: [...record.tasks],
    arrivals: [...record.arrivals],
    escalated: [...record.escalated],
  };
}
