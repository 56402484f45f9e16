import { arrayOf } from '../entities/json-schema.ts';
import { workflowSchema } from '../entities/workflow-entity.ts';
import { findRunningInstances } from '../repository/workflow/read-instances.ts';
import { defineEnricher } from './define.ts';
import { readableAmong } from './readable-documents.ts';
import { sharedBusyDocuments } from './shared.ts';
import { writeWorkflows } from './workflow-entities.ts';

/** The workflows on the document that are not ended, started by any user. */
export const runningWorkflowsEnricher = defineEnricher({
  name: 'runningWorkflows',
  entityType: 'document',
  schema: arrayOf(workflowSchema),
  // For administrators the documents with workflows, for others what tasks allow where an ACL refuses;
  // the instances, and models that this process has not read yet. Fetched references are extra.
  queriesMax: 3,
  async run(context, documents) {
    const { withWorkflows } = await sharedBusyDocuments(context.unit, documents);
    const busy = documents.filter(({ id }) => withWorkflows.has(id));
    const readable = await readableAmong(context.unit, busy);
    const ids = [...readable].map(({ id }) => id);
    const byDocument = await findRunningInstances(context.unit, ids);
    const workflows = [...new Set([...byDocument.values()].flat())];
    const written = await writeWorkflows(context, workflows);
    const entities = new Map(workflows.map((workflow, at) => [workflow, written[at]]));
    return documents.map(({ id }) =>
      (byDocument.get(id) ?? []).map((workflow) => entities.get(workflow)),
    );
  },
});
