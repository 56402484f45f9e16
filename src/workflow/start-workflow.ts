import type { OperationContext } from '../automation/operation-context.ts';
import type { ValueMap } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { WorkflowModels } from '../model/workflow/workflow-models.ts';
import { getDocuments } from '../repository/documents/load-documents.ts';
import { requireAvailable } from './availability.ts';
import { beginInstance } from './begin-instance.ts';
import { asServer } from './step.ts';
import { resumeParent, subWorkflows } from './sub-workflows.ts';

/** Of one workflow: each step reads all of them. */
const documentsMax = 1_000;

export interface StartRequest {
  readonly modelName: string;
  readonly documentIds: readonly string[];
  /** Names that the workflow does not have are ignored. */
  readonly variables: ValueMap;
  /** False only stores the instance, which `resumeNodeIn` starts. */
  readonly starts?: boolean;
}

/**
 * Starts a workflow on documents for the caller, and returns its id.
 *
 * @throws AppError workflow.model-not-found, workflow.not-available, document.not-found,
 *   permission.denied, workflow.variable-invalid; of the nodes that run
 */
export async function startWorkflowIn(
  context: OperationContext,
  { modelName, documentIds, variables, starts = true }: StartRequest,
): Promise<string> {
  const model = getModel(context.repository.workflowModels, modelName);
  const ids = [...new Set(documentIds)];
  if (ids.length > documentsMax) {
    throw new AppError(
      'request.invalid',
      `${ids.length} documents are more than the ${documentsMax} that a workflow can have`,
    );
  }
  const references = ids.map((id) => ({ id }));
  const documents = await context.read((unit) => getDocuments(unit, references));
  await requireAvailable(context, model, documents);
  const initiator = context.principal.username;
  const runs = { count: 0 };
  const given = {
    model,
    documents,
    variables,
    initiator,
    parent: null,
    runs,
    subWorkflows,
    starts,
  };
  return asServer(context, async () => {
    const step = await beginInstance(context, given);
    await resumeParent(step);
    return step.id;
  });
}

/** @throws AppError workflow.model-not-found */
function getModel(models: WorkflowModels, name: string): WorkflowModel {
  const model = models.find(name);
  if (model) return model;
  throw new AppError('workflow.model-not-found', `No route found for id: ${name.slice(0, 200)}`);
}
