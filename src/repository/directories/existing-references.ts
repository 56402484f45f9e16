import { slicesOf } from '../../base/slices.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { FieldReference } from '../../model/content-model.ts';
import { type CheckedReferences, sourceKeyOf } from '../../model/property-references.ts';
import { isStorableText } from '../../model/value.ts';
import { hasPermission } from '../access/permissions.ts';
import { findDocuments, loadAcls } from '../documents/find-many.ts';
import { existingGroups } from '../principals/groups.ts';
import { existingUsers } from '../principals/users.ts';
import { type ReadUnit, withoutLargeValues } from '../unit/unit.ts';
import { findEntries } from './find-entries.ts';

/** Of one statement, so that SQLite runs it within a turn of the event loop. */
const valuesPerQuery = 500;

/**
 * Looks up the objects that are not known to the unit: one query per directory or kind of object for
 * all values of one document or of many. Afterwards `missingReferences` returns what was not found.
 */
export async function lookUpReferences(
  unit: ReadUnit,
  references: readonly CheckedReferences[],
): Promise<void> {
  const wanted = new Map<string, { reference: FieldReference; values: Set<string> }>();
  for (const [reference, values] of references.flatMap((each) => [...each])) {
    const source = sourceKeyOf(reference);
    const known = wanted.get(source)?.values ?? new Set();
    for (const value of values) known.add(value);
    wanted.set(source, { reference, values: known });
  }
  for (const { reference, values } of wanted.values()) {
    await lookUpValues(unit, reference, values);
  }
}

async function lookUpValues(
  unit: ReadUnit,
  reference: FieldReference,
  values: ReadonlySet<string>,
): Promise<void> {
  const { references: known } = unit.known;
  const source = sourceKeyOf(reference);
  const unknown = [...values].filter(
    (value) => !known.has(source, value) && !known.isMissing(source, value, unit.handle),
  );
  for (const some of slicesOf(unknown, valuesPerQuery)) {
    if (isTurnOver()) await giveTurn();
    const existing = await findExisting(unit, reference, some);
    known.add(source, some, existing);
    const missing = some.filter((value) => !existing.has(value));
    if (missing.length > 0) known.addMissing(source, missing, unit.handle);
  }
}

/** Those of the references, which were looked up in this unit, whose objects do not exist. */
export function missingReferences(
  { known }: ReadUnit,
  references: CheckedReferences,
): CheckedReferences {
  const found = new Map<FieldReference, ReadonlySet<string>>();
  for (const [reference, values] of references) {
    const source = sourceKeyOf(reference);
    const missing = [...values].filter((value) => !known.references.has(source, value));
    if (missing.length > 0) found.set(reference, new Set(missing));
  }
  return found;
}

/** That an entry exists may be known to users who may not read its directory. */
async function findExisting(
  unit: ReadUnit,
  reference: FieldReference,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const storable = values.filter(isStorableText);
  switch (reference.resolver) {
    case 'directoryResolver': {
      const directory = unit.directories.find(reference.directory ?? '');
      // A directory that is defined nowhere has no entries that could be chosen instead.
      if (!directory) return new Set(values);
      return new Set((await findEntries(unit.handle, directory, storable)).keys());
    }
    case 'userManagerResolver':
      return findExistingPrincipals(unit, reference, storable);
    case 'documentResolver':
      return findExistingDocuments(unit, reference, storable);
  }
}

const prefixes = { user: 'user:', group: 'group:' } as const;

/** Names may have the prefix `user:` or `group:`, as in tasks and permissions. */
async function findExistingPrincipals(
  { handle }: ReadUnit,
  { type }: FieldReference,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const withoutPrefix = (value: string, prefix: string): string =>
    value.startsWith(prefix) ? value.slice(prefix.length) : value;
  const asUser = (value: string): string => withoutPrefix(value, prefixes.user);
  const asGroup = (value: string): string => withoutPrefix(value, prefixes.group);
  const users =
    type === 'group' ? new Set<string>() : await existingUsers(handle, values.map(asUser));
  const groups =
    type === 'user' ? new Set<string>() : await existingGroups(handle, values.map(asGroup));
  return new Set(values.filter((value) => users.has(asUser(value)) || groups.has(asGroup(value))));
}

/** Documents that the user may not read do not exist for the user. */
async function findExistingDocuments(
  unit: ReadUnit,
  { store }: FieldReference,
  values: readonly string[],
): Promise<ReadonlySet<string>> {
  const isByPath = store?.startsWith('path') ?? false;
  const wanted = isByPath ? { ids: [], paths: values } : { ids: values, paths: [] };
  const found = await findDocuments(withoutLargeValues(unit), wanted);
  await loadAcls(unit, found);
  const existing = new Set<string>();
  for (const document of found) {
    if (!(await hasPermission(unit, { document, permission: 'Read' }))) continue;
    existing.add(isByPath ? (document.path ?? '') : document.id);
  }
  return existing;
}
