import { AppError } from '../base/errors/app-error.ts';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { limits } from '../base/limits.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads the members of a user or group entity; every complaint names the member. */
export interface FieldReader {
  /** Undefined when absent, null when unset. */
  text(source: JsonObject, name: string): string | null | undefined;
  /** Names of users or groups. Undefined when absent; null counts as the empty list. */
  names(source: JsonObject, name: string): readonly string[] | undefined;
  object(source: JsonObject, name: string): JsonObject;
  fail(name: string, problem: string): never;
}

export function createFieldReader(code: ErrorCode): FieldReader {
  const fail = (name: string, problem: string): never => {
    throw new AppError(code, `${name}: ${problem}`);
  };
  const checked = (name: string, value: unknown, lengthMax: number): string => {
    if (typeof value !== 'string') return fail(name, 'must be a string');
    if (value.length > lengthMax) {
      return fail(name, `has ${value.length} characters; use at most ${lengthMax}`);
    }
    if (!value.isWellFormed() || value.includes('\0')) {
      return fail(name, 'must not contain NUL or half characters');
    }
    return value;
  };
  return {
    fail,
    text(source, name) {
      const value = source[name];
      if (value === undefined || value === null) return value;
      return checked(name, value, limits.principalTextLengthMax);
    },
    names(source, name) {
      const value = source[name];
      if (value === undefined) return undefined;
      if (value === null) return [];
      if (!Array.isArray(value)) return fail(name, 'must be an array of strings');
      if (value.length > limits.listLengthMax) {
        return fail(name, `must have at most ${limits.listLengthMax} items`);
      }
      return value.map((item, index) =>
        checked(`${name}[${index}]`, item, limits.principalNameLengthMax),
      );
    },
    object(source, name) {
      const value = source[name] ?? {};
      if (typeof value !== 'object' || Array.isArray(value)) return fail(name, 'must be an object');
      return value as JsonObject;
    },
  };
}
