import type { Document } from '../model/document.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { loadAcls } from '../repository/documents/find-many.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';

/** Those that the caller may read: lists include documents that it may only browse. */
export async function readableAmong(
  unit: ReadUnit,
  documents: readonly Document[],
): Promise<ReadonlySet<Document>> {
  await loadAcls(unit, documents);
  const readable = new Set<Document>();
  for (const document of documents) {
    const question = { document, permission: 'Read' };
    if (await hasPermission(unit, question)) readable.add(document);
  }
  return readable;
}
