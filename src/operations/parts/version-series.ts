import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { findDocument } from '../../repository/documents/documents.ts';

/**
 * The document whose permissions apply to the versions of a document's series: the live document,
 * also for a proxy or version; without one, the version itself.
 */
export async function ownerOfVersions(
  context: OperationContext,
  document: WorkingDocument,
): Promise<WorkingDocument> {
  if (!document.isVersion && !document.proxyTarget) return document;
  const { seriesId, proxyTarget } = document;
  const live = await context.read((unit) => findDocument(unit, { id: seriesId }));
  return live ?? proxyTarget ?? document;
}
