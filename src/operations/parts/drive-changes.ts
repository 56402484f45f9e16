import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import type { Document } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import type { Properties } from '../../model/value.ts';
import { documentBlob } from '../../repository/attachments/document-blob.ts';
import { type FileSystemItem, fileOf } from '../../repository/drive/items.ts';
import { keepVersionFor } from '../../repository/versions/automatic-versioning.ts';
import { findItem, itemJson } from './drive-items.ts';
import { jsonBlob } from './json-blob.ts';

/** What an operation returns of an item that it has changed. */
export async function changedItem(
  context: OperationContext,
  { id }: Pick<Document, 'id'>,
): Promise<OperationBlob> {
  const item = await context.read((unit) => findItem(unit, id));
  if (item) return jsonBlob(itemJson(item, context.principal.username));
  throw operationFailed(`${id} is not in a folder that ${context.principal.username} synchronizes`);
}

/** The document with another file; its title follows where it is the name of the file. */
export async function replaceFile(
  context: OperationContext,
  { document, canUpdate }: FileSystemItem,
  blob: OperationBlob,
): Promise<WorkingDocument> {
  if (!canUpdate) throw operationFailed(`${document.id} cannot be changed: it is read-only`);
  const before = fileOf(document);
  const named = blob.name === null ? blob.renamed(before?.name ?? null) : blob;
  const file = documentBlob(await context.storeBlob(named));
  const present = await lockForChange(context, document);
  const isNamed = present.properties['dc:title'] === fileOf(present)?.name;
  const changes: Properties = {
    [mainBlobXpath]: file,
    ...(isNamed && file.name !== null && { 'dc:title': file.name }),
  };
  await context.write((unit) => keepVersionFor(unit, present));
  const current = await lockForChange(context, document);
  return saveChanges(context, current, { changes, saves: true });
}
