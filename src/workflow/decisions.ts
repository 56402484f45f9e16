import type { AutomationServices, Caller } from '../automation/execution.ts';
import { executeWork } from '../automation/executor.ts';
import type { OperationContext } from '../automation/operation-context.ts';
import { DocumentList, type Value } from '../automation/values.ts';
import { AppError, isAppError } from '../base/errors/app-error.ts';
import { giveTurn, isTurnOver } from '../base/turns.ts';
import type { Document } from '../model/document.ts';
import { nodeOf, type ShownTask } from '../model/workflow/shown-workflow.ts';
import type { TaskButton, WorkflowModel } from '../model/workflow/workflow-model.ts';
import { findDocumentsById, loadAcls } from '../repository/documents/find-many.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';
import { refusalOf } from '../repository/workflow/availability.ts';
import type { Database, ReadHandle } from '../storage/database.ts';
import { LiveInstance } from './live-instance.ts';
import { scopeOf } from './scope.ts';

/** All conditions of one response; those that are left then count as false. */
const conditionsTimeoutMs = 5_000;

/**
 * What responses ask about workflows, for one caller: see `enrichers/define.ts`. Conditions are
 * evaluated only for models that have some, all of a response in one execution.
 */
export class WorkflowDecisions {
  readonly #services: AutomationServices;
  readonly #caller: Caller;

  constructor(services: AutomationServices, caller: Caller) {
    this.#services = services;
    this.#caller = { ...caller, timeoutMs: conditionsTimeoutMs };
  }

  async shownButtons(
    unit: ReadUnit,
    tasks: readonly ShownTask[],
  ): Promise<readonly (readonly TaskButton[])[]> {
    const buttons = tasks.map((task) => nodeOf(task)?.task?.buttons ?? []);
    const conditional = tasks.filter((_task, at) =>
      buttons[at]?.some(({ condition }) => condition),
    );
    if (conditional.length === 0) return buttons;
    const ids = new Set(conditional.flatMap(({ documentIds }) => documentIds));
    const found = await findDocumentsById(unit, [...ids]);
    const byId = new Map(found.map((document) => [document.id as string, document]));
    return this.#evaluate(unit, async (context) => {
      const shown: (readonly TaskButton[])[] = [];
      for (const [at, task] of tasks.entries()) {
        const documents = task.documentIds.flatMap((id) => byId.get(id) ?? []);
        const own = buttons[at] ?? [];
        const scope = {
          input: new DocumentList(documents),
          variables: () => variablesOf(task, documents),
        };
        shown.push(await filterAsync(own, ({ condition }) => holds(context, condition, scope)));
      }
      return shown;
    });
  }

  #evaluate<T>(unit: ReadUnit, work: (context: OperationContext) => Promise<T>): Promise<T> {
    const database = readingOn(this.#services.database, unit.handle);
    return executeWork({ ...this.#services, database }, this.#caller, work);
  }

  async availableModels(
    unit: ReadUnit,
    documents: readonly Document[],
  ): Promise<readonly (readonly WorkflowModel[])[]> {
    await loadAcls(unit, documents);
    const { all } = unit.workflowModels;
    const available: (readonly WorkflowModel[])[] = [];
    for (const document of documents) {
      if (isTurnOver()) await giveTurn();
      available.push(
        await filterAsync(
          all,
          async ({ availability }) => (await refusalOf(unit, availability, document)) === undefined,
        ),
      );
    }
    if (!available.some((models) => models.some((each) => each.availability.condition))) {
      return available;
    }
    return this.#evaluate(unit, async (context) => {
      const kept: (readonly WorkflowModel[])[] = [];
      for (const [at, input] of documents.entries()) {
        const scope = { input, variables: () => new Map<string, Value>() };
        kept.push(
          await filterAsync(available[at] ?? [], ({ availability }) =>
            holds(context, availability.condition, scope),
          ),
        );
      }
      return kept;
    });
  }
}

/** The names that conditions of buttons find, as when the task is ended. */
function variablesOf(task: ShownTask, documents: readonly Document[]): Map<string, Value> {
  const { workflow } = task;
  if (!workflow?.model) return new Map();
  const source = { model: workflow.model, live: new LiveInstance(workflow), ending: undefined };
  return scopeOf(source, nodeOf(task), documents);
}

/**
 * The store as conditions of a response see it. They read with the connection that the response has: if each waited
 * for a second one, all could be waiting. They change nothing.
 */
function readingOn(database: Database, handle: ReadHandle): Database {
  const read: Database['read'] = (work) => work(handle);
  const refuse = () =>
    Promise.reject(new AppError('workflow.step-failed', 'A condition only reads'));
  return {
    engine: database.engine,
    read,
    readLatest: read,
    snapshot: read,
    scan: (query, options) => database.scan(query, options),
    write: refuse,
    migrate: refuse,
    close: refuse,
  };
}

interface ConditionScope {
  readonly input: Value;
  readonly variables: () => Map<string, Value>;
}

/** One that fails is false, so that one faulty model does not hide everything else. */
async function holds(
  context: OperationContext,
  condition: string | null,
  { input, variables }: ConditionScope,
): Promise<boolean> {
  if (condition === null) return true;
  try {
    return (await context.within({ input, variables: variables() }).evaluate(condition)) === true;
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    context.log.warn({ err: error, condition }, 'a condition of a workflow failed and is false');
    return false;
  }
}

async function filterAsync<T>(
  items: readonly T[],
  isKept: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const kept: T[] = [];
  for (const item of items) if (await isKept(item)) kept.push(item);
  return kept;
}
