/** The types that a variable of a workflow or a node can have. */
export type VariableType =
  | 'string'
  | 'integer'
  | 'double'
  | 'boolean'
  | 'date'
  | 'blob'
  | 'string[]'
  | 'integer[]'
  | 'double[]'
  | 'boolean[]'
  | 'date[]';

export interface VariableDefinition {
  readonly name: string;
  readonly type: VariableType;
  /** As JSON; null for none. */
  readonly default: unknown;
  /** Characters of a text; null for no limit of its own. */
  readonly maxLength: number | null;
}

/** What must be true of each document before a workflow starts on it. */
export interface Availability {
  /** A permission that the caller needs on the document; null for none. */
  readonly permission: string | null;
  /** Types of documents; null for all. */
  readonly types: readonly string[] | null;
  /** States of the life cycle in which it does not start. */
  readonly excludedStates: readonly string[];
  readonly refusesLocked: boolean;
  /** An expression with `Document` and `CurrentUser`; null for none. */
  readonly condition: string | null;
}

export interface Transition {
  /** Transitions of a node are evaluated in the order of their names. */
  readonly name: string;
  /** A key of translations. */
  readonly label: string;
  /** An expression; the literal `true` for always. */
  readonly condition: string;
  readonly target: string;
  /** The chain that runs before the target does; null for none. */
  readonly chain: string | null;
  /** Points of its line, for clients that draw it. */
  readonly path: readonly GraphPoint[];
}

export interface GraphPoint {
  readonly x: number;
  readonly y: number;
}

/** What a user can choose to end a task. */
export interface TaskButton {
  readonly name: string;
  readonly label: string;
  /** Whether clients check the form first. */
  readonly validate: boolean;
  /** An expression that must be true for the caller to see it; null for none. */
  readonly condition: string | null;
}

export interface EscalationRule {
  readonly id: string;
  readonly condition: string;
  readonly chain: string;
  /** Otherwise it runs once for each time the node waits. */
  readonly runsAgain: boolean;
}

/** What a node asks of users. */
export interface TaskDefinition {
  /** Keys of translations. */
  readonly directive: string | null;
  readonly description: string | null;
  /** Names of users and groups; also with the prefixes `user:` and `group:`. */
  readonly assignees: readonly string[];
  /** An expression whose value is a name or a list of names, added to `assignees`; null for none. */
  readonly assigneesExpression: string | null;
  /** What actors may do with the documents while the task is open; null for nothing in addition. */
  readonly permission: string | null;
  /** An expression whose value is a date; null for none. */
  readonly dueDate: string | null;
  readonly allowsReassignment: boolean;
  /** One task for each actor; otherwise one for all, which any of them ends. */
  readonly isForEachActor: boolean;
  /** The type of the document of the task: `TaskDoc` or one below it. */
  readonly documentType: string;
  /** The name of the form that clients show. */
  readonly layout: string | null;
  /** The template of the mail to actors; null for no mail. */
  readonly notification: string | null;
  readonly buttons: readonly TaskButton[];
}

export interface SubWorkflow {
  /** The name of a model, or an expression whose value is one. */
  readonly model: string;
  /** Variables of the new workflow: values or expressions, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface WorkflowNode {
  readonly id: string;
  /** A key of translations. */
  readonly title: string;
  readonly isStart: boolean;
  readonly isStop: boolean;
  /** How many of the transitions that lead here must have been taken; null where they are not joined. */
  readonly merge: 'one' | 'all' | null;
  /** Only the first transition that is true is taken. */
  readonly takesFirstTransition: boolean;
  readonly variables: readonly VariableDefinition[];
  /** Variables of the workflow that tasks of this node show and change. */
  readonly exposedVariables: readonly string[];
  readonly inputChain: string | null;
  readonly outputChain: string | null;
  /** Null for a node that does not wait for users. */
  readonly task: TaskDefinition | null;
  readonly subWorkflow: SubWorkflow | null;
  readonly escalations: readonly EscalationRule[];
  readonly transitions: readonly Transition[];
  readonly x: number;
  readonly y: number;
}

export interface WorkflowModel {
  readonly name: string;
  /** A key of translations. */
  readonly title: string;
  readonly availability: Availability;
  readonly variables: readonly VariableDefinition[];
  readonly nodes: readonly WorkflowNode[];
  /** The chain that runs when an instance is cancelled; null for none. */
  readonly cancelChain: string | null;
}
