import type { BlobValue, Value } from '../api/types.ts';

export type Properties = Readonly<Record<string, Value>>;

/** Whether two values of properties are the same for a reader; nothing, an empty text and an empty list are. */
export function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, at) => isSameValue(each, b[at]));
  }
  const [left, right] = [complexOf(a), complexOf(b)];
  if (left && right) return isSameComplex(left, right);
  return a === b;
}

function isSameComplex(a: Properties, b: Properties): boolean {
  if (isBlob(a) && isBlob(b)) {
    return a.name === b.name && (a.digest ?? a.data) === (b.digest ?? b.data);
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameValue(a[name], b[name]));
}

export function isEmptyValue(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  const parts = complexOf(value);
  return parts !== undefined && Object.values(parts).every(isEmptyValue);
}

export function complexOf(value: Value | undefined): Properties | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Properties;
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

export function isBlob(value: unknown): value is BlobValue & { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && 'data' in value && 'digest' in value;
}
