import type { QueryClient } from '@tanstack/react-query';
import { type Increment, saveEdit, storedValuesQuery } from '../../../api/edits.ts';
import { kindOf } from '../../../api/errors.ts';
import type { Doc } from '../../../api/types.ts';
import type { Properties } from '../../../documents/values.ts';
import type { FormState } from '../../../forms/form-state.ts';
import { type Merge, mergeChanges } from '../../../forms/merge.ts';

/** What is saved: changes of values that were read with the token. */
export type Edited = Pick<FormState, 'base' | 'changes' | 'changeToken'>;

/** Two people have changed the same properties. */
export interface Conflict {
  readonly merge: Merge;
  readonly theirs: Doc;
}

interface Saved {
  readonly document: Doc;
  /** Properties that another person has changed meanwhile. */
  readonly merged: readonly string[];
}

interface Options {
  readonly document: Doc;
  readonly edited: Edited;
  readonly increment: Increment;
}

/** A document that others change all the time must not keep this one busy for ever. */
const attemptsMax = 5;

/** Saves on top of what other people have saved meanwhile, unless they have changed the same properties. */
export async function saveMerging(
  client: QueryClient,
  { document: { uid, parentRef: parent }, edited, increment }: Options,
): Promise<Saved | Conflict> {
  let current = edited;
  let merged: readonly string[] = [];
  for (let left = attemptsMax; ; left -= 1) {
    const { changes: properties, changeToken } = current;
    try {
      const saved = await saveEdit(client, { uid, parent, changeToken, properties, increment });
      return { document: saved, merged };
    } catch (error) {
      if (kindOf(error) !== 'conflict' || left === 0) throw error;
    }
    const theirs = await client.fetchQuery({ ...storedValuesQuery(uid), staleTime: 0 });
    const merge = mergeChanges(current.base, current.changes, theirs.properties);
    if (merge.overlaps.length > 0) return { merge, theirs };
    merged = [...new Set([...merged, ...merge.onlyTheirs])];
    current = editedOn(theirs, merge.changes);
  }
}

export function editedOn({ properties: base, changeToken }: Doc, changes: Properties): Edited {
  return { base, changes, changeToken: changeToken ?? '' };
}
