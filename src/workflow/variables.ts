import type { OperationContext } from '../automation/operation-context.ts';
import { parseStringList } from '../automation/text-lists.ts';
import {
  BlobList,
  fromJson,
  Instant,
  isList,
  OperationBlob,
  type Value,
} from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';
import { refuseUnboundedJson } from '../base/json-text.ts';
import { limits } from '../base/limits.ts';
import { parseTimestamp } from '../entities/timestamp.ts';
import { type BlobValue, isBlobValue, isStorableText, type PropertyValue } from '../model/value.ts';
import type { VariableDefinition, VariableType } from '../model/workflow/workflow-model.ts';
import type { VariableValues } from '../model/workflow/workflow-state.ts';

/** The type without its list. */
type ItemType = Exclude<VariableType, `${string}[]`>;

/** The values with which a workflow or a node begins. */
export async function initialValues(
  context: OperationContext,
  definitions: readonly VariableDefinition[],
): Promise<VariableValues> {
  const values: Record<string, PropertyValue> = {};
  for (const definition of definitions) {
    const { name, default: initial } = definition;
    values[name] = await decodeVariable(context, definition, fromJson(initial));
  }
  return values;
}

/**
 * A value that a client, a chain or a script gives to a variable. Texts are read by its type, as in
 * parameters of the type `properties`.
 *
 * @throws AppError workflow.variable-invalid naming the variable; blob.reference-invalid
 */
export async function decodeVariable(
  context: OperationContext,
  definition: VariableDefinition,
  value: Value,
): Promise<PropertyValue> {
  if (value === null) return null;
  const { type, name } = definition;
  const isMany = type.endsWith('[]');
  const itemType = (isMany ? type.slice(0, -2) : type) as ItemType;
  const decodeItem = (item: Value): Promise<PropertyValue> =>
    itemType === 'blob'
      ? decodeBlob(context, name, item)
      : decodeScalar(definition, itemType, item);
  if (!isMany) return decodeItem(value);
  const items = itemsOf(name, value);
  if (items.length > limits.listLengthMax) {
    throw wrong(name, `has ${items.length} values; use at most ${limits.listLengthMax}`);
  }
  const decoded: PropertyValue[] = [];
  for (const item of items) {
    const one = await decodeItem(item);
    if (one !== null) decoded.push(one);
  }
  return decoded;
}

function wrong(name: string, what: string): AppError {
  return new AppError('workflow.variable-invalid', `Variable ${name.slice(0, 200)}: ${what}`);
}

/** A list, or a text with one: JSON, or values with commas between them. */
function itemsOf(name: string, value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (value instanceof BlobList) return value.items;
  if (typeof value !== 'string') throw wrong(name, 'expected a list');
  if (value.trim() === '') return [];
  if (!value.trimStart().startsWith('[')) return parseStringList(value, { trims: true });
  const json = jsonOf(name, value);
  if (Array.isArray(json)) return json.map(fromJson);
  throw wrong(name, 'expected a list');
}

function jsonOf(name: string, text: string): unknown {
  try {
    refuseUnboundedJson(text);
    return parseJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('workflow.variable-invalid', `Variable ${name}: ${reason}`, { cause });
  }
}

async function decodeScalar(
  { name, maxLength }: VariableDefinition,
  type: Exclude<ItemType, 'blob'>,
  value: Value,
): Promise<PropertyValue> {
  if (value === null || (value === '' && type !== 'string')) return null;
  switch (type) {
    case 'string':
      return decodeText(name, value, maxLength);
    case 'integer': {
      const number = numberOf(value, /^[+-]?\d{1,16}$/);
      if (Number.isSafeInteger(number)) return number as number;
      throw wrong(name, 'expected a whole number');
    }
    case 'double': {
      const number = numberOf(value, /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/);
      if (Number.isFinite(number)) return number as number;
      throw wrong(name, 'expected a number');
    }
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw wrong(name, 'expected true or false');
    case 'date': {
      const epochMs = value instanceof Instant ? value.epochMs : instantOf(value);
      if (epochMs !== undefined) return epochMs;
      throw wrong(name, 'expected a W3C date such as 2024-02-03T10:20:30.400Z');
    }
  }
}

function numberOf(value: Value, text: RegExp): unknown {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && text.test(value.trim()) ? Number(value) : value;
}

function instantOf(value: Value): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value.trim()) : undefined;
}

function decodeText(name: string, value: Value, maxLength: number | null): string {
  const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  const text = value instanceof Instant ? new Date(value.epochMs).toISOString() : String(value);
  if (!isPlain && !(value instanceof Instant)) throw wrong(name, 'expected a text');
  if (!isStorableText(text)) {
    throw wrong(name, 'contains NUL or an unpaired surrogate; leave it out');
  }
  if (maxLength === null || text.length <= maxLength) return text;
  throw wrong(name, `has ${text.length} characters; use at most ${maxLength}`);
}

async function decodeBlob(
  context: OperationContext,
  name: string,
  value: Value,
): Promise<BlobValue | null> {
  if (value === null || value === '') return null;
  if (value instanceof OperationBlob) return context.storeBlob(value);
  const json = typeof value === 'string' ? fromJson(jsonOf(name, value)) : value;
  if (json instanceof Map) return context.storeBlob(await context.loadBlob(json));
  throw wrong(name, 'expected a file: upload it and send {"upload-batch": …, "upload-fileId": …}');
}

/** A stored value as expressions and operations see it. */
export function toValue(definition: VariableDefinition | undefined, value: PropertyValue): Value {
  if (value === null || definition === undefined) return fromJson(value);
  const { type } = definition;
  if (Array.isArray(value)) {
    return value.map((item) => itemToValue(type.slice(0, -2) as ItemType, item));
  }
  return itemToValue(type as ItemType, value);
}

function itemToValue(type: ItemType, value: PropertyValue): Value {
  if (type === 'date' && typeof value === 'number') return new Instant(value);
  if (isBlobValue(value)) return OperationBlob.stored(value);
  return fromJson(value);
}
