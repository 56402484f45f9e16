import { AppError } from '../base/errors/app-error.ts';
import { writeGraph } from '../entities/graph-entity.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { NodeRecord } from '../model/workflow/workflow-state.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';
import { findModelDocuments } from '../repository/workflow/model-documents.ts';
import { getSeenInstance } from '../repository/workflow/read-instances.ts';

interface GraphSource {
  readonly model: WorkflowModel;
  readonly records: Readonly<Record<string, NodeRecord>>;
}

/**
 * The graph of a workflow, or of a model by the id of its document, with texts in a language.
 *
 * @throws AppError workflow.not-found, permission.denied
 */
export async function shownGraph(
  unit: ReadUnit,
  { id, languages }: { readonly id: string; readonly languages: readonly string[] },
): Promise<object> {
  const { model, records } = await sourceOf(unit, id);
  const translate = (key: string) => unit.workflowModels.translate(key, languages);
  return writeGraph(model, { records, translate });
}

async function sourceOf(unit: ReadUnit, id: string): Promise<GraphSource> {
  const documents = await findModelDocuments(unit);
  const known = unit.workflowModels.all.find(({ name }) => documents.get(name)?.id === id);
  if (known) return { model: known, records: {} };
  const { model, modelName, nodes } = await getSeenInstance(unit, id);
  if (model) return { model, records: nodes };
  throw new AppError('store.corrupt', `The model ${modelName} of a workflow is not in the store`);
}
