/**
 * Property values as the repository holds them. Dates are epoch milliseconds, longs are exact
 * (bigint once they leave the safe integer range), and an unset property is absent or null.
 */
export type ScalarValue = string | number | bigint | boolean;

/** A stored blob as a property value. `key` names the content, `digest` is what clients compare. */
export interface BlobValue {
  readonly key: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly encoding: string | null;
  readonly digest: string;
  readonly digestAlgorithm: string;
  readonly length: number;
}

export interface ComplexValue {
  readonly [field: string]: PropertyValue;
}

export type PropertyValue =
  | ScalarValue
  | null
  | BlobValue
  | ComplexValue
  | readonly PropertyValue[];

/** `prefix:field` → value. Absent and null both mean unset. */
export type Properties = Readonly<Record<string, PropertyValue>>;

export function isBlobValue(value: PropertyValue | undefined): value is BlobValue {
  return isComplexValue(value) && typeof value.key === 'string' && 'digestAlgorithm' in value;
}

export function isComplexValue(value: PropertyValue | undefined): value is ComplexValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
