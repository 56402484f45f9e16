/**
 * Property values as the repository holds them. Dates are epoch milliseconds, longs are exact
 * (bigint once they leave the safe integer range), binaries are base64 text, and an unset property
 * is absent or null: an absent one shows its default, a null one nothing.
 *
 * Storage keeps `Properties` as JSON without a codec: base/json.ts reads and writes the large
 * integers. A large double may come back as a bigint, as JSON does not distinguish 1e20 from a
 * long; read doubles through Number().
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

/** The name of a blob that came without one. */
export const nameOfUnnamedBlob = 'file';

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

/** Neither engine accepts NUL, and an unpaired surrogate cannot be written as UTF-8. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
