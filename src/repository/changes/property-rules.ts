import { AppError } from '../../base/errors/app-error.ts';
import { joinProblems } from '../../base/errors/problem-list.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import { withDefault } from '../../model/property-access.ts';
import {
  type ComplexValue,
  isStorableText,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';
import { isVersionNumber } from '../../model/version-numbers.ts';
import type { UnitContext } from '../unit/unit.ts';

/** Ignores the order of keys, which PostgreSQL changes. */
function isSameValue(a: PropertyValue | undefined, b: PropertyValue | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (a === b) return true;
  // PostgreSQL returns a large double with all digits, so it is read as an exact integer.
  if (typeof a === 'bigint' || typeof b === 'bigint') return isSameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  const left = a as ComplexValue;
  const right = b as ComplexValue;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSameValue(left[key], right[key]));
}

function isSameNumber(a: PropertyValue | undefined, b: PropertyValue | undefined): boolean {
  const [exact, other] = typeof a === 'bigint' ? [a, b] : [b, a];
  return typeof other === 'number' && !Number.isSafeInteger(other) && Number(exact) === other;
}

/** Unset, an empty list, or a complex value without any set field: clients cannot distinguish them. */
function isEmpty(value: PropertyValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/**
 * The given properties that differ from the stored ones. Clients send whole documents back, so the
 * value shown for an unset property is not a change. A set list becomes empty, not unset.
 */
export function changedProperties(
  shape: DocumentShape,
  stored: Properties,
  given: Properties,
): Properties {
  const changed: Record<string, PropertyValue> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || (value === null && isVersionNumber(key))) continue;
    const definition = shape.properties.get(key);
    const field = definition?.field ?? { type: 'string' };
    if (isSameValue(withDefault(stored[key], field), withDefault(value, field))) continue;
    const isList = definition?.field.type === 'array' || definition?.field.type === 'list';
    changed[key] = value === null && isList ? [] : value;
  }
  return changed;
}

/**
 * Only administrators may change secured properties. `changed` has real changes only: clients that
 * send a whole document back unchanged are not refused.
 *
 * @throws AppError property.read-only
 */
export function refuseSecured(unit: UnitContext, shape: DocumentShape, changed: Properties): void {
  if (unit.principal.isAdministrator) return;
  const secured = Object.keys(changed).filter(
    (key) => shape.properties.get(key)?.field.secured === true,
  );
  if (secured.length === 0) return;
  throw new AppError(
    'property.read-only',
    `Cannot set the value of property: ${joinProblems(secured, ', ')} since it is readonly`,
  );
}

/**
 * Texts of operations become properties without the reader of requests, which refuses these.
 *
 * @throws AppError property.invalid for a text that PostgreSQL cannot store
 */
export function refuseUnstorable(given: Properties): void {
  for (const [xpath, value] of Object.entries(given)) {
    if (typeof value !== 'string' || isStorableText(value)) continue;
    const reason = 'the text contains a NUL character or an unpaired surrogate: remove it';
    throw new AppError('property.invalid', `Unable to set property: ${xpath} (${reason})`);
  }
}
