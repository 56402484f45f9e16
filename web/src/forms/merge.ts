import type { Value } from '../api/types.ts';
import { isSameValue, type Properties } from '../documents/values.ts';

/** A property that two people have changed from the same value to different ones. */
export interface Overlap {
  readonly name: string;
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

export interface Merge {
  /** Properties that only the other person has changed. */
  readonly onlyTheirs: readonly string[];
  readonly overlaps: readonly Overlap[];
  /** What is left to save: without what the other person has changed in the same way. */
  readonly changes: Properties;
}

/** Written by the server with every change. */
const ofServer: ReadonlySet<string> = new Set([
  'dc:modified',
  'dc:lastContributor',
  'dc:contributors',
  'uid:major_version',
  'uid:minor_version',
]);

/** Compares what two people have made of the same values. */
export function mergeChanges(base: Properties, mine: Properties, theirs: Properties): Merge {
  const changedByThem = Object.keys(theirs).filter(
    (name) => !ofServer.has(name) && !isSameValue(theirs[name], base[name]),
  );
  const open = Object.entries(mine).filter(([name, value]) => !isSameValue(value, theirs[name]));
  const overlaps = open
    .filter(([name]) => changedByThem.includes(name))
    .map(([name, value]) => ({
      name,
      base: base[name] ?? null,
      theirs: theirs[name] ?? null,
      mine: value,
    }));
  return {
    onlyTheirs: changedByThem.filter((name) => !(name in mine)),
    overlaps,
    changes: Object.fromEntries(open),
  };
}
