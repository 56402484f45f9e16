import { AppError } from '../../base/errors/app-error.ts';
import { stringifyJson } from '../../base/json.ts';
import { limits } from '../../base/limits.ts';
import { isLongerThan } from '../../base/stringify-in-turns.ts';
import { isLongText } from '../../base/turns.ts';
import type { Properties } from '../../model/value.ts';
import type { UnitContext } from '../unit/unit.ts';

/** Columns copied from properties, so that queries can sort and filter by an index. */
export interface DerivedColumns {
  readonly title_key: string;
  readonly creator: string | null;
  readonly created_at: number | null;
  readonly modified_at: number | null;
}

export function derivedColumns(properties: Properties): DerivedColumns {
  return {
    title_key: titleKey(properties['dc:title']),
    creator: textOrNull(properties['dc:creator']),
    created_at: numberOrNull(properties['dc:created']),
    modified_at: numberOrNull(properties['dc:modified']),
  };
}

/** The start of the title, cut between characters so that the cut leaves valid text. */
function titleKey(title: unknown): string {
  if (typeof title !== 'string') return '';
  return title.length <= limits.titleKeyLengthMax
    ? title
    : title.slice(0, limits.titleKeyLengthMax).toWellFormed();
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** The properties as they are when read again: unset ones are left out. */
export function setProperties(properties: Properties): Properties {
  if (!hasUnset(properties)) return properties;
  const set: Record<string, Properties[string]> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined && value !== null) set[key] = value;
  }
  return set;
}

function hasUnset(properties: Properties): boolean {
  for (const key in properties)
    if (properties[key] === undefined || properties[key] === null) return true;
  return false;
}

/** JSON of large properties, which a document and its version share. */
const largeJson = new WeakMap<Properties, string>();

/**
 * JSON as stored. Unset properties are left out.
 *
 * @throws AppError document.too-large
 */
export function storedProperties(properties: Properties): string {
  const known = largeJson.get(properties);
  if (known !== undefined) return known;
  const json = stringifyJson(setProperties(properties));
  requireFitting(json);
  if (isLongText(json)) largeJson.set(properties, json);
  return json;
}

/** Characters of values that may be added to a document of any size, such as a title. */
const shortValues = 16_384;

/**
 * Refuses a change by which a document with long values becomes larger than a request may bring it.
 * Documents that are larger already can be changed otherwise.
 *
 * @throws AppError document.too-large
 */
export function requireRoom(
  { propertiesBytesMax }: UnitContext,
  { given, properties }: { readonly given: Properties; readonly properties: Properties },
): void {
  if (!isLongerThan(given, shortValues)) return;
  requireFitting(storedProperties(properties), propertiesBytesMax);
}

/** Many small changes together may exceed the bound, and the document would fit in no list. */
function requireFitting(json: string, max: number = limits.storedPropertiesBytesMax): void {
  // A UTF-16 unit has three bytes at most: nearly all texts need no count.
  if (json.length * 3 <= max) return;
  const bytes = Buffer.byteLength(json);
  if (bytes <= max) return;
  throw new AppError(
    'document.too-large',
    `the properties have ${bytes} bytes together, and one document holds at most ${max}: ` +
      'shorten them, or store long texts as files',
  );
}

/** The columns that are the same in all new live documents. */
export const blankRow = {
  instance_facets: null,
  position: null,
  own_acl: null,
  is_trashed: 0,
  lock_owner: null,
  lock_created_at: null,
  system_token: 0,
  user_token: 0,
  is_version: 0,
  is_checked_out: 1,
  base_version_id: null,
  version_created_at: null,
  is_latest_version: 0,
  is_latest_major_version: 0,
  version_description: null,
  proxy_target_id: null,
  tree_seq: 0,
} as const;
