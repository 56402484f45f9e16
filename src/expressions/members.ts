import type { Budget } from './budget.ts';
import { equal } from './equality.ts';
import { invalid, limitReached, shown } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { type Method, type MethodTable, requireIndex } from './method.ts';
import { isNumeric, type Numeric, normalizeInteger, requireCount, tooLarge } from './numbers.ts';
import { stringMethods } from './string-methods.ts';
import { text } from './text.ts';
import {
  type ExpressionList,
  type ExpressionMap,
  type ExpressionValue,
  isList,
  isMap,
} from './value.ts';

/** The methods of every value. */
const valueMethods: MethodTable<ExpressionValue> = new Map<string, Method<ExpressionValue>>([
  ['toString', { takes: [0, 0], apply: (value) => text(value) }],
  [
    'equals',
    { takes: [1, 1], apply: (value, [other = null], budget) => equal(value, other, budget) },
  ],
]);

const numberMethods: MethodTable<Numeric> = new Map<string, Method<Numeric>>([
  ['intValue', { takes: [0, 0], apply: truncate }],
  ['longValue', { takes: [0, 0], apply: truncate }],
  ['doubleValue', { takes: [0, 0], apply: (value) => value }],
]);

const listMethods: MethodTable<ExpressionList> = new Map<string, Method<ExpressionList>>([
  ['size', { takes: [0, 0], apply: (list) => list.length }],
  ['length', { takes: [0, 0], apply: (list) => list.length }],
  ['isEmpty', { takes: [0, 0], apply: (list) => list.length === 0 }],
  ['get', { takes: [1, 1], apply: (list, [at]) => itemOf(list, at) }],
  ['contains', { takes: [1, 1], apply: (...given) => indexIn(...given) !== -1 }],
  ['indexOf', { takes: [1, 1], apply: (...given) => indexIn(...given) }],
  ['subList', { takes: [2, 2], apply: subList }],
]);

const mapMethods: MethodTable<ExpressionMap> = new Map<string, Method<ExpressionMap>>([
  ['size', { takes: [0, 0], apply: (map) => map.size }],
  ['length', { takes: [0, 0], apply: (map) => map.size }],
  ['isEmpty', { takes: [0, 0], apply: (map) => map.size === 0 }],
  ['get', { takes: [1, 1], apply: (map, [key]) => map.get(keyOf(key)) ?? null }],
  [
    'getOrDefault',
    { takes: [2, 2], apply: (map, [key, other]) => map.get(keyOf(key)) ?? other ?? null },
  ],
  ['contains', { takes: [1, 1], apply: (map, [key]) => map.has(keyOf(key)) }],
  ['containsKey', { takes: [1, 1], apply: (map, [key]) => map.has(keyOf(key)) }],
  [
    'containsValue',
    {
      takes: [1, 1],
      apply: (map, [value], budget) => indexIn([...map.values()], [value ?? null], budget) !== -1,
    },
  ],
  ['keySet', { takes: [0, 0], apply: (map) => [...map.keys()] }],
  ['values', { takes: [0, 0], apply: (map) => [...map.values()] }],
]);

/** The methods of data, those of texts included. */
export const dataMethodNames: readonly string[] = [
  ...new Set(
    [valueMethods, numberMethods, listMethods, mapMethods, stringMethods].flatMap((table) => [
      ...table.keys(),
    ]),
  ),
];

/** `value.name(args)` of data; undefined when there is no such method. */
export function callMethod(
  value: ExpressionValue,
  { name, args }: { readonly name: string; readonly args: readonly ExpressionValue[] },
  budget: Budget,
): ExpressionValue | undefined {
  const call = <Receiver extends ExpressionValue>(
    table: MethodTable<Receiver>,
    receiver: Receiver,
  ): ExpressionValue | undefined => {
    const method = table.get(name);
    if (method === undefined) return undefined;
    requireArity(name, args, method.takes);
    return method.apply(receiver, args, budget);
  };
  // Null is a result: only undefined means that there is no such method.
  const own = ownMethod(value, call);
  return own === undefined ? call(valueMethods, value) : own;
}

type Call = <Receiver extends ExpressionValue>(
  table: MethodTable<Receiver>,
  receiver: Receiver,
) => ExpressionValue | undefined;

function ownMethod(value: ExpressionValue, call: Call): ExpressionValue | undefined {
  if (typeof value === 'string') return call(stringMethods, value);
  if (isNumeric(value)) return call(numberMethods, value);
  if (value === null || typeof value !== 'object') return undefined;
  if (isList(value)) return call(listMethods, value);
  return isMap(value) ? call(mapMethods, value) : undefined;
}

function requireArity(
  name: string,
  args: readonly ExpressionValue[],
  [least, most]: readonly [number, number],
): void {
  if (args.length >= least && args.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  throw invalid(`${shown(name)} takes ${wanted} argument(s), not ${args.length}`);
}

/** `value.name` of data: an entry of a map, or the size of the value. */
export function readMember(value: ExpressionValue, name: string): ExpressionValue | undefined {
  if (isMap(value)) {
    const entry = value.get(name);
    if (entry !== undefined) return entry;
    return name === 'size' || name === 'length' ? value.size : null;
  }
  if (typeof value !== 'string' && !isList(value)) return undefined;
  if (name === 'size' || name === 'length') return value.length;
  return name === 'empty' ? value.length === 0 : undefined;
}

/** `value[key]` of data. */
export function readIndex(
  value: ExpressionValue,
  key: ExpressionValue,
): ExpressionValue | undefined {
  if (isMap(value)) return value.get(keyOf(key)) ?? null;
  return isList(value) ? itemOf(value, key) : undefined;
}

/** A copy of the map or list with another value at the key; undefined when it is neither. */
export function withEntry(
  container: ExpressionValue,
  key: ExpressionValue,
  value: ExpressionValue,
): ExpressionValue | undefined {
  if (isMap(container)) {
    const copy = new Map(container).set(keyOf(key), value);
    requireListLength(copy.size);
    return copy;
  }
  return isList(container) ? container.with(requireIndex(key, container.length), value) : undefined;
}

/** Maps have texts as keys; a number or boolean is used as text. */
export function keyOf(key: ExpressionValue | undefined): string {
  if (key !== undefined && key !== null && typeof key !== 'object') return String(key);
  throw invalid('The key of a map must be a text; write one such as "title"');
}

export function requireListLength(length: number): void {
  if (length > expressionLimits.listLengthMax) {
    throw limitReached(
      `A list or map gets more than ${expressionLimits.listLengthMax} entries; use fewer`,
    );
  }
}

function itemOf(list: ExpressionList, key: ExpressionValue | undefined): ExpressionValue {
  return list[requireIndex(key, list.length)] ?? null;
}

function indexIn(
  list: ExpressionList,
  [sought = null]: readonly ExpressionValue[],
  budget: Budget,
): number {
  return list.findIndex((item) => equal(item, sought, budget));
}

function subList(list: ExpressionList, [from, to]: readonly ExpressionValue[]): ExpressionList {
  const start = requireCount(from, 'The start of a part');
  const end = requireCount(to, 'The end of a part');
  if (start >= 0 && start <= end && end <= list.length) return list.slice(start, end);
  throw invalid(`There is no part from ${start} to ${end} of a list with ${list.length} items`);
}

function truncate(value: Numeric): Numeric {
  if (typeof value === 'bigint') return value;
  if (!Number.isFinite(value)) throw tooLarge();
  return normalizeInteger(BigInt(Math.trunc(value)));
}
