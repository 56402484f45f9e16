import { AppError } from '../base/errors/app-error.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import { getDocuments } from '../repository/documents/load-documents.ts';
import type { OperationContext } from './operation-context.ts';
import { operationFailed } from './operation-error.ts';
import { parseReference } from './reference-text.ts';
import { reservedVariable } from './request.ts';
import {
  BlobList,
  DocumentList,
  isDocument,
  isList,
  OperationBlob,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type WorkingDocument,
} from './values.ts';

/** @throws AppError operation.parameter-invalid for a reserved name */
export function setVariable({ variables }: OperationContext, name: string, value: Value): void {
  if (name === reservedVariable || name === '') {
    const reason = name === '' ? 'a variable needs a name' : `${name} is reserved; use another`;
    throw new AppError('operation.parameter-invalid', `Parameter name: ${reason}`);
  }
  variables.set(name, value);
}

/** @throws AppError operation.failed when there is none, or it is empty */
export function getVariable({ variables }: OperationContext, name: string): Exclude<Value, null> {
  const value = variables.get(name) ?? null;
  if (value !== null) return value;
  throw operationFailed(`The context variable ${name.slice(0, 200)} is not set`);
}

/**
 * The document that the value is or names, as it is stored now; unchanged if it has unsaved
 * changes.
 *
 * @throws AppError operation.failed when it is none; document.not-found, permission.denied
 */
export async function expectDocument(
  context: OperationContext,
  value: Value,
  source: string,
): Promise<WorkingDocument> {
  const [document] = await reload(context, [expectPlace(value, source, 'a document')]);
  if (document) return document;
  throw wrongKind(source, 'a document');
}

/** As `expectDocument` for several; a single one becomes a list of one. */
export async function expectDocuments(
  context: OperationContext,
  value: Value,
  source: string,
): Promise<readonly WorkingDocument[]> {
  const expected = 'a list of documents';
  if (value instanceof UnloadedDocuments) return reload(context, value.references);
  const items = value instanceof DocumentList ? value.items : isList(value) ? value : [value];
  return reload(
    context,
    items.map((item) => expectPlace(item, source, expected)),
  );
}

/** @throws AppError operation.failed */
export async function expectBlob(
  _context: OperationContext,
  value: Value,
  source: string,
): Promise<OperationBlob> {
  if (value instanceof OperationBlob) return value;
  throw wrongKind(source, 'a file');
}

/** A single one becomes a list of one. @throws AppError operation.failed */
export async function expectBlobs(
  context: OperationContext,
  value: Value,
  source: string,
): Promise<readonly OperationBlob[]> {
  if (value instanceof BlobList) return value.items;
  const items = isList(value) ? value : [value];
  return Promise.all(items.map((item) => expectBlob(context, item, source)));
}

/** A document, or a reference to one. */
export type Place = WorkingDocument | DocumentReference;

/** Texts name documents: requests cannot set variables in another form. */
function expectPlace(value: Value, source: string, expected: string): Place {
  if (isDocument(value)) return value;
  if (value instanceof UnloadedDocument) return value.reference;
  const uid = value instanceof Map ? value.get('uid') : undefined;
  if (typeof uid === 'string' && uid.trim() !== '') return { id: uid };
  if (typeof value === 'string' && value.trim() !== '') return parseReference(value.trim(), null);
  throw wrongKind(source, expected);
}

function wrongKind(source: string, expected: string): AppError {
  return operationFailed(`${source.slice(0, 200)}: expected ${expected}`);
}

/**
 * Stored variables may have been changed since by other steps.
 *
 * @throws AppError document.not-found, permission.denied
 */
export async function reload(
  context: OperationContext,
  places: readonly Place[],
): Promise<readonly WorkingDocument[]> {
  const references = places.flatMap((place) => (isUnsaved(place) ? [] : [referenceOf(place)]));
  if (references.length === 0) return places.filter(isUnsaved);
  const stored = await context.read((unit) => getDocuments(unit, references));
  const next = stored.values();
  return places.map((place) => {
    if (isUnsaved(place)) return place;
    return { ...('id' in place ? place : {}), ...(next.next().value as WorkingDocument) };
  });
}

function isUnsaved(place: Place): place is WorkingDocument {
  return 'unsaved' in place && place.unsaved !== undefined;
}

function referenceOf(place: Place): DocumentReference {
  return 'id' in place ? { id: place.id } : place;
}
