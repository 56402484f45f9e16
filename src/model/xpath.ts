import { limits } from '../base/limits.ts';
import type { DocumentShape, Field, PropertyDefinition, ScalarType } from './content-model.ts';
import type { BlobValue } from './value.ts';

/** Means every item of a list. */
export const anyItem = '*';

/** A sub-field or part of a blob, the index of a list item, or every item. */
export type XpathStep = string | number;

/** A property, or a place inside it, that exists in a shape. */
export interface Xpath {
  /** With prefix, even if the caller omitted it: `files:files/0/file`. */
  readonly text: string;
  readonly definition: PropertyDefinition;
  /** The path from the property's value to the place; keys are those of the stored value. */
  readonly steps: readonly XpathStep[];
  /** What is at the place; for a part of a blob, a scalar. */
  readonly field: Omit<Field, 'name'>;
  readonly blobPart: BlobPart | null;
}

interface BlobPart {
  readonly key: keyof BlobValue;
  readonly type: ScalarType;
  /** The other parts are derived from the content. */
  readonly isSettable: boolean;
}

const blobParts: ReadonlyMap<string, BlobPart> = new Map<string, BlobPart>([
  ['name', { key: 'name', type: 'string', isSettable: true }],
  ['mime-type', { key: 'mimeType', type: 'string', isSettable: true }],
  ['encoding', { key: 'encoding', type: 'string', isSettable: true }],
  ['digest', { key: 'digest', type: 'string', isSettable: false }],
  ['digestAlgorithm', { key: 'digestAlgorithm', type: 'string', isSettable: false }],
  ['length', { key: 'length', type: 'long', isSettable: false }],
  ['data', { key: 'key', type: 'string', isSettable: false }],
]);

interface XpathOptions {
  /** In download URLs `;` may replace the `:` of the prefix. */
  readonly allowSemicolon?: boolean;
}

/**
 * Finds the place that an xpath names: `dc:title`, `file:content/name`, `files:files/0/file`, with
 * `*` as index for every item. The prefix may be left out for schemas that declare none: `content`.
 */
export function findXpath(
  shape: DocumentShape,
  text: string,
  options: XpathOptions = {},
): Xpath | undefined {
  if (text.length > limits.xpathLengthMax) return undefined;
  const [first = '', ...rest] = text.split('/');
  const definition = findDefinition(
    shape,
    options.allowSemicolon ? first.replace(';', ':') : first,
  );
  if (!definition) return undefined;
  let place: Place = { field: definition.field, blobPart: null };
  const steps: XpathStep[] = [];
  for (const segment of rest) {
    const next = descend(place, segment);
    if (!next) return undefined;
    place = next;
    steps.push(next.step);
  }
  return { text: [definition.key, ...rest].join('/'), definition, steps, ...pick(place) };
}

interface Place {
  readonly field: Omit<Field, 'name'>;
  readonly blobPart: BlobPart | null;
}

function pick({ field, blobPart }: Place): Place {
  return { field, blobPart };
}

function findDefinition(shape: DocumentShape, name: string): PropertyDefinition | undefined {
  if (name.includes(':')) return shape.properties.get(name);
  for (const schema of shape.schemas) {
    if (!schema.allowsUnprefixed) continue;
    const definition = shape.properties.get(`${schema.prefix}:${name}`);
    if (definition) return definition;
  }
  return undefined;
}

function descend(
  { field, blobPart }: Place,
  segment: string,
): (Place & { step: XpathStep }) | undefined {
  if (blobPart) return undefined;
  switch (field.type) {
    case 'complex': {
      const found = field.fields?.find((sub) => sub.name === segment);
      return found && { field: found, blobPart: null, step: segment };
    }
    case 'array':
    case 'list': {
      const step = parseItemStep(segment);
      return step === undefined || !field.item
        ? undefined
        : { field: field.item, blobPart: null, step };
    }
    case 'blob': {
      const part = blobParts.get(segment);
      return part && { field: { type: part.type }, blobPart: part, step: part.key };
    }
    default:
      return undefined;
  }
}

const canonicalIndex = /^(0|[1-9]\d{0,8})$/;

function parseItemStep(segment: string): XpathStep | undefined {
  if (segment === anyItem) return anyItem;
  return canonicalIndex.test(segment) ? Number(segment) : undefined;
}

/**
 * How a property is named in messages: schemas without a declared prefix show none, as in
 * `content`.
 */
export function displayName(definition: PropertyDefinition): string {
  return definition.schema.allowsUnprefixed ? definition.field.name : definition.key;
}
