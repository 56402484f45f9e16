import type { OperationContext } from '../automation/operation-context.ts';
import type { ValueMap } from '../automation/values.ts';
import type { Document } from '../model/document.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { VariableValues, WorkflowInstance } from '../model/workflow/workflow-state.ts';
import { insertInstanceDocument } from '../repository/workflow/instance-documents.ts';
import { insertInstance, insertInstanceDocuments } from '../repository/workflow/instance-rows.ts';
import { finishStep } from './finish-step.ts';
import { runFromStart } from './run-nodes.ts';
import { Step, type SubWorkflows, withinStep } from './step.ts';
import { decodeVariable, initialValues } from './variables.ts';

interface NewInstance {
  readonly model: WorkflowModel;
  readonly documents: readonly Document[];
  /** Names that the workflow does not have are ignored. */
  readonly variables: ValueMap;
  readonly initiator: string;
  readonly parent: { readonly id: string; readonly nodeId: string } | null;
  readonly runs: { count: number };
  readonly subWorkflows: SubWorkflows;
  /** Otherwise it stays ready, and a client starts it later. */
  readonly starts: boolean;
}

/** Stores an instance and runs it until it waits. */
export async function beginInstance(context: OperationContext, given: NewInstance): Promise<Step> {
  const variables = await valuesFor(context, given);
  const step = await insert(context, given, variables);
  await withinStep(step, async () => {
    if (given.starts) {
      step.tell({ eventId: 'afterWorkflowStarted' });
      await runFromStart(step);
    }
    await finishStep(step);
  });
  return step;
}

async function valuesFor(
  context: OperationContext,
  { model, variables }: NewInstance,
): Promise<VariableValues> {
  const values = { ...(await initialValues(context, model.variables)) };
  for (const definition of model.variables) {
    const value = variables.get(definition.name);
    if (value === undefined) continue;
    values[definition.name] = await decodeVariable(context, definition, value);
  }
  return values;
}

function insert(
  context: OperationContext,
  { model, documents, initiator, parent, runs, subWorkflows }: NewInstance,
  variables: VariableValues,
): Promise<Step> {
  const documentIds = documents.map(({ id }) => id);
  const common = {
    state: 'ready',
    initiator,
    variables,
    parentId: parent?.id ?? null,
    parentNode: parent?.nodeId ?? null,
  } as const;
  return context.write(async (unit) => {
    await unit.handle.lockTree('shared');
    const document = await insertInstanceDocument(unit, { ...common, model, documentIds });
    const instance: WorkflowInstance = {
      ...common,
      id: document.id,
      modelName: model.name,
      modelDigest: unit.workflowModels.digestOf(model),
      startedMs: unit.nowMs,
      endedMs: null,
      nodes: {},
    };
    await insertInstance(unit, { instance, model });
    await insertInstanceDocuments(unit, instance, documentIds);
    return new Step(context, { instance, model, document, documents, runs, subWorkflows });
  });
}
