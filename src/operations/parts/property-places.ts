import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { Field } from '../../model/content-model.ts';
import { getAtXpath, setAtXpath } from '../../model/property-access.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import { anyItem, findXpath, type Xpath } from '../../model/xpath.ts';

/**
 * The one place that the xpath names in the document.
 *
 * @throws AppError operation.failed
 */
export function requirePlace(document: WorkingDocument, xpath: string): Xpath {
  const shown = xpath.slice(0, 200);
  const place = findXpath(document.shape, xpath);
  if (!place) throw operationFailed(`xpath: a ${document.type} has no property ${shown}`);
  if (place.steps.includes(anyItem)) {
    throw operationFailed(`xpath: ${shown} names many places, give the index of one`);
  }
  return place;
}

/**
 * Properties of the schema by key.
 *
 * @throws AppError operation.failed when the document does not have the schema
 */
export function keysOfSchema({ shape, id }: WorkingDocument, schema: string): readonly string[] {
  const definitions = [...shape.properties.values()].filter((d) => d.schema.name === schema);
  if (definitions.length > 0) return definitions.map(({ key }) => key);
  throw operationFailed(`schema: the document ${id} has no schema ${schema.slice(0, 200)}`);
}

function isListField({ type }: Pick<Field, 'type'>): boolean {
  return type === 'array' || type === 'list';
}

/** The changes that set the value at the place. @throws AppError property.invalid */
export function changesAt(
  { properties }: WorkingDocument,
  place: Xpath,
  value: PropertyValue,
): Properties {
  const { key } = place.definition;
  return { [key]: setAtXpath(properties, place, value)[key] ?? null };
}

/** As `changesAt` for null; a place without a value is not changed. */
export function clearedAt(document: WorkingDocument, place: Xpath): Properties {
  const present = getAtXpath(document.properties, place);
  if (present === undefined || present === null) return {};
  return changesAt(document, place, isListField(place.field) ? [] : null);
}

/**
 * The document with its present value, where a change depends on that: at nested places, which are
 * stored with their whole property.
 */
export async function lockIfNested(
  context: OperationContext,
  document: WorkingDocument,
  xpath: string,
): Promise<WorkingDocument> {
  return xpath.includes('/') ? lockForChange(context, document) : document;
}

/** @throws AppError operation.failed */
export function requireList(
  document: WorkingDocument,
  xpath: string,
  types: readonly Field['type'][],
): Xpath {
  const place = requirePlace(document, xpath);
  if (types.includes(place.field.type)) return place;
  const wanted = types.map((type) => listTexts[type] ?? type).join(' or ');
  throw operationFailed(`xpath: ${place.text} is not ${wanted}`);
}

const listTexts: Partial<Record<Field['type'], string>> = {
  array: 'a list of single values',
  list: 'a list of complex values',
};

interface ListChange {
  readonly xpath: string;
  readonly saves: boolean;
  /** Returns the same list object when there is nothing to change. */
  edit(items: readonly PropertyValue[]): readonly PropertyValue[];
}

/**
 * Changes a list starting from the stored one, so that concurrent changes are not lost.
 *
 * @throws AppError as `saveChanges`, and what `edit` throws
 */
export async function changeList(
  context: OperationContext,
  document: WorkingDocument,
  { xpath, saves, edit }: ListChange,
): Promise<WorkingDocument> {
  const target = await lockForChange(context, document);
  const place = requireList(target, xpath, ['array', 'list']);
  const present = getAtXpath(target.properties, place);
  const items: readonly PropertyValue[] = Array.isArray(present) ? present : [];
  const edited = edit(items);
  if (edited.length > Math.max(items.length, limits.listLengthMax)) {
    throw new AppError('property.invalid', `${place.text}: the list is full`);
  }
  const changes = edited === items ? {} : changesAt(target, place, edited);
  return saveChanges(context, target, { changes, saves });
}

/**
 * Values as items of the list at the place; texts are decoded by the type of its items.
 *
 * @throws AppError property.invalid, blob.reference-invalid, operation.failed for an empty list
 */
export async function readItems(
  context: OperationContext,
  document: WorkingDocument,
  { place, given }: { readonly place: Xpath; readonly given: unknown },
): Promise<readonly PropertyValue[]> {
  const { shape, properties } = document;
  const read = await context.readProperties(new Map([[place.text, given]]), {
    shape,
    current: properties,
  });
  const items = getAtXpath({ ...properties, ...read }, place);
  if (Array.isArray(items) && !items.includes(null)) return items;
  throw operationFailed(`${place.text}: an item of the list must have a value`);
}
