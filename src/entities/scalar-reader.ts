import type { ScalarType } from '../model/content-model.ts';
import { isStorableText, type ScalarValue } from '../model/value.ts';
import { parseTimestamp } from './timestamp.ts';

/** Why a JSON value is invalid; the caller adds the property. */
export class Unreadable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type ScalarResult = ScalarValue | null | Unreadable;

/** Reads the forms of both dialects, and others that existing clients send. */
export function readScalar(type: ScalarType, json: unknown): ScalarResult {
  return json === null ? null : readers[type](json);
}

const readers: Readonly<Record<ScalarType, (json: unknown) => ScalarResult>> = {
  string: readString,
  long: readLong,
  double: readDouble,
  boolean: readBoolean,
  date: readDate,
  binary: readBinary,
};

function readString(json: unknown): ScalarResult {
  if (typeof json === 'string') return readText(json);
  if (typeof json === 'number' || typeof json === 'boolean' || typeof json === 'bigint') {
    return String(json);
  }
  return new Unreadable('expected a string');
}

/** A string as it may be stored. */
export function readText(text: string): string | Unreadable {
  return isStorableText(text)
    ? text
    : new Unreadable('the text contains a NUL character or an unpaired surrogate: remove it');
}

const notLong = new Unreadable('expected an integer of 64 bits, as a number or a decimal string');
const integerText = /^[+-]?\d{1,64}$/;

function readLong(json: unknown): ScalarResult {
  if (json === '') return null;
  if (typeof json === 'number') return Number.isInteger(json) ? toLong(BigInt(json)) : notLong;
  if (typeof json === 'bigint') return toLong(json);
  // BigInt() takes no leading plus sign.
  if (typeof json === 'string' && integerText.test(json))
    return toLong(BigInt(json.replace('+', '')));
  return notLong;
}

function toLong(value: bigint): ScalarResult {
  if (BigInt.asIntN(64, value) !== value) return notLong;
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value;
}

const notDouble = new Unreadable('expected a finite number, as a number or a decimal string');
const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function readDouble(json: unknown): ScalarResult {
  if (json === '') return null;
  const isText = typeof json === 'string' && decimalText.test(json);
  if (!isText && typeof json !== 'number' && typeof json !== 'bigint') return notDouble;
  const value = Number(json);
  return Number.isFinite(value) ? value : notDouble;
}

function readBoolean(json: unknown): ScalarResult {
  if (typeof json === 'boolean') return json;
  if (typeof json === 'number') return json !== 0;
  if (typeof json === 'bigint') return json !== 0n;
  if (typeof json !== 'string') return new Unreadable('expected true or false');
  return json === '' ? null : json.toLowerCase() === 'true';
}

const notDate = new Unreadable('expected a W3C date as a string, such as 2024-02-03T10:20:30.400Z');

function readDate(json: unknown): ScalarResult {
  if (json === '') return null;
  return (typeof json === 'string' ? parseTimestamp(json) : undefined) ?? notDate;
}

const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;

function readBinary(json: unknown): ScalarResult {
  const isBase64 = typeof json === 'string' && json.length % 4 === 0 && base64Text.test(json);
  return isBase64 ? json : new Unreadable('expected a base64 string');
}
