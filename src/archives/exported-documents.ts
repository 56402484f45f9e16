import type { ExportedDocument } from '../entities/document-xml.ts';
import type { Document } from '../model/document.ts';
import { collectBlobs } from '../model/property-access.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { findDocumentsById, loadAcls } from '../repository/documents/find-many.ts';
import { withRowProperties } from '../repository/documents/row-properties.ts';
import { listAccessControls } from '../repository/editing/access-controls.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';

/** Those of the documents that the caller may read, in the order of the ids; few queries for all. */
export async function readExported(
  unit: ReadUnit,
  ids: readonly string[],
): Promise<readonly ExportedDocument[]> {
  const found = await findDocumentsById(unit, ids);
  await loadAcls(unit, found);
  const readable: Document[] = [];
  for (const document of found) {
    if (await hasPermission(unit, { document, permission: 'Read' })) readable.push(document);
  }
  const access = await listAccessControls(unit, readable);
  const shown = await withRowProperties(unit, readable, '*');
  return shown.map((document, at) => ({
    document,
    repository: unit.repositoryName,
    lifecycle: unit.model.lifecycleOf(document.shape.type)?.name ?? null,
    access: access[at],
    files: fileNames(document),
  }));
}

/** Numbers, as names of files may be long, equal, or none that a file system takes. */
function fileNames({ properties }: Document): ReadonlyMap<string, string> {
  return new Map(collectBlobs(properties).map(({ xpath }, at) => [xpath, `${at + 1}.blob`]));
}
