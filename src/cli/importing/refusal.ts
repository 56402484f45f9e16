import { isAppError } from '../../base/errors/app-error.ts';
import { isViolationList, writeValidationReport } from '../../entities/validation-report.ts';
import { type Description, placeOf } from './description.ts';

/** Of one document; the first ones show what is wrong. */
const violationsMax = 10;

/** The error of a file whose document was refused, with the places of the values that caused it. */
export function explainRefusal(error: Error, description: Description | null): Error {
  if (!isAppError(error, 'property.violation') || !isViolationList(error.detail)) return error;
  const { violations } = writeValidationReport(error.detail.slice(0, violationsMax)).entity;
  const reasons = violations.map(({ message, path }) => {
    const property = path[0]?.field_name ?? '';
    const value = description?.values.findLast(({ xpath }) => isWithin(xpath, property));
    return `${value ? placeOf(value) : property}: ${message}: correct the value`;
  });
  return new Error(reasons.join('; '), { cause: error });
}

/** Schemas without a declared prefix show none in reports. */
function isWithin(xpath: string, property: string): boolean {
  const [first = ''] = xpath.split('/', 1);
  return first === property || first.slice(first.indexOf(':') + 1) === property;
}
