import { stringifyJson } from '../base/json.ts';
import type { Field } from '../model/content-model.ts';
import {
  isBlobValue,
  isComplexValue,
  nameOfUnnamedBlob,
  type PropertyValue,
} from '../model/value.ts';
import { writeTimestamp } from './timestamp.ts';

type AnyField = Omit<Field, 'name'>;

/**
 * A value as one text, which operations and imports read again: lists of scalars with commas between
 * their items, complex values as JSON, instants as everywhere, files by their name.
 */
export function csvCellOf(value: PropertyValue | undefined, field: AnyField): string {
  const json = plainOf(value, field);
  if (json === null) return '';
  if (Array.isArray(json)) return listText(json);
  return typeof json === 'object' ? stringifyJson(json) : String(json);
}

type Plain = string | number | bigint | boolean | null | readonly Plain[] | PlainObject;
interface PlainObject {
  readonly [name: string]: Plain;
}

function plainOf(value: PropertyValue | undefined, field: AnyField): Plain {
  if (value === undefined || value === null) return null;
  if (isBlobValue(value)) return value.name ?? nameOfUnnamedBlob;
  if (Array.isArray(value)) {
    const item = field.item ?? { type: 'string' };
    return (value as readonly PropertyValue[]).map((each) => plainOf(each, item));
  }
  if (isComplexValue(value)) {
    const fields = field.fields ?? [];
    return Object.fromEntries(fields.map((sub) => [sub.name, plainOf(value[sub.name], sub)]));
  }
  return field.type === 'date' && typeof value === 'number'
    ? writeTimestamp(value)
    : (value as Plain);
}

/** A text that begins like JSON would be read as JSON. */
function listText(items: readonly Plain[]): string {
  const isPlain = items.every((item) => item !== null && typeof item !== 'object');
  const texts = items.map(String);
  if (!isPlain || texts[0]?.trimStart().startsWith('[') || texts[0] === '') {
    return items.length === 0 ? '' : stringifyJson(items);
  }
  return texts.map((text) => text.replaceAll(/[\\,]/g, '\\$&')).join(',');
}
