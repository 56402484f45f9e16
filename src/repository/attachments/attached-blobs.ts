import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import type { DocumentShape, Field } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import {
  getAtXpath,
  type LocatedBlob,
  removeAtXpath,
  setAtXpath,
} from '../../model/property-access.ts';
import {
  type BlobValue,
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';
import { findXpath, type Xpath } from '../../model/xpath.ts';
import { documentBlob } from './document-blob.ts';

type Content = Pick<Document, 'shape' | 'properties'>;

/** An item of a list as old clients write it: the word before the index is ignored. */
const namedItem = /^[^[\]]*\[(\d+)\]$/;

/**
 * The xpath, also as old clients write it: `files:files/file[1]` for `files:files/1`.
 *
 * @throws AppError property.invalid when documents of that shape have no such xpath
 */
export function getXpath(shape: DocumentShape, text: string): Xpath {
  const [property, ...steps] = text.split('/');
  const plain = [property, ...steps.map((step) => step.replace(namedItem, '$1'))].join('/');
  const xpath = findXpath(shape, plain);
  if (xpath) return xpath;
  throw refusal(text, `documents of type ${shape.type.name} have no such property`);
}

/**
 * As `getXpath` for a file: a list item whose only field is a file means that file.
 *
 * @throws AppError property.invalid
 */
export function getFileXpath(shape: DocumentShape, text: string): Xpath {
  const xpath = getXpath(shape, text);
  const only = xpath.field.type === 'complex' ? onlyField(xpath.field) : undefined;
  return only?.type === 'blob' ? getXpath(shape, `${xpath.text}/${only.name}`) : xpath;
}

/** Whether a change at the xpath keeps parts of the present value of the property. */
export function isWithinProperty(xpath: Xpath): boolean {
  return xpath.steps.length > 0 || xpath.field.type === 'list';
}

/**
 * The change that sets blobs at the xpath: a list gets all of them at its end, a single blob is
 * replaced by the last of them.
 *
 * @throws AppError property.invalid when the xpath cannot hold blobs
 */
export function attachedBlobs(
  { properties }: Content,
  xpath: Xpath,
  blobs: readonly BlobValue[],
): Properties {
  const wrap = wrapperFor(xpath);
  const wrapped = blobs.map((blob) => wrap(documentBlob(blob)));
  const last = wrapped.at(-1);
  if (last === undefined) return {};
  if (xpath.field.type !== 'list') return changeAt(properties, xpath, last);
  const present = getAtXpath(properties, xpath);
  const items = [...(Array.isArray(present) ? present : []), ...wrapped];
  if (items.length > limits.listLengthMax) throw refusal(xpath.text, 'the list is full');
  return changeAt(properties, xpath, items);
}

/** The change that empties a list, removes an item of one, or sets any other value to null. */
export function removedValue({ properties }: Content, xpath: Xpath): Properties {
  const { key } = xpath.definition;
  if (xpath.field.type === 'list' || xpath.field.type === 'array') {
    const present = getAtXpath(properties, xpath);
    const isEmpty = !Array.isArray(present) || present.length === 0;
    return isEmpty ? {} : changeAt(properties, xpath, []);
  }
  const changed = removeAtXpath(properties, xpath);
  return changed === properties ? {} : { [key]: changed[key] ?? null };
}

/** The change that renames the blob at the xpath; none when there is no blob. */
export function renamedBlob({ properties }: Content, xpath: Xpath, name: string): Properties {
  if (xpath.field.type !== 'blob') throw refusal(xpath.text, 'it does not hold a file');
  const present = getAtXpath(properties, xpath);
  return isBlobValue(present) ? changeAt(properties, xpath, { ...present, name }) : {};
}

const itemBlobField = 'file';

/** The blobs of a list: its items themselves, or their field `file`. */
export function listedBlobs({ properties }: Content, xpath: Xpath): LocatedBlob[] {
  const { type, item } = xpath.field;
  const hasBlobs =
    item?.type === 'blob' ||
    item?.fields?.some((field) => field.name === itemBlobField && field.type === 'blob');
  if (type !== 'list' || !hasBlobs) throw refusal(xpath.text, 'it is no list of files');
  const items = getAtXpath(properties, xpath);
  return (Array.isArray(items) ? (items as readonly PropertyValue[]) : []).flatMap((entry, at) => {
    const place = `${xpath.text}/${at}`;
    if (isBlobValue(entry)) return [{ xpath: place, blob: entry }];
    const blob = isComplexValue(entry) ? entry[itemBlobField] : undefined;
    return isBlobValue(blob) ? [{ xpath: `${place}/${itemBlobField}`, blob }] : [];
  });
}

/** The whole property, as only whole properties are saved. */
function changeAt(properties: Properties, xpath: Xpath, value: PropertyValue): Properties {
  const { key } = xpath.definition;
  return { [key]: setAtXpath(properties, xpath, value)[key] ?? null };
}

/** How a blob becomes a value of the xpath; items with one field have it in that field. */
function wrapperFor(xpath: Xpath): (blob: BlobValue) => PropertyValue {
  const { type, item } = xpath.field;
  if (type === 'blob') return (blob) => blob;
  if (type === 'list' && item?.type === 'blob') return (blob) => blob;
  const only = type === 'list' ? onlyField(item) : undefined;
  if (only?.type === 'blob') return (blob) => ({ [only.name]: blob });
  throw refusal(xpath.text, 'it holds neither a file nor a list of files');
}

function onlyField(item: Omit<Field, 'name'> | undefined): Field | undefined {
  return item?.fields?.length === 1 ? item.fields[0] : undefined;
}

function refusal(xpath: string, reason: string): AppError {
  return new AppError('property.invalid', `xpath ${xpath.slice(0, 200)}: ${reason}`);
}
