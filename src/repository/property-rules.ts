import { AppError } from '../base/errors/app-error.ts';
import { stringifyJson } from '../base/json.ts';
import type { DocumentShape } from '../model/content-model.ts';
import { validateProperties } from '../model/property-validation.ts';
import type { Properties, PropertyValue } from '../model/value.ts';
import type { Session } from './session.ts';

export function isSameValue(
  a: PropertyValue | undefined,
  b: PropertyValue | undefined,
): boolean {
  const left = a ?? null;
  const right = b ?? null;
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  return stringifyJson(left) === stringifyJson(right);
}

/** The given properties that differ from the stored ones. */
export function changedProperties(stored: Properties, given: Properties): Properties {
  const changed: Record<string, PropertyValue> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined && !isSameValue(stored[key], value)) changed[key] = value;
  }
  return changed;
}

/**
 * Secured properties are for administrators. `changed` holds real changes only: clients that send a
 * whole document back unchanged are not refused.
 *
 * @throws AppError property.read-only
 */
export function refuseSecured(session: Session, shape: DocumentShape, changed: Properties): void {
  if (session.principal.isAdministrator) return;
  for (const key of Object.keys(changed)) {
    if (shape.properties.get(key)?.field.secured !== true) continue;
    throw new AppError(
      'property.read-only',
      `Cannot set the value of property: ${key} since it is readonly`,
    );
  }
}

/** @throws AppError property.violation with the list of violations as detail */
export function requireValid(
  shape: DocumentShape,
  properties: Properties,
  keys: Iterable<string>,
): void {
  const violations = validateProperties(shape, properties, keys);
  if (violations.length === 0) return;
  throw new AppError('property.violation', undefined, { detail: violations });
}
