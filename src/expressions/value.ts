/**
 * The values of expressions. Data is always a Map or an array, never a plain object: a name such as
 * `constructor` then finds an entry or nothing. Maps and lists are never changed in place.
 */
export type ExpressionValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | readonly ExpressionValue[]
  | ReadonlyMap<string, ExpressionValue>
  | HostObject;

/** What a host object may return at once or as a promise. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * An object of the program that expressions may use (a document, a date, functions). Expressions
 * access only what these methods return; undefined means there is no such member. Names come from
 * the author of the expression: look them up in a switch or a Map.
 */
export abstract class HostObject {
  /** An own property, so that no subclass is taken for a promise when an async function returns it. */
  // biome-ignore lint/suspicious/noThenProperty: it is there to be undefined, whatever a subclass has
  readonly then: undefined = undefined;

  /** `a.name` */
  get?(name: string): MaybePromise<ExpressionValue | undefined>;
  /** `a[key]`; undefined is null in the expression, as with maps. */
  index?(key: ExpressionValue): MaybePromise<ExpressionValue | undefined>;
  /** `a.name(args)` */
  call?(name: string, args: readonly ExpressionValue[]): MaybePromise<ExpressionValue | undefined>;
  /** `a.name = value`; false when there is no such member to set. */
  set?(name: string, value: ExpressionValue): MaybePromise<boolean>;
  /** `a[key] = value`; false when there is no such entry to set. */
  setIndex?(key: ExpressionValue, value: ExpressionValue): MaybePromise<boolean>;
  /** For `==`; without it an object equals itself only. */
  equals?(other: ExpressionValue): boolean;
  /** For `<`: negative, zero or positive; undefined when the two have no order. */
  compare?(other: ExpressionValue): number | undefined;
  /** For `x == empty`. */
  isEmpty?(): boolean;
  /** The form in templates and concatenations. */
  abstract text(): string;
}

export type ExpressionMap = ReadonlyMap<string, ExpressionValue>;
export type ExpressionList = readonly ExpressionValue[];

export function isList(value: ExpressionValue): value is ExpressionList {
  return Array.isArray(value);
}

export function isMap(value: ExpressionValue): value is ExpressionMap {
  return value instanceof Map;
}

/** For messages: what kind of thing a value is. */
export function kindName(value: ExpressionValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  if (isList(value)) return 'a list';
  return isMap(value) ? 'a map' : 'an object';
}
