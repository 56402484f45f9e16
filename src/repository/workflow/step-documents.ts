import { sql } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';

interface StepDocuments {
  /** Of the instance. */
  readonly document: Document;
  /** What the workflow is about, in the order in which they were attached. */
  readonly documents: readonly Document[];
  readonly taskDocument: Document | undefined;
}

/** What a step of a workflow needs, with one statement and with the rows locked. */
export async function lockStepDocuments(
  unit: WriteUnit,
  { instanceId, taskId }: { readonly instanceId: string; readonly taskId: string | null },
): Promise<StepDocuments> {
  const { handle } = unit;
  const own = [instanceId, ...(taskId === null ? [] : [taskId])].map((id) => sql`(${id})`);
  const ids = sql<string>`(select document_id from workflow_document
    where instance_id = ${instanceId} union all values ${sql.join(own)})`;
  const query = selectListed(handle).where('id', 'in', ids).orderBy('id');
  const rows = await handle.all(handle.dialect.locking(query, 'noKeyUpdate'));
  const present = rows.filter((row) => row.path !== null || row.is_version === 1);
  const byId = new Map(
    (await hydrateDocuments(unit, present)).map((each) => [each.id as string, each]),
  );
  const document = byId.get(instanceId);
  if (!document) throw new AppError('store.corrupt', `The workflow ${instanceId} has no document`);
  const attached = document.properties['docri:participatingDocuments'];
  const order = Array.isArray(attached) ? (attached as readonly string[]) : [];
  const taskDocument = taskId === null ? undefined : byId.get(taskId);
  return { document, documents: order.flatMap((id) => byId.get(id) ?? []), taskDocument };
}
