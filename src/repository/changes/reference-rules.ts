import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { FieldReference } from '../../model/content-model.ts';
import { systemUsername } from '../../model/principal.ts';
import {
  type CheckedReferences,
  checkedReferences,
  referenceViolations,
} from '../../model/property-references.ts';
import type { ConstraintViolation } from '../../model/property-validation.ts';
import { lookUpReferences, missingReferences } from '../directories/existing-references.ts';
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
  const changed = changedReferences(content);
  if (changed.size === 0) return [];
  // Lists may have tens of thousands of items.
  if (isTurnOver()) await giveTurn();
  await lookUpReferences(unit, [changed]);
  const missing = missingReferences(unit, changed);
  if (missing.size === 0) return [];
  if (isTurnOver()) await giveTurn();
  const { shape, properties, given } = content;
  return referenceViolations({ shape, properties, keys: Object.keys(given) }, missing);
}

/** Looks up the references of many new documents at once. */
export async function lookUpReferencesOf(
  unit: ReadUnit,
  contents: readonly AuthoredContent[],
): Promise<void> {
  if (isServerItself(unit)) return;
  await lookUpReferences(unit, contents.map(changedReferences));
}

function isServerItself({ principal, actingFor }: ReadUnit): boolean {
  return principal.username === systemUsername && actingFor === undefined;
}

function changedReferences(content: AuthoredContent): CheckedReferences {
  const { shape, given, properties, before } = content;
  const keys = Object.keys(given);
  const references = checkedReferences(shape, properties, keys);
  if (before === null || references.size === 0) return references;
  const present = checkedReferences(shape, before, keys);
  const changed = new Map<FieldReference, ReadonlySet<string>>();
  for (const [reference, values] of references) {
    const added = values.difference(present.get(reference) ?? new Set());
    if (added.size > 0) changed.set(reference, added);
  }
  return changed;
}
