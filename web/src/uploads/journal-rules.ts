import {
  createUpload,
  type FileFacts,
  isFinished,
  type NewUpload,
  type Upload,
  type UploadPlace,
} from './upload.ts';

/** An upload as it is remembered beyond a reload of the page. */
export interface JournalEntry extends Pick<NewUpload, 'group' | 'kind' | 'target' | 'folders'> {
  readonly id: string;
  readonly user: string;
  /** The window that works on it. */
  readonly owner: string;
  readonly facts: FileFacts;
  readonly name: string;
  readonly isChecked: boolean;
  readonly answer: Upload['answer'] | null;
  readonly existing: Upload['existing'] | null;
  readonly place: UploadPlace | null;
}

export function entryOf(
  upload: Upload,
  by: { readonly user: string; readonly owner: string },
): JournalEntry {
  const { id, group, kind, target, folders, facts, name, isChecked } = upload;
  return {
    ...{ id, group, kind, target, folders, facts, name, isChecked, ...by },
    answer: upload.answer ?? null,
    existing: upload.existing ?? null,
    place: upload.place ?? null,
  };
}

/** Whether the next page has something to do for it. */
export function isWorthKeeping(upload: Upload): boolean {
  return !isFinished(upload);
}

/** Entries whose window is not there any more. */
export function abandoned(
  entries: readonly JournalEntry[],
  { user, owners }: { readonly user: string; readonly owners: ReadonlySet<string> },
): JournalEntry[] {
  return entries.filter((entry) => entry.user === user && !owners.has(entry.owner));
}

/** Goes on at once if its content is at hand, or if it needs none. */
export function restoredUpload(entry: JournalEntry, file: File | undefined): Upload {
  const { group, kind, target, folders, facts } = entry;
  return {
    ...createUpload({ group, kind, target, folders, facts, file }, entry.id),
    name: entry.name,
    // What was sent with others may have become a document while the page was left.
    isChecked: entry.isChecked && entry.place !== null,
    answer: entry.answer ?? undefined,
    existing: entry.existing ?? undefined,
    place: entry.place ?? undefined,
    state: file || kind === 'folder' ? 'waiting' : 'lost',
  };
}

/** A file that the user has chosen again, with its path in a chosen folder. */
export interface GivenFile {
  readonly facts: FileFacts;
  /** Empty for files that were chosen one by one. */
  readonly folders: readonly string[];
}

/** Which of the given files is the content of which upload. Files of the same facts are told apart by their folders. */
export function matchFiles<U extends Pick<Upload, 'facts' | 'folders'>, G extends GivenFile>(
  wanted: readonly U[],
  given: readonly G[],
): Map<U, G> {
  const unused = Map.groupBy(given, keyOf);
  const matches = new Map<U, G>();
  for (const isSamePlace of [endsAlike, () => true]) {
    for (const upload of wanted) {
      const candidates = unused.get(keyOf(upload)) ?? [];
      const at = matches.has(upload)
        ? -1
        : candidates.findIndex((file) => isSamePlace(upload, file));
      const [found] = at < 0 ? [] : candidates.splice(at, 1);
      if (found) matches.set(upload, found);
    }
  }
  return matches;
}

function keyOf({ facts: { name, size, modified } }: { readonly facts: FileFacts }): string {
  return JSON.stringify([name.normalize('NFC'), size, modified]);
}

/** Whether the shorter one of the paths is the end of the other. */
function endsAlike(
  { folders: a }: { readonly folders: readonly string[] },
  { folders: b }: { readonly folders: readonly string[] },
): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return a.length === b.length;
  return a.slice(-length).join('/') === b.slice(-length).join('/');
}
