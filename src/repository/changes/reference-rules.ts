import { systemUsername } from '../../model/principal.ts';
import {
  type CheckedReference,
  checkedReferences,
  referenceViolations,
  sourceKeyOf,
} from '../../model/property-references.ts';
import type { ConstraintViolation } from '../../model/property-validation.ts';
import { isReferenceMissing, lookUpReferences } from '../directories/existing-references.ts';
import type { ReadUnit } from '../unit/unit.ts';
import type { AuthoredContent } from './change-hook.ts';

/**
 * Changed values that refer to an entry, user, group or document that does not exist. Values that
 * the property already has are not checked, so an entry that was removed since does not make other
 * changes fail. What the server writes by itself is not checked.
 */
export async function findReferenceViolations(
  unit: ReadUnit,
  content: AuthoredContent,
): Promise<ConstraintViolation[]> {
  if (isServerItself(unit)) return [];
  const { shape, properties } = content;
  const changed = changedReferences(content);
  if (changed.length === 0) return [];
  await lookUpReferences(unit, changed);
  const missing = changed.filter((each) => isReferenceMissing(unit, each));
  if (missing.length === 0) return [];
  const missingKeys = new Set(missing.map(keyOf));
  return referenceViolations({
    shape,
    properties,
    keys: Object.keys(content.given),
    isMissing: (found) => missingKeys.has(keyOf(found)),
  });
}

/** Looks up the references of many new documents at once. */
export async function lookUpReferencesOf(
  unit: ReadUnit,
  contents: readonly AuthoredContent[],
): Promise<void> {
  if (isServerItself(unit)) return;
  await lookUpReferences(unit, contents.flatMap(changedReferences));
}

function isServerItself({ principal, actingFor }: ReadUnit): boolean {
  return principal.username === systemUsername && actingFor === undefined;
}

function changedReferences(content: AuthoredContent): readonly CheckedReference[] {
  const { shape, given, properties, before } = content;
  const keys = Object.keys(given);
  const references = checkedReferences(shape, properties, keys);
  if (before === null || references.length === 0) return references;
  const present = new Set(checkedReferences(shape, before, keys).map(keyOf));
  return references.filter((each) => !present.has(keyOf(each)));
}

function keyOf({ reference, value }: CheckedReference): string {
  return `${sourceKeyOf(reference)} ${value}`;
}
