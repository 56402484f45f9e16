import type { Uploads } from './engine.ts';
import { fileAt, mayRead } from './file-handles.ts';
import { type Journal, livingOwners } from './journal.ts';
import { abandoned, matchFiles, restoredUpload } from './journal-rules.ts';
import { foundInInput } from './read-tree.ts';
import type { Upload } from './upload.ts';

/** Shows what an earlier page has not finished; what can go on by itself goes on. Returns whether there was something. */
export async function restoreUploads(
  uploads: Uploads,
  journal: Journal,
  user: string,
): Promise<void> {
  const entries = abandoned(await journal.entries(), { user, owners: await livingOwners() });
  uploads.restore(entries.map((entry) => restoredUpload(entry, undefined)));
  await readAgain(uploads, journal, { asks: false });
}

/** Goes on with those whose files the browser still lets the page read. */
export async function readAgain(
  uploads: Uploads,
  journal: Journal,
  options: { readonly asks: boolean },
): Promise<void> {
  const keyOf = (group: string, name: string): string => `${group} ${name}`;
  const lost = Map.groupBy(
    uploads.queue.all.filter(({ state }) => state === 'lost'),
    (upload) => keyOf(upload.group, pathOf(upload)[0] ?? ''),
  );
  for (const { group, name, handle } of await journal.sources()) {
    const mine = lost.get(keyOf(group, name));
    if (!mine || !(await mayRead(handle, options))) continue;
    for (const upload of mine) {
      const file = await fileAt(handle, pathOf(upload));
      if (file) give(uploads, [upload], [file]);
    }
  }
}

function pathOf({ folders, facts }: Upload): readonly string[] {
  return [...folders, facts.name];
}

/** Goes on with the uploads whose files these are. Returns the files that belong to none of them. */
export function give(
  uploads: Uploads,
  lost: readonly Upload[],
  files: readonly File[],
): readonly File[] {
  const given = files.map((file) => ({ ...foundInInput(file), file }));
  const matches = matchFiles(lost, given);
  for (const [upload, { file }] of matches) upload.file = file;
  uploads.resume([...matches.keys()]);
  const used = new Set([...matches.values()].map(({ file }) => file));
  return files.filter((file) => !used.has(file));
}
