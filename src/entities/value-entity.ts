import {
  anything,
  arrayOf,
  entityOf,
  flag,
  instant,
  type JsonOf,
  mapOf,
  number,
  text,
} from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

/** Plain results of operations, by their `entity-type`. */
export const valueSchemas = {
  string: entityOf('string', { value: text }),
  boolean: entityOf('boolean', { value: flag }),
  number: entityOf('number', { value: number }),
  list: entityOf('list', { value: arrayOf(anything) }),
  map: entityOf('map', { value: mapOf(anything) }),
  date: entityOf('date', { value: instant }),
} as const;

/** A plain result of an operation: `{"entity-type": "string", "value": …}` and similar. */
export function writeValueEntity(
  type: 'string' | 'boolean' | 'number' | 'list' | 'map',
  value: unknown,
): object {
  return { 'entity-type': type, value };
}

export function writeDateEntity(epochMs: number): JsonOf<typeof valueSchemas.date> {
  return { 'entity-type': 'date', value: writeTimestamp(epochMs) };
}
