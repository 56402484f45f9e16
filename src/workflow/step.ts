import type { OperationContext } from '../automation/operation-context.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { Document } from '../model/document.ts';
import { createPrincipal, type Principal } from '../model/principal.ts';
import type { SubWorkflow, WorkflowModel, WorkflowNode } from '../model/workflow/workflow-model.ts';
import type { WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { findDocumentsById } from '../repository/documents/find-many.ts';
import { modelOf } from '../repository/workflow/instance-rows.ts';
import { lockStepDocuments } from '../repository/workflow/step-documents.ts';
import type { TaskPlace } from '../repository/workflow/task-documents.ts';
import type { ToldWorkflow, WorkflowEvent } from '../repository/workflow/task-events.ts';
import { LiveInstance, type LiveNode } from './live-instance.ts';
import { RouteGraph } from './route-graph.ts';

/** More than this is a model whose nodes follow each other without end. */
const runsMax = 100;

/** Other workflows for which nodes wait; passed in, as they have steps themselves. */
export interface SubWorkflows {
  /** Starts the workflow of a node on the same documents; the node waits until it has ended. */
  start(step: Step, node: WorkflowNode, subWorkflow: SubWorkflow): Promise<void>;
  /** Cancels the workflow for which a node waits. */
  cancel(step: Step, live: LiveNode): Promise<void>;
}

interface StepParts {
  readonly instance: WorkflowInstance;
  readonly model: WorkflowModel;
  readonly document: Document;
  readonly documents: readonly Document[];
  /** Counts the nodes that run, also those of other workflows in the same step. */
  readonly runs: { count: number };
  readonly subWorkflows: SubWorkflows;
}

/** A task of a node before it is stored. */
export interface PlannedTask {
  readonly node: WorkflowNode;
  /** As they were given, each once. */
  readonly actors: readonly string[];
  readonly dueMs: number | null;
}

/** What a user says when ending a task. */
interface Ending {
  readonly nodeId: string;
  readonly button: string | null;
  readonly comment: string | null;
}

/**
 * One step of an instance: what follows from a start, the end of a task, a cancellation. It is one
 * transaction, in which the row of the instance is locked. `finishStep` stores it.
 */
export class Step {
  readonly context: OperationContext;
  readonly model: WorkflowModel;
  readonly graph: RouteGraph;
  readonly live: LiveInstance;
  readonly runs: { count: number };
  readonly subWorkflows: SubWorkflows;
  /** Tasks that are not stored yet. */
  planned: PlannedTask[] = [];
  /** Where tasks are, if it is known. */
  taskPlace: TaskPlace | null = null;
  ending: Ending | undefined;
  /** The node whose variables scripts and operations change. */
  current: WorkflowNode | undefined;
  /** Of the instance. */
  document: Document;
  #documents: readonly Document[];
  #areDocumentsStale = false;
  readonly #events: WorkflowEvent[] = [];

  constructor(context: OperationContext, parts: StepParts) {
    this.context = context;
    this.model = parts.model;
    this.graph = new RouteGraph(parts.model);
    this.live = new LiveInstance(parts.instance);
    this.runs = parts.runs;
    this.subWorkflows = parts.subWorkflows;
    this.document = parts.document;
    this.#documents = parts.documents;
  }

  get id(): string {
    return this.live.stored.id;
  }

  /** What the workflow is about, as it was read last: without those that are removed. */
  get documentIds(): readonly string[] {
    return this.#documents.map(({ id }) => id);
  }

  /** As they are now. */
  async documents(): Promise<readonly Document[]> {
    if (this.#areDocumentsStale) {
      const ids = this.documentIds;
      this.#documents = await this.context.write((unit) => findDocumentsById(unit, ids));
      this.#areDocumentsStale = false;
    }
    return this.#documents;
  }

  /** Operations may have changed them. */
  forgetDocuments(): void {
    this.#areDocumentsStale = true;
  }

  /** Before a node runs. @throws AppError workflow.looping */
  countRun(node: WorkflowNode): void {
    this.runs.count += 1;
    if (this.runs.count <= runsMax) return;
    throw new AppError(
      'workflow.looping',
      `Execution is looping, node: ${node.id} of the workflow '${this.model.name}'`,
    );
  }

  /** Recorded when the step ends. */
  tell(event: Omit<WorkflowEvent, 'workflow' | 'documents'>): void {
    const workflow = this.#told;
    this.#events.push({ ...event, workflow, documents: this.#documents });
  }

  get #told(): ToldWorkflow {
    const { id, modelName, initiator } = this.live.stored;
    return { id, modelName, initiator, document: { ...this.document, state: this.live.state } };
  }

  /** What was told since the last call. */
  takeEvents(): readonly WorkflowEvent[] {
    return this.#events.splice(0);
  }
}

/** Begins a step of an instance whose row is locked. */
export async function openStep(
  context: OperationContext,
  instance: WorkflowInstance,
  { subWorkflows, taskId = null, runs = { count: 0 } }: StepOptions,
): Promise<{ readonly step: Step; readonly taskDocument: Document | undefined }> {
  return context.write(async (unit) => {
    const model = await modelOf(unit, instance);
    const found = await lockStepDocuments(unit, { instanceId: instance.id, taskId });
    const { document, documents, taskDocument } = found;
    const parts = { instance, model, document, documents, runs, subWorkflows };
    return { step: new Step(context, parts), taskDocument };
  });
}

interface StepOptions {
  readonly subWorkflows: SubWorkflows;
  /** The task that ends, whose document is read too. */
  readonly taskId?: string | null;
  readonly runs?: { count: number };
}

const stepsOf = new WeakMap<object, Map<string, Step>>();

/** The step of that instance within which an operation of the execution runs. */
export function findOpenStep({ stacks }: OperationContext, id: string): Step | undefined {
  return stepsOf.get(stacks)?.get(id);
}

/**
 * Does the work of a step, for the server and in the name of the caller. Operations in its chains find it
 * by `findOpenStep`.
 *
 * @throws AppError operation.failed when a chain of this very step asks for another one
 */
export async function withinStep<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const { stacks } = step.context;
  const steps = stepsOf.get(stacks) ?? new Map<string, Step>();
  stepsOf.set(stacks, steps);
  steps.set(step.id, step);
  try {
    return await work();
  } finally {
    steps.delete(step.id);
  }
}

/** @throws AppError operation.failed */
export function refuseWithinStep(context: OperationContext, id: string): void {
  if (!findOpenStep(context, id)) return;
  throw new AppError(
    'operation.failed',
    `The workflow ${id} is in the middle of a step: its own chains can change its variables only`,
  );
}

/** Everything from here on is one transaction, with all rights, in the name of the caller. */
export function asServer<T>(context: OperationContext, work: () => Promise<T>): Promise<T> {
  return context.runAs(ownerOf(context.principal), () => context.asOneTransaction(work));
}

function ownerOf({ username, groups }: Principal): Principal {
  return createPrincipal(username, groups, true);
}
