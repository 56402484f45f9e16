import { AppError } from '../base/errors/app-error.ts';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { joinProblems } from '../base/errors/problem-list.ts';
import { limits } from '../base/limits.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads the members of a user or group entity. Invalid ones are treated as absent, and reported together. */
export interface FieldReader {
  /** Undefined when absent, null when unset. */
  text(source: JsonObject, name: string): string | null | undefined;
  /** Names of users or groups. Undefined when absent; null means the empty list. */
  names(source: JsonObject, name: string): readonly string[] | undefined;
  object(source: JsonObject, name: string): JsonObject;
  refuse(name: string, problem: string): undefined;
}

/**
 * Returns the result of `read`.
 *
 * @throws AppError of that code naming every invalid member
 */
export function readFields<T>(code: ErrorCode, read: (fields: FieldReader) => T): T {
  const problems: string[] = [];
  const result = read(createFieldReader(problems));
  if (problems.length > 0) throw new AppError(code, joinProblems(problems));
  return result;
}

function createFieldReader(problems: string[]): FieldReader {
  const refuse = (name: string, problem: string): undefined => {
    problems.push(`${name}: ${problem}`);
  };
  const checked = (name: string, value: unknown, lengthMax: number): string | undefined => {
    if (typeof value !== 'string') return refuse(name, 'must be a string');
    if (value.length > lengthMax) {
      return refuse(name, `has ${value.length} characters; use at most ${lengthMax}`);
    }
    if (!value.isWellFormed() || value.includes('\0')) {
      return refuse(name, 'must not contain NUL or half characters');
    }
    return value;
  };
  return {
    refuse,
    text(source, name) {
      const value = source[name];
      if (value === undefined || value === null) return value;
      return checked(name, value, limits.principalTextLengthMax);
    },
    names(source, name) {
      const value = source[name];
      if (value === undefined) return undefined;
      if (value === null) return [];
      if (!Array.isArray(value)) return refuse(name, 'must be an array of strings');
      if (value.length > limits.listLengthMax) {
        return refuse(name, `must have at most ${limits.listLengthMax} items`);
      }
      return value.flatMap(
        (item, index) => checked(`${name}[${index}]`, item, limits.principalNameLengthMax) ?? [],
      );
    },
    object(source, name) {
      const value = source[name] ?? {};
      if (typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
      refuse(name, 'must be an object');
      return {};
    },
  };
}
