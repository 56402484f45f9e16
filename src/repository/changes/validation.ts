import { AppError } from '../../base/errors/app-error.ts';
import { type ConstraintViolation, validateProperties } from '../../model/property-validation.ts';
import type { AuthoredContent, ChangeHook } from './change-hook.ts';
import { refuseSecured, refuseUnstorable } from './property-rules.ts';
import { findReferenceViolations } from './reference-rules.ts';

/** Secured properties, constraints and references. Existing values of a document are not checked again. */
export const validationHook: ChangeHook = {
  async before(unit, content) {
    refuseUnstorable(content.given);
    refuseSecured(unit, content.shape, content.given);
    const references = await findReferenceViolations(unit, content);
    refuseViolations([...brokenConstraints(content), ...references]);
  },
};

function brokenConstraints({
  shape,
  given,
  properties,
  before,
}: AuthoredContent): ConstraintViolation[] {
  const keys = before === null ? shape.properties.keys() : Object.keys(given);
  return validateProperties(shape, properties, keys);
}

/** @throws AppError property.violation with the list of violations as detail */
function refuseViolations(violations: readonly ConstraintViolation[]): void {
  if (violations.length === 0) return;
  throw new AppError('property.violation', undefined, { detail: violations });
}
