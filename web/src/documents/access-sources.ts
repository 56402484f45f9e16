import { type AccessEntry, isBlock } from './access.ts';

/** A folder above a document. */
export interface Ancestor {
  readonly uid: string;
  readonly title: string;
  readonly path: string;
  /** Ids of the entries that are set on it. */
  readonly entryIds: readonly string[];
}

/** Where an entry is set. Unknown: on a folder that the user may not see. */
export type EntrySource =
  | { readonly kind: 'here' | 'task' | 'unknown' }
  | { readonly kind: 'above'; readonly ancestor: Ancestor };

/** What tasks allow is written with this creator. */
const taskCreator = 'Workflow';

interface Lists<E> {
  readonly own: readonly E[];
  readonly inherited: readonly E[];
}

/**
 * All entries in the order that decides, each with its source. The server tells what is inherited as
 * one list, the nearest folder first: the lists of the folders tell where each entry is from. What tasks
 * allow comes first, as it is decided first.
 *
 * @param ancestors the nearest first, as far as they can be seen
 */
export function placeEntries<E extends AccessEntry>(
  { own, inherited }: Lists<E>,
  ancestors: readonly Ancestor[],
): readonly (E & { readonly source: EntrySource })[] {
  const sources = inheritedSources(inherited, ancestors);
  const placed = [
    ...own.map((entry) => ({ ...entry, source: isOfTask(entry) ? task : here })),
    ...inherited.map((entry, at) => ({ ...entry, source: sources[at] ?? unknown })),
  ];
  return [
    ...placed.filter(({ source }) => source.kind === 'task'),
    ...placed.filter(({ source }) => source.kind !== 'task'),
  ];
}

const here: EntrySource = { kind: 'here' };
const task: EntrySource = { kind: 'task' };
const unknown: EntrySource = { kind: 'unknown' };

function isOfTask(entry: AccessEntry): boolean {
  return entry.creator === taskCreator && entry.isGranted && !isBlock(entry);
}

/** Two folders can have the same entry: each entry is looked for from the folder of the one before it. */
function inheritedSources(
  entries: readonly AccessEntry[],
  ancestors: readonly Ancestor[],
): readonly EntrySource[] {
  let at = 0;
  let used = new Set<string>();
  return entries.map((entry) => {
    if (isOfTask(entry)) return task;
    const found = ancestors.findIndex(
      ({ entryIds }, index) =>
        (index > at || (index === at && !used.has(entry.id))) && entryIds.includes(entry.id),
    );
    const ancestor = ancestors[found];
    if (!ancestor) return unknown;
    if (found !== at) used = new Set();
    at = found;
    used.add(entry.id);
    return { kind: 'above', ancestor };
  });
}
