import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import type { Properties } from '../../model/value.ts';
import type { Xpath } from '../../model/xpath.ts';
import {
  attachedBlobs,
  getFileXpath,
  getXpath,
  isWithinProperty,
  removedValue,
  renamedBlob,
} from '../../repository/attachments/attached-blobs.ts';

/** A place in a document, and whether changes there are stored at once. */
interface BlobPlace {
  readonly xpath: string;
  readonly saves: boolean;
}

/** @throws AppError property.invalid, and as `saveChanges` */
export async function attachBlobs(
  context: OperationContext,
  document: WorkingDocument,
  { blobs, ...place }: BlobPlace & { readonly blobs: readonly OperationBlob[] },
): Promise<WorkingDocument> {
  // Refused before anything is stored, and stored before the writer is taken.
  attachedBlobs(document, getFileXpath(document.shape, place.xpath), []);
  const stored = await Promise.all(blobs.map((blob) => context.storeBlob(blob)));
  return changeAt(context, document, {
    place,
    find: getFileXpath,
    change: (target, xpath) => attachedBlobs(target, xpath, stored),
  });
}

/** @throws AppError property.invalid, and as `saveChanges` */
export function removeBlob(
  context: OperationContext,
  document: WorkingDocument,
  place: BlobPlace,
): Promise<WorkingDocument> {
  return changeAt(context, document, { place, find: getXpath, change: removedValue });
}

/** @throws AppError property.invalid, and as `saveChanges` */
export function renameBlob(
  context: OperationContext,
  document: WorkingDocument,
  { name, ...place }: BlobPlace & { readonly name: string },
): Promise<WorkingDocument> {
  return changeAt(context, document, {
    place,
    find: getFileXpath,
    dependsOnPresent: true,
    change: (target, xpath) => renamedBlob(target, xpath, name),
  });
}

interface Change {
  readonly place: BlobPlace;
  readonly find: typeof getXpath;
  /** True also for places within a property. */
  readonly dependsOnPresent?: boolean;
  change(document: WorkingDocument, xpath: Xpath): Properties;
}

async function changeAt(
  context: OperationContext,
  document: WorkingDocument,
  { place, find, dependsOnPresent = false, change }: Change,
): Promise<WorkingDocument> {
  const xpath = find(document.shape, place.xpath);
  const isLocked = dependsOnPresent || isWithinProperty(xpath);
  const target = isLocked ? await lockForChange(context, document) : document;
  return saveChanges(context, target, { changes: change(target, xpath), saves: place.saves });
}
