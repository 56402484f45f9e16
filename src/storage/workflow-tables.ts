/** The content of a model that an instance began with; kept while an instance names it. */
interface WorkflowModelTable {
  /** Of `definition`. */
  digest: string;
  name: string;
  /** JSON, as `model/workflow/workflow-model.ts` reads it. */
  definition: string;
  stored_at: number;
}

/** An instance of a workflow; the document with its id has its title, its rights and its place. */
export interface WorkflowInstanceTable {
  id: string;
  model_name: string;
  model_digest: string;
  /** `ready`, `running`, `done` or `canceled`. */
  state: string;
  initiator: string;
  started_at: number;
  ended_at: number | null;
  /** The instance and the node that wait for this one; null for a workflow that a user started. */
  parent_id: string | null;
  parent_node: string | null;
  /** JSON object of the variables of the workflow. */
  variables: string;
  /** JSON object of the states of its nodes, by their ids; see `model/workflow/workflow-state.ts`. */
  nodes: string;
}

/** A document that a workflow is about. */
export interface WorkflowDocumentTable {
  instance_id: string;
  document_id: string;
  /** The order in which documents were attached. */
  place: number;
  /** 1 while the instance is `ready` or `running`. */
  is_running: number;
  /** A copy of that of the instance, to list the oldest first. */
  started_at: number;
}

/** A task; the document with its id has its texts, its variables and its comments. */
export interface TaskTable {
  id: string;
  /** Null for a task without a workflow. */
  instance_id: string | null;
  model_name: string | null;
  node_id: string;
  /** `opened`, `ended` or `cancelled`. */
  state: string;
  /** 1 for `opened`; copies of it and of `due_key` in other tables change with it. */
  is_open: number;
  initiator: string;
  created_at: number;
  /** When it is due; `noDueKey` for a task without such a date, which is last in lists. */
  due_key: number;
  /** What runs when a task without a workflow is accepted; null for nothing. */
  accept_chain: string | null;
  /** As `accept_chain`, for one that is rejected. */
  reject_chain: string | null;
  /** When its actors got a reminder that it is due; null before. */
  reminded_at: number | null;
}

/** Who may end a task: names of users or groups, without the prefixes `user:` and `group:`. */
export interface TaskActorTable {
  task_id: string;
  actor: string;
  is_delegated: number;
  /** A copy, as `due_key`. */
  is_open: number;
  due_key: number;
}

/** A document that a task is about. */
export interface TaskDocumentTable {
  task_id: string;
  document_id: string;
  place: number;
  is_open: number;
  due_key: number;
}

/** What a task allows: on its documents and all below them while it is open, and on itself. */
export interface TaskGrantTable {
  task_id: string;
  document_id: string;
  /** The name of a user or group, as in an entry of an ACL. */
  principal: string;
  permission: string;
  /** `routing` and `delegation` for documents, as the names of the ACLs that show them; `task` for the task itself. */
  kind: string;
  /** Whether lists and queries apply it: a copy of `is_open` of the task. */
  is_listed: number;
}

export interface WorkflowTables {
  workflow_model: WorkflowModelTable;
  workflow_instance: WorkflowInstanceTable;
  workflow_document: WorkflowDocumentTable;
  task: TaskTable;
  task_actor: TaskActorTable;
  task_document: TaskDocumentTable;
  task_grant: TaskGrantTable;
}
