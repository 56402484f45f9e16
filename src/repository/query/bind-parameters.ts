import { AppError } from '../../base/errors/app-error.ts';
import { requireQueryLength } from './query-error.ts';

export type ParameterValue = string | number | bigint | boolean | Date | readonly ParameterValue[];

/**
 * How strings are inserted: as string literals, escaped only (the pattern has its own quotes, as in
 * `LIKE '?%'`), or unchanged. Only the first is safe for any pattern.
 */
export type ParameterMode = 'quoted' | 'escaped' | 'raw';

interface QueryParameters {
  readonly positional?: readonly ParameterValue[];
  readonly named?: Readonly<Record<string, ParameterValue>>;
  readonly mode?: ParameterMode;
}

/**
 * A string literal, a positional parameter, or a named one that is not the end of `prefix:name`. A
 * literal without an end extends to the end of the text: searching for its end at each of many
 * quotes would take long.
 */
const places =
  /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\?|(?<![\p{L}\p{N}_$.:-]):([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/gu;
const wholeString = /^(['"])(?:(?!\1)[^\\]|\\[\s\S])*\1$/u;
const placesInStrings = /\?|(?<![\p{L}\p{N}_$.:-]):([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)/gu;

/**
 * The query with its parameters filled in. Parameters without a value stay, and the query is then
 * refused by the parser; extra values are ignored. Names are looked up as own keys only.
 *
 * @throws AppError request.invalid for a value that cannot be written, and for a query that is too long
 */
export function bindParameters(query: string, parameters: QueryParameters): string {
  requireQueryLength(query);
  const { mode = 'quoted' } = parameters;
  const valueAt = valuesInOrder(parameters);
  const fillIn = (text: string, pattern: RegExp, write: WriteValue) =>
    text.replaceAll(pattern, (place: string, name: string | undefined) => {
      if (isQuote(place.charAt(0))) return inString(place);
      const value = valueAt(name);
      return value === undefined ? place : write(value, name);
    });
  const inString = (literal: string): string => {
    if (mode === 'quoted' || !wholeString.test(literal)) return literal;
    const quote = literal.charAt(0);
    const write = (value: ParameterValue) => escapeString(plainText(value), quote);
    return `${quote}${fillIn(literal.slice(1, -1), placesInStrings, write)}${quote}`;
  };
  if (mode === 'raw') return fillIn(query, placesInStrings, plainText);
  if (mode === 'quoted') return fillIn(query, places, written);
  // Positional values have no quotes, as the query has them. Named values are literals.
  return fillIn(query, places, (value, name) =>
    name === undefined ? escapeString(plainText(value)) : written(value),
  );
}

type WriteValue = (value: ParameterValue, name: string | undefined) => string;

function isQuote(character: string): boolean {
  return character === "'" || character === '"';
}

/** The value of a name, or without one the next by position. */
function valuesInOrder({ positional = [], named = {} }: QueryParameters) {
  let next = 0;
  return (name: string | undefined): ParameterValue | undefined => {
    if (name !== undefined) return namedValue(named, name);
    next += 1;
    return positional[next - 1];
  };
}

/** A prefix belongs to the name, or is that of a property of a search document. */
function namedValue(
  named: NonNullable<QueryParameters['named']>,
  name: string,
): ParameterValue | undefined {
  const names = [name, name.slice(name.indexOf(':') + 1)];
  const known = names.find((each) => Object.hasOwn(named, each));
  return known === undefined ? undefined : named[known];
}

/** A value as NXQL: a literal, or a list of literals in parentheses. */
function written(value: ParameterValue): string {
  if (typeof value === 'string') return `'${escapeString(value)}'`;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' || typeof value === 'bigint') return writtenNumber(value);
  if (value instanceof Date) return `TIMESTAMP '${writtenDate(value)}'`;
  return `(${value.map(written).join(', ')})`;
}

/** A value as the content of a string literal. */
function plainText(value: ParameterValue): string {
  if (typeof value === 'string') return value;
  return value instanceof Date ? writtenDate(value) : written(value);
}

function writtenNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  throw new AppError('request.invalid', `query parameter: ${value} is not a number`);
}

function writtenDate(value: Date): string {
  if (Number.isFinite(value.getTime())) return value.toISOString();
  throw new AppError('request.invalid', 'query parameter: the date is not valid');
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes a text for a string literal in such quotes. */
export function escapeString(text: string, quote = "'"): string {
  return text.replaceAll(/[\\'"\n\r\t]/g, (character) => {
    if (character === '\\' || character === quote) return `\\${character}`;
    return escapes[character] ?? character;
  });
}
