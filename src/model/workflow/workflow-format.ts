import type { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import type {
  button,
  escalation,
  model,
  node,
  subWorkflow,
  task,
  transition,
  variable,
  workflowFile,
} from './workflow-schema.ts';

/** A file of workflows, the built-in one included; `workflow-schema.ts` has its form. */
export type WorkflowFileContent = Immutable<z.infer<typeof workflowFile>>;

export type ModelEntry = Immutable<z.infer<typeof model>>;
export type NodeEntry = Immutable<z.infer<typeof node>>;
export type TaskEntry = Immutable<z.infer<typeof task>>;
export type ButtonEntry = Immutable<z.infer<typeof button>>;
export type TransitionEntry = Immutable<z.infer<typeof transition>>;
export type EscalationEntry = Immutable<z.infer<typeof escalation>>;
export type VariableEntry = Immutable<z.infer<typeof variable>>;
export type SubWorkflowEntry = Immutable<z.infer<typeof subWorkflow>>;

/** A file whose form has been checked; what it says is checked when the models are built. */
export interface WorkflowFile {
  /** Names the file in messages. */
  readonly source: string;
  readonly content: WorkflowFileContent;
}

/** Takes one problem: the place in a file and what is wrong there. */
export type ReportProblem = (place: string, message: string) => void;
