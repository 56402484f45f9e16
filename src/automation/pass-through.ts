import { isAppError } from '../base/errors/app-error.ts';
import type { OperationContext } from './operation-context.ts';
import {
  DocumentList,
  isDocument,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type WorkingDocument,
} from './values.ts';
import { type Place, reload } from './variables.ts';

/**
 * The input that is passed through after other runs, which may have changed its documents: as they
 * are stored now, without those that are removed or not readable any more.
 */
export async function passThrough(context: OperationContext, input: Value): Promise<Value> {
  if (isDocument(input)) return (await findAgain(context, input)) ?? null;
  if (input instanceof UnloadedDocument) {
    return (await findAgain(context, input.reference)) ?? null;
  }
  if (input instanceof UnloadedDocuments) {
    return new DocumentList(await findAllAgain(context, input.references));
  }
  if (!(input instanceof DocumentList)) return input;
  const { items, page, readPage } = input;
  return new DocumentList(await findAllAgain(context, items), page, readPage);
}

async function findAllAgain(
  context: OperationContext,
  places: readonly Place[],
): Promise<readonly WorkingDocument[]> {
  try {
    return await reload(context, places);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  const found: WorkingDocument[] = [];
  for (const place of places) {
    const document = await findAgain(context, place);
    if (document) found.push(document);
  }
  return found;
}

async function findAgain(
  context: OperationContext,
  place: Place,
): Promise<WorkingDocument | undefined> {
  try {
    const [document] = await reload(context, [place]);
    return document;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return isAppError(error, 'document.not-found') || isAppError(error, 'permission.denied');
}
