import type { Document } from '../../src/model/document.ts';
import type { PropertyValue } from '../../src/model/value.ts';
import { addPeriod } from '../../src/repository/query/instants.ts';
import type {
  ComparisonOperator,
  Literal,
  Operand,
  Predicate,
  Reference,
} from '../../src/repository/query/syntax-tree.ts';
import { treeNowMs } from './query-tree.ts';

/** True, false or unknown. */
export type Truth = boolean | null;
export type Value = string | number | bigint | null;

export const bareNames: Readonly<Record<string, string>> = {
  content: 'file:content',
  files: 'files:files',
  note: 'note:note',
};

/** Bare lists of scalars. */
export const lists: ReadonlySet<string> = new Set([
  ...[
    'dc:subjects',
    'dc:contributors',
    'm:numbers',
    'm:moments',
    'm:parts',
    'files:files',
    'nxtag:tags',
    'files',
  ],
  'm:parts/*/labels',
]);

export const flags: ReadonlySet<string> = new Set([
  ...['ecm:isVersion', 'ecm:isProxy', 'ecm:isTrashed', 'ecm:isCheckedIn', 'ecm:isLatestVersion'],
  ...['ecm:isLatestMajorVersion', 'ecm:isRecord', 'ecm:isCheckedInVersion'],
]);

export function systemValue(name: string, document: Document): PropertyValue {
  const content = document.proxyTarget ?? document;
  const versionOnly = <T>(value: T): T | null => (content.isVersion ? value : null);
  const { properties } = content;
  const values: Readonly<Record<string, () => PropertyValue>> = {
    'ecm:uuid': () => document.id,
    'ecm:name': () => document.name,
    'ecm:path': () => (document.isVersion ? null : document.path),
    'ecm:parentId': () => (document.isVersion ? null : document.parentId),
    'ecm:primaryType': () => document.type,
    'ecm:currentLifeCycleState': () => document.state,
    'ecm:isVersion': () => Number(document.isVersion),
    'ecm:isCheckedInVersion': () => Number(document.isVersion),
    'ecm:isProxy': () => Number(document.proxyTarget !== null),
    'ecm:isTrashed': () => Number(document.isTrashed),
    'ecm:isCheckedIn': () => Number(!content.isVersion && !content.isCheckedOut),
    'ecm:isLatestVersion': () => Number(content.isLatestVersion),
    'ecm:isLatestMajorVersion': () => Number(content.isLatestMajorVersion),
    'ecm:isRecord': () => 0,
    'ecm:versionLabel': () =>
      versionOnly(`${properties['uid:major_version']}.${properties['uid:minor_version']}`),
    'ecm:versionDescription': () => versionOnly(content.versionDescription),
    'ecm:versionCreated': () => versionOnly(content.versionCreatedMs),
    'ecm:versionVersionableId': () => versionOnly(content.seriesId as string),
    'ecm:proxyTargetId': () => document.proxyTarget?.id ?? null,
    'ecm:proxyVersionableId': () => document.proxyTarget?.seriesId ?? null,
    'ecm:lockOwner': () => document.lock?.owner ?? null,
  };
  return values[name]?.() ?? null;
}

export function segmentsOf(reference: Reference): readonly string[] {
  const { name, steps, offset } = reference;
  const isOneTag = name === 'ecm:tag' && steps.length > 0;
  return [
    isOneTag ? 'nxtag:tags' : name,
    ...steps.map((step) => {
      if (step.kind === 'any') return `*${step.correlation ?? `_${offset}`}`;
      if (step.kind === 'index') return String(step.index);
      return { data: 'key', 'mime-type': 'mimeType' }[step.name] ?? step.name;
    }),
    ...(isOneTag ? ['label'] : []),
  ];
}

/** The paths that end with a wildcard, outer ones first. */
export function wildcardsOf(reference: Reference): readonly string[] {
  const segments = segmentsOf(reference);
  return segments.flatMap((segment, at) =>
    segment.startsWith('*') ? segments.slice(0, at + 1).join('/') : [],
  );
}

export function referencesOf(predicate: Predicate): readonly Reference[] {
  if ('items' in predicate) return predicate.items.flatMap(referencesOf);
  if (predicate.kind === 'not') return referencesOf(predicate.item);
  if (predicate.kind !== 'comparison') return [predicate.reference];
  return [predicate.left, predicate.right].filter((o): o is Reference => o.kind === 'reference');
}

export function childOf(value: PropertyValue | undefined, key: string): PropertyValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, PropertyValue>>)[key];
}

export function literalOf(operand: Exclude<Operand, Reference>): Value {
  if (operand.kind !== 'function') return (operand as Literal).value;
  const [period] = operand.arguments;
  const text = period?.kind === 'string' ? period.value : 'PT0S';
  return addPeriod(treeNowMs, text) ?? null;
}

export function isList(value: PropertyValue | undefined): value is readonly PropertyValue[] {
  return Array.isArray(value);
}

export function scalarOf(value: PropertyValue): Value {
  return typeof value === 'boolean' ? Number(value) : (value as Value);
}

/** Negative, zero or positive; text goes by its bytes, and a text that is compared with a number is one. */
export function compare(a: Value, b: Value): number | null {
  if (a === null || b === null) return null;
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const [x, y] = [numberOf(a), numberOf(b)];
  return x < y ? -1 : Number(x > y);
}

function numberOf(value: string | number | bigint): number | bigint {
  if (typeof value !== 'string') return value;
  return /^-?[\d.]+$/.test(value)
    ? Number(value)
    : Date.parse(/[Z+]|^.{10}$/.test(value) ? value : `${value}Z`);
}

export function and(a: Truth, b: Truth): Truth {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

export function not(a: Truth): Truth {
  return a === null ? null : !a;
}

export const results: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

export function regexOf(pattern: string, ignoresCase: boolean): RegExp {
  const source = pattern.replaceAll(/\\[\\%_]|[\s\S]/gu, (part) => {
    if (part === '%') return '[\\s\\S]*';
    if (part === '_') return '[\\s\\S]';
    const literal = part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
    return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(`^(?:${source})$`, ignoresCase ? 'iu' : 'u');
}
