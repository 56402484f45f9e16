import { AppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';
import { refuseUnboundedJson } from '../base/json-text.ts';
import { parseOwnBlobUrl } from '../entities/blob-url.ts';
import {
  type BlobResolver,
  readProperties,
  readPropertyAt,
  resolvePendingBlobs,
} from '../entities/property-reader.ts';
import { type StoredValueFinder, withStoredReferences } from '../entities/sent-references.ts';
import { isIgnoredProperty, refuseUnknownProperties } from '../entities/unknown-properties.ts';
import type { ContentModel, DocumentShape, Field } from '../model/content-model.ts';
import { setAtXpath } from '../model/property-access.ts';
import type { Properties } from '../model/value.ts';
import { findXpath, type Xpath } from '../model/xpath.ts';
import { parseStringList } from './text-lists.ts';
import type { PropertyMap } from './values.ts';

interface PropertyTarget {
  readonly model: ContentModel;
  readonly shape: DocumentShape;
  /** What nested xpaths are applied to. */
  readonly current: Properties;
  readonly baseUrl: string;
  readonly resolveBlob: BlobResolver;
  /** Finds the values that documents store for directory entries that are sent instead of values. */
  readonly findStoredValues: StoredValueFinder;
}

/**
 * The pairs as values of the shape's properties. Texts are decoded by the property's type: lists at
 * commas, complex values and blobs as JSON. Properties that only other types have are ignored.
 *
 * @throws AppError property.invalid, blob.reference-invalid
 */
export async function readPropertyValues(
  pairs: PropertyMap,
  target: PropertyTarget,
): Promise<Properties> {
  const whole: Record<string, unknown> = {};
  const nested: [Xpath, unknown][] = [];
  for (const [key, given] of pairs) {
    const xpath = findXpath(target.shape, key);
    if (!xpath) {
      if (!isIgnoredProperty(key)) refuseUnknown(target.model, key);
      continue;
    }
    const json = typeof given === 'string' ? decodeText(given, xpath.field, key) : given;
    if (xpath.steps.length === 0) whole[xpath.definition.key] = json;
    else nested.push([xpath, json]);
  }
  const stored = await withStoredReferences(whole, target.shape, target.findStoredValues);
  const read = readProperties(stored, target.shape, readOptions(target));
  const values = read.hasPendingBlobs
    ? await resolvePendingBlobs(read.values, target.resolveBlob)
    : (read.values as Properties);
  return nested.length === 0 ? values : withNested(values, nested, target);
}

function refuseUnknown(model: ContentModel, key: string): void {
  const [first = key, ...steps] = key.split('/');
  refuseUnknownProperties(model, { [first]: null });
  if (steps.length === 0) return;
  throw new AppError('property.invalid', `Unknown property: ${key.slice(0, 200)}`);
}

function readOptions({ baseUrl }: PropertyTarget) {
  const baseUrls = [baseUrl];
  return { parseOwnBlobUrl: (text: string) => parseOwnBlobUrl(text, baseUrls) };
}

async function withNested(
  values: Properties,
  nested: readonly [Xpath, unknown][],
  target: PropertyTarget,
): Promise<Properties> {
  let properties: Properties = { ...target.current, ...values };
  const touched = new Set(Object.keys(values));
  for (const [xpath, json] of nested) {
    const read = readPropertyAt(json, xpath, readOptions(target));
    const resolved = await resolvePendingBlobs({ value: read }, target.resolveBlob);
    if (!('value' in resolved)) continue;
    properties = setAtXpath(properties, xpath, resolved.value ?? null);
    touched.add(xpath.definition.key);
  }
  return Object.fromEntries([...touched].map((key) => [key, properties[key] ?? null]));
}

/** A text in the form its type has in text pairs, as JSON. An empty one means null. */
function decodeText(text: string, field: Omit<Field, 'name'>, name: string): unknown {
  switch (field.type) {
    case 'array':
      if (text === '') return null;
      refuseUnboundedJson(text);
      return text.trimStart().startsWith('[') && isJsonArray(text)
        ? parseJson(text)
        : parseStringList(text, { trims: false });
    case 'list':
    case 'complex':
    case 'blob':
      return text.trim() === '' ? null : parseJsonText(text, name);
    default:
      return text === '' ? null : text;
  }
}

/** Existing scripts send JSON arrays where a comma-separated text is expected; both are accepted. */
function isJsonArray(text: string): boolean {
  try {
    return Array.isArray(parseJson(text));
  } catch {
    return false;
  }
}

const unquotedName = /([{,]\s*)([A-Za-z_][\w-]*)\s*:/g;

/** Field names without quotes are accepted, for existing scripts. */
function parseJsonText(text: string, name: string): unknown {
  refuseUnboundedJson(text);
  try {
    return parseJson(text);
  } catch {
    try {
      return parseJson(text.replace(unquotedName, '$1"$2":'));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : '';
      throw new AppError('property.invalid', `${name}: expected JSON (${reason})`, { cause });
    }
  }
}
