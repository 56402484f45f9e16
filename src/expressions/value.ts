/**
 * What expressions compute with. Data is only ever a Map or an array, never a plain object: a name
 * such as `constructor` then finds an entry or nothing. Maps and lists are never changed in place.
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

/** What a host object may answer at once or later. */
export type Answer<T> = T | Promise<T>;

/**
 * Something of ours that expressions may use (a document, a date, functions). Expressions reach what
 * these methods answer and nothing else of the object; undefined means there is no such member.
 * Names come from the author of the expression: look them up in a switch or a Map.
 */
export abstract class HostObject {
  /** An own property, so that no subclass can pass for a promise when an async function answers it. */
  // biome-ignore lint/suspicious/noThenProperty: it is there to be undefined, whatever a subclass has
  readonly then: undefined = undefined;

  /** `a.name` */
  get?(name: string): Answer<ExpressionValue | undefined>;
  /** `a[key]`; undefined is null to the expression, as with maps. */
  index?(key: ExpressionValue): Answer<ExpressionValue | undefined>;
  /** `a.name(args)` */
  call?(name: string, args: readonly ExpressionValue[]): Answer<ExpressionValue | undefined>;
  /** `a.name = value`; false when there is no such member to set. */
  set?(name: string, value: ExpressionValue): Answer<boolean>;
  /** `a[key] = value`; false when there is no such entry to set. */
  setIndex?(key: ExpressionValue, value: ExpressionValue): Answer<boolean>;
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
