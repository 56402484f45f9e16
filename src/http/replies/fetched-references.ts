import { writeGroupEntity } from '../../entities/group-entity.ts';
import { referenceOf, shownAsList } from '../../entities/sent-references.ts';
import { writeUserEntity } from '../../entities/user-entity.ts';
import type { FieldReference } from '../../model/content-model.ts';
import type { Document } from '../../model/document.ts';
import {
  type FoundReferences,
  loadReferences,
  type ReferenceValue,
} from '../../repository/directories/references.ts';
import type { RequestContext } from '../route.ts';
import { writeRequestedEntries } from './directory-reply.ts';

/** Returns the entity that replaces a value, if it was found. */
type Replacement = (reference: FieldReference, value: string) => object | undefined;

interface Target {
  readonly key: string;
  readonly reference: FieldReference;
  /** The written `properties`, created for this response: values may be replaced in it. */
  readonly properties: Record<string, unknown>;
}

/**
 * Replaces property values by what they refer to, where `fetch.document` asks for it: users, groups
 * and entries of directories. What is not found, or not readable by the caller, stays a text.
 */
export async function fetchReferences(
  context: RequestContext,
  documents: readonly Document[],
  entities: readonly object[],
): Promise<void> {
  const asked = context.wire.fetch('document');
  if (asked.length === 0) return;
  const targets = documents.flatMap((document, index) =>
    targetsIn(document, entities[index], asked),
  );
  if (targets.length === 0) return;
  const replace = await loadReplacements(context, targets.flatMap(valuesOf));
  for (const { key, reference, properties } of targets) {
    properties[key] = replaced(context, { key, value: properties[key] }, (value) =>
      replace(reference, value),
    );
  }
}

function targetsIn(
  document: Document,
  entity: object | undefined,
  asked: readonly string[],
): Target[] {
  const { properties } = (entity ?? {}) as { properties?: Record<string, unknown> };
  if (!properties) return [];
  return Object.keys(properties).flatMap((key) => {
    const reference = referenceOf(document.shape.properties.get(key)?.field);
    return reference && isRequested(asked, key) ? [{ key, reference, properties }] : [];
  });
}

/** By the whole name, or by one that includes the items of the list. */
function isRequested(asked: readonly string[], key: string): boolean {
  return asked.some((name) => name === 'properties' || name === key || name === `${key}/*`);
}

function valuesOf({ key, reference, properties }: Target): ReferenceValue[] {
  const value = properties[key];
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .map((text) => ({ reference, value: text }));
}

export async function loadReplacements(
  context: RequestContext,
  values: readonly ReferenceValue[],
): Promise<Replacement> {
  return context.read(async (unit) => {
    const found = await loadReferences(unit, values);
    const entries = [...found.entries.values()].flatMap((each) => [...each.values()]);
    const written = await writeRequestedEntries(context, unit.handle, entries);
    const byEntry = new Map<object, object | undefined>(
      entries.map((entry, index) => [entry, written[index]]),
    );
    return (reference, value) => {
      if (reference.resolver !== 'directoryResolver') return principal(found, reference, value);
      const entry = found.entries.get(reference.directory ?? '')?.get(value);
      return entry && byEntry.get(entry);
    };
  });
}

function principal(
  { users, groups }: FoundReferences,
  { type }: FieldReference,
  value: string,
): object | undefined {
  const user = type === 'group' ? undefined : users.get(value);
  if (user) return writeUserEntity(user);
  const group = type === 'user' ? undefined : groups.get(value);
  return group && writeGroupEntity(group);
}

function replaced(
  { dialect }: RequestContext,
  { key, value }: { key: string; value: unknown },
  replace: (value: string) => object | undefined,
): unknown {
  const one = (item: unknown): unknown =>
    typeof item === 'string' ? (replace(item) ?? item) : item;
  if (Array.isArray(value)) return value.map(one);
  const entity = one(value);
  const isList = dialect === 'contract' && key === shownAsList && entity !== value;
  return isList ? [entity] : entity;
}
