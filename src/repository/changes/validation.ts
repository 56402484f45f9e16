import type { ChangeHook } from './change-hook.ts';
import { refuseSecured, requireValid } from './property-rules.ts';

/** Secured properties and constraints. Existing values of a document are not checked again. */
export const validationHook: ChangeHook = {
  before(unit, { shape, given, properties, isNew }) {
    refuseSecured(unit, shape, given);
    requireValid(shape, properties, isNew ? shape.properties.keys() : Object.keys(given));
  },
};
