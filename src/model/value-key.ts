import { stringifyJson } from '../base/json.ts';
import type { PropertyValue } from './value.ts';

/**
 * A text that is the same for equal values: it ignores the order of fields, whether one is unset or
 * absent, and that the store may return a large double as an exact integer.
 */
export function valueKey(value: PropertyValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  if (typeof value !== 'object') return stringifyJson(value);
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([name, field]) => `${stringifyJson(name)}:${valueKey(field)}`);
  return `{${fields.sort().join(',')}}`;
}
