import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import type { Field, PropertyDefinition } from './content-model.ts';
import {
  type BlobValue,
  type ComplexValue,
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from './value.ts';
import { anyItem, type Xpath, type XpathStep } from './xpath.ts';

/** The value of a property; its default while it was never set, and when it is set to null. */
export function propertyValue(
  properties: Properties,
  definition: PropertyDefinition,
): PropertyValue | undefined {
  return withDefault(properties[definition.key], definition.field);
}

export function withDefault(
  value: PropertyValue | undefined,
  field: Omit<Field, 'name'>,
): PropertyValue | undefined {
  return value ?? field.default ?? value;
}

/**
 * The value at the xpath, undefined when a step of it does not exist. With `*` in the xpath, the
 * list of all values found.
 */
export function getAtXpath(properties: Properties, xpath: Xpath): PropertyValue | undefined {
  const { steps, definition } = xpath;
  if (steps.length === 0) return propertyValue(properties, definition);
  const found: PropertyValue[] = [];
  collectAt(properties[definition.key], xpath, { at: 0, found });
  return steps.includes(anyItem) ? found : found[0];
}

function collectAt(
  value: PropertyValue | undefined,
  xpath: Xpath,
  { at, found }: { at: number; found: PropertyValue[] },
): void {
  const step = xpath.steps[at];
  if (step === undefined) {
    const present = withDefault(value, xpath.field);
    if (present !== undefined) found.push(present);
  } else if (step === anyItem) {
    if (!Array.isArray(value)) return;
    for (const item of value) collectAt(item, xpath, { at: at + 1, found });
  } else if (hasStep(value, step)) {
    collectAt(childOf(value, step), xpath, { at: at + 1, found });
  }
}

/** An absent sub-field still has its default; an item beyond the end does not exist. */
function hasStep(value: PropertyValue | undefined, step: XpathStep): boolean {
  if (typeof step === 'number') return Array.isArray(value) && step < value.length;
  return isComplexValue(value);
}

function childOf(value: PropertyValue | undefined, step: XpathStep): PropertyValue | undefined {
  return (value as Readonly<Record<XpathStep, PropertyValue>> | undefined)?.[step];
}

/**
 * The properties with another value at the xpath. Missing complex values on its path are created;
 * an index equal to the length of a list appends an item. Null sets the value to null: a list item
 * whose blob is set to null stays.
 *
 * @throws AppError property.invalid when the index is beyond the end, or the xpath names a part of
 *   a blob that is missing or derived from its content
 */
export function setAtXpath(properties: Properties, xpath: Xpath, value: PropertyValue): Properties {
  const { key } = xpath.definition;
  return { ...properties, [key]: withValueAt(properties[key], xpath, { at: 0, value }) };
}

function withValueAt(
  base: PropertyValue | undefined,
  xpath: Xpath,
  { at, value }: { at: number; value: PropertyValue },
): PropertyValue {
  const step = xpath.steps[at];
  if (step === undefined) return value;
  const isBlobPart = xpath.blobPart !== null && at === xpath.steps.length - 1;
  if (isBlobPart) checkBlobPart(base, xpath);
  const child = withValueAt(childOf(base, step), xpath, { at: at + 1, value });
  if (typeof step === 'number') return withItem(base, xpath, { index: step, item: child });
  if (step === anyItem) throw new AppError('property.invalid', `${xpath.text} names many values`);
  return { ...(isComplexValue(base) ? (base as ComplexValue) : {}), [step]: child };
}

function checkBlobPart(base: PropertyValue | undefined, xpath: Xpath): void {
  if (!xpath.blobPart?.isSettable) {
    throw new AppError('property.invalid', `${xpath.text} follows from the content: set the blob`);
  }
  if (!isBlobValue(base)) {
    throw new AppError('property.invalid', `${xpath.text}: there is no blob, set the blob first`);
  }
}

function withItem(
  base: PropertyValue | undefined,
  xpath: Xpath,
  { index, item }: { index: number; item: PropertyValue },
): PropertyValue {
  const items: readonly PropertyValue[] = Array.isArray(base) ? base : [];
  if (index > items.length) {
    throw new AppError(
      'property.invalid',
      `${xpath.text}: the list has ${items.length} items; use an index up to ${items.length}`,
    );
  }
  if (index >= limits.listLengthMax) {
    throw new AppError('property.invalid', `${xpath.text}: the list is full`);
  }
  return index === items.length ? [...items, item] : items.with(index, item);
}

/**
 * The properties without the value at the xpath: a list item is removed, anything else becomes
 * null. Nothing changes when there is no value.
 */
export function removeAtXpath(properties: Properties, xpath: Xpath): Properties {
  const present = getAtXpath(properties, xpath);
  if (present === undefined || present === null) return properties;
  const { definition, steps } = xpath;
  const index = steps.at(-1);
  if (typeof index !== 'number') return setAtXpath(properties, xpath, null);
  const list = { ...xpath, steps: steps.slice(0, -1) };
  const items = getAtXpath(properties, list) as readonly PropertyValue[];
  return {
    ...properties,
    [definition.key]: withValueAt(properties[definition.key], list, {
      at: 0,
      value: items.toSpliced(index, 1),
    }),
  };
}

/** The store may return a large double as an exact integer. */
export function isSameItem(a: PropertyValue, b: PropertyValue): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  if (typeof a === 'number' && typeof b === 'bigint') return a === Number(b);
  return a === b;
}

export interface LocatedBlob {
  readonly xpath: string;
  readonly blob: BlobValue;
}

export const mainBlobXpath = 'file:content';

/**
 * Every blob of a document, the main one first and the others by xpath. The order does not depend
 * on the order of keys, which PostgreSQL changes.
 */
export function collectBlobs(properties: Properties): LocatedBlob[] {
  const found: LocatedBlob[] = [];
  const main = properties[mainBlobXpath];
  if (isBlobValue(main)) found.push({ xpath: mainBlobXpath, blob: main });
  const keys: string[] = [];
  for (const key in properties) {
    if (key !== mainBlobXpath && mayHoldBlobs(properties[key])) keys.push(key);
  }
  for (const key of keys.sort()) collectFrom(properties[key], key, found);
  return found;
}

/** Most values, also most lists, are texts and numbers. */
function mayHoldBlobs(value: PropertyValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === 'object');
}

function collectFrom(value: PropertyValue | undefined, xpath: string, found: LocatedBlob[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isBlobValue(value)) found.push({ xpath, blob: value });
  else if (Array.isArray(value)) {
    // Lists of texts can be long, and the places of texts are not needed.
    for (let index = 0; index < value.length; index += 1) {
      const item: PropertyValue = value[index];
      if (typeof item === 'object') collectFrom(item, `${xpath}/${index}`, found);
    }
  } else {
    const complex = value as ComplexValue;
    for (const name of Object.keys(complex).sort()) {
      const part = complex[name];
      if (typeof part === 'object') collectFrom(part, `${xpath}/${name}`, found);
    }
  }
}
