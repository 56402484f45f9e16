import type { Doc, Value } from '../api/types.ts';
import { entityId } from './entity-label.ts';

/** What differs between two states of a document in one property. */
export interface Difference {
  readonly xpath: string;
  readonly before: Value;
  readonly after: Value;
}

/** Made by the server of other properties, or different by nature. */
const unimportant = new Set([
  'common:icon',
  'common:icon-expanded',
  'dc:contributors',
  'dc:lastContributor',
  'dc:modified',
  'file:filename',
  'picture:info',
  'picture:views',
  'thumb:thumbnail',
  'uid:major_version',
  'uid:minor_version',
  'vid:info',
  'vid:storyboard',
  'vid:transcodedVideos',
]);

type Compared = Pick<Doc, 'properties'>;

/** The properties whose values differ, in the order of their names. */
export function differences(before: Compared, after: Compared): Difference[] {
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  return [...names]
    .filter((name) => !unimportant.has(name))
    .toSorted()
    .map((xpath) => ({
      xpath,
      before: before.properties[xpath] ?? null,
      after: after.properties[xpath] ?? null,
    }))
    .filter((each) => !isEqual(each.before, each.after));
}

/** Whether two values mean the same: files with the same content and name do, whatever their addresses. */
function isEqual(a: Value, b: Value): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, at) => isEqual(each, b[at] ?? null));
  }
  if (isComplex(a) && isComplex(b)) {
    if (entityId(a) !== undefined) return entityId(a) === entityId(b);
    const names = isFile(a) && isFile(b) ? ['digest', 'name'] : namesOf(a, b);
    return names.every((name) => isEqual(a[name] ?? null, b[name] ?? null));
  }
  return a === b;
}

type Complex = Readonly<Record<string, Value>>;

export function isComplex(value: Value): value is Complex {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFile(value: Value): boolean {
  return isComplex(value) && 'data' in value && 'digest' in value;
}

/** Absent, an empty text and an empty list mean the same. */
export function isEmpty(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function namesOf(a: Complex, b: Complex): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

/** An item of a list, and whether it is in the state before, after, or in both. */
interface ItemChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly item: Value;
}

/** The items of two lists: those of the first in their order, then what came. */
export function itemChanges(before: readonly Value[], after: readonly Value[]): ItemChange[] {
  const rest = [...after];
  const kept = before.map((item): ItemChange => {
    const at = rest.findIndex((each) => isEqual(each, item));
    if (at < 0) return { kind: 'removed', item };
    rest.splice(at, 1);
    return { kind: 'same', item };
  });
  return [...kept, ...rest.map((item): ItemChange => ({ kind: 'added', item }))];
}
