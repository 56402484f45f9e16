import type { PropertyDefinition } from './content-model.ts';
import type { Document } from './document.ts';
import type { Properties } from './value.ts';

const majorKey = 'uid:major_version';
const minorKey = 'uid:minor_version';

/** `NONE` makes a version that keeps the number. */
export type VersionIncrement = 'MAJOR' | 'MINOR' | 'NONE';

/**
 * A new document is 0.0 unless it has other numbers: templates that clients send back have null for
 * both. Types without schema `uid` have no numbers.
 */
export function initialVersionNumbers(
  properties: ReadonlyMap<string, PropertyDefinition>,
  given: Properties,
): Properties {
  if (!properties.has(majorKey)) return {};
  return { [majorKey]: given[majorKey] ?? 0, [minorKey]: given[minorKey] ?? 0 };
}

/** These always have a value: null in an update, as in templates that clients send back, is ignored. */
export function isVersionNumber(key: string): boolean {
  return key === majorKey || key === minorKey;
}

export function versionNumbers(properties: Properties): { major: number; minor: number } {
  return { major: Number(properties[majorKey] ?? 0), minor: Number(properties[minorKey] ?? 0) };
}

export function withVersionNumbers(
  properties: Properties,
  numbers: { major: number; minor: number },
): Properties {
  return { ...properties, [majorKey]: numbers.major, [minorKey]: numbers.minor };
}

export function increment(
  { major, minor }: { major: number; minor: number },
  by: VersionIncrement,
): { major: number; minor: number } {
  if (by === 'NONE') return { major, minor };
  return by === 'MAJOR' ? { major: major + 1, minor: 0 } : { major, minor: minor + 1 };
}

/** `1.0`, `1.0+` once changed since; `0.0` never gets a plus; empty without schema `uid`. */
export function versionLabel(document: Document): string {
  if (!document.shape.properties.has(majorKey)) return '';
  const { major, minor } = versionNumbers(document.properties);
  const label = `${major}.${minor}`;
  return document.isCheckedOut && !document.isVersion && label !== '0.0' ? `${label}+` : label;
}
