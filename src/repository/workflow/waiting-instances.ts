import type { Document } from '../../model/document.ts';
import type { WorkflowModel } from '../../model/workflow/workflow-model.ts';
import { readDefinition } from '../../model/workflow/workflow-models.ts';
import type { WorkflowInstance } from '../../model/workflow/workflow-state.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { instanceFromRow } from './instance-rows.ts';

/** The models in use that have escalation rules, by their digests: there are few. */
export async function escalatingModels(
  handle: ReadHandle,
): Promise<ReadonlyMap<string, WorkflowModel>> {
  const rows = await handle.all(
    handle.builder.selectFrom('workflow_model').select(['digest', 'definition']).orderBy('digest'),
  );
  const models = rows.map(
    ({ digest, definition }) => [digest, readDefinition(definition)] as const,
  );
  return new Map(
    models.filter(([, { nodes }]) => nodes.some(({ escalations }) => escalations.length > 0)),
  );
}

/** What the instance is about, in the order in which it was attached; no permission is checked. */
export async function findAttachedDocuments(
  unit: ReadUnit,
  instanceId: string,
): Promise<readonly Document[]> {
  const rows = await unit.handle.all(
    unit.handle.builder
      .selectFrom('workflow_document')
      .select('document_id')
      .where('instance_id', '=', instanceId)
      .orderBy('place'),
  );
  return findDocumentsById(
    unit,
    rows.map(({ document_id: id }) => id),
  );
}

/** Each may have large variables. */
const instancesPerPage = 20;

/** Some running instances of a model in the order of their ids; none at the end. */
export async function listRunningInstances(
  handle: ReadHandle,
  { digest, after }: { readonly digest: string; readonly after: string },
): Promise<readonly WorkflowInstance[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('workflow_instance')
      .selectAll()
      .where('model_digest', '=', digest)
      .where('state', '=', 'running')
      .where('id', '>', after)
      .orderBy('id')
      .limit(instancesPerPage),
  );
  return rows.map(instanceFromRow);
}

/** A running instance, whose row may change; undefined for others. */
export async function findRunningInstance(
  { handle }: ReadUnit,
  id: string,
): Promise<WorkflowInstance | undefined> {
  const row = await handle.first(
    handle.builder
      .selectFrom('workflow_instance')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'running'),
  );
  return row && instanceFromRow(row);
}
