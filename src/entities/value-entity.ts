import { writeTimestamp } from './timestamp.ts';

/** A plain result of an operation: `{"entity-type": "string", "value": …}` and its like. */
export function writeValueEntity(
  type: 'string' | 'boolean' | 'number' | 'list' | 'map',
  value: unknown,
): object {
  return { 'entity-type': type, value };
}

export function writeDateEntity(epochMs: number): object {
  return { 'entity-type': 'date', value: writeTimestamp(epochMs) };
}
