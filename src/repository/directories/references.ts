import type { FieldReference } from '../../model/content-model.ts';
import type { DirectoryEntry } from '../../model/directory.ts';
import type { Group, User } from '../../model/user.ts';
import { findGroups } from '../principals/groups.ts';
import { findUsers } from '../principals/users.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { findEntries } from './find-entries.ts';
import { mayReadDirectory } from './rights.ts';

/** A value of a document that refers to another object. */
export interface ReferenceValue {
  readonly reference: FieldReference;
  readonly value: string;
}

/** The objects that references name, by the value that the document has. */
export interface FoundReferences {
  readonly users: ReadonlyMap<string, User>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Name of the directory → value → entry. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, DirectoryEntry>>;
}

/**
 * Loads the objects that the values name and the caller may see. The number of queries grows with
 * the kinds of references and with the directories, not with the values.
 */
export async function loadReferences(
  unit: ReadUnit,
  values: readonly ReferenceValue[],
): Promise<FoundReferences> {
  const principals = values.filter(({ reference }) => reference.resolver === 'userManagerResolver');
  const namesOf = (other: 'user' | 'group'): string[] =>
    principals.filter(({ reference }) => reference.type !== other).map(({ value }) => value);
  return {
    users: await findUsers(unit.handle, namesOf('group')),
    groups: await findGroups(unit.handle, namesOf('user')),
    entries: await loadEntries(unit, values),
  };
}

async function loadEntries(
  unit: ReadUnit,
  values: readonly ReferenceValue[],
): Promise<Map<string, ReadonlyMap<string, DirectoryEntry>>> {
  const entries = new Map<string, ReadonlyMap<string, DirectoryEntry>>();
  const byDirectory = Map.groupBy(values, ({ reference }) => reference.directory ?? '');
  for (const [name, named] of byDirectory) {
    const directory = unit.directories.find(name);
    if (!directory || !mayReadDirectory(unit.principal, directory)) continue;
    const texts = named.map(({ value }) => value);
    entries.set(name, await findEntries(unit.handle, directory, texts));
  }
  return entries;
}
