import { writeDocument } from '../entities/document-entity.ts';
import { arrayOf } from '../entities/json-schema.ts';
import {
  type ListedModel,
  modelMembers,
  runnableWorkflowSchema,
  writeWorkflowModel,
} from '../entities/workflow-entity.ts';
import type { Document } from '../model/document.ts';
import type { WorkflowModel } from '../model/workflow/workflow-model.ts';
import { findModelDocuments } from '../repository/workflow/model-documents.ts';
import { defineEnricher, type EnricherContext } from './define.ts';

/** The models of which the caller can start a workflow on the document. */
export const runnableWorkflowsEnricher = defineEnricher({
  name: 'runnableWorkflows',
  entityType: 'document',
  schema: arrayOf(runnableWorkflowSchema),
  // What tasks allow where an ACL refuses; the documents of the models. Conditions are extra.
  queriesMax: 2,
  async run(context, documents) {
    const { unit } = context;
    const available = await context.workflows.availableModels(unit, documents);
    const runnable = new Set(available.flat());
    const shown = await findModelDocuments(unit);
    // Each is written once, and the same for all documents.
    const written = new Map<WorkflowModel, object>();
    for (const model of runnable) {
      const document = shown.get(model.name);
      if (document) written.set(model, writeModel(context, model, document));
    }
    return available.map((models) => models.flatMap((model) => written.get(model) ?? []));
  },
});

/** A workflow for native clients; the contract has documents. Web clients read members of both. */
function writeModel(
  { writing }: EnricherContext,
  model: WorkflowModel,
  document: Document,
): object {
  const listed: ListedModel = { id: document.id, model };
  if (writing.dialect === 'native') return writeWorkflowModel(listed, writing);
  return {
    ...writeDocument(document, writing),
    title: model.title,
    ...modelMembers(listed, writing),
  };
}
