import { folderWithPermissions } from '../api/uploads.ts';
import { containerTypeIn, takesFiles } from '../documents/subtypes.ts';
import { uploads } from './engine.ts';
import { wantUploads } from './presence.ts';
import { NotTaken } from './problem.ts';
import { type Found, foundInInput, foundOf, readTree } from './read-tree.ts';
import type { UploadTarget } from './upload.ts';

/** Something of a drop, taken while the drop was handled. */
export interface DroppedItem {
  readonly entry: FileSystemEntry | undefined;
  readonly handle: Promise<FileSystemHandle | undefined>;
  readonly file: File | undefined;
}

/** Starts to upload what was dropped. @throws NotTaken for what the folder does not take, when the rest has started */
export async function addDropped(
  items: readonly DroppedItem[],
  target: UploadTarget,
): Promise<void> {
  const { taken, problem } = await sorted(
    items,
    target,
    ({ entry }) => entry?.isDirectory === true,
  );
  if (taken.length > 0) await addTrees(taken, target);
  if (problem) throw problem;
}

async function addTrees(items: readonly DroppedItem[], target: UploadTarget): Promise<void> {
  wantUploads();
  const group = uploads.openGroup(target);
  const add = (found: readonly Found[]): void =>
    uploads.add(found.map((each) => ({ ...each, group: group.id, target })));
  uploads.setReading(group, true);
  try {
    for (const { entry, file, handle } of items) {
      void handle.then((found) => found && uploads.keepSource(group.id, found));
      const source = entry ? readTree(entry) : file ? [[foundOf(file, [])]] : [];
      for await (const found of source) {
        if (group.isCancelled) return;
        add(found);
      }
    }
  } finally {
    uploads.setReading(group, false);
  }
}

/** Starts to upload files of an input, or of the clipboard. @throws NotTaken as `addDropped` */
export async function addFiles(files: readonly File[], target: UploadTarget): Promise<void> {
  const all = files.map(foundInInput);
  const { taken, problem } = await sorted(all, target, ({ folders }) => folders.length > 0);
  if (taken.length > 0) {
    wantUploads();
    const group = uploads.openGroup(target);
    uploads.add(taken.map((found) => ({ ...found, group: group.id, target })));
  }
  if (problem) throw problem;
}

/** What a folder takes is asked before anything is sent to it. */
async function sorted<T>(
  items: readonly T[],
  { uid }: UploadTarget,
  isTree: (item: T) => boolean,
): Promise<{ readonly taken: readonly T[]; readonly problem?: NotTaken }> {
  // Without an answer the uploads wait for one, and tell what is wrong.
  const folder = await folderWithPermissions(uid).catch(() => undefined);
  if (!folder) return { taken: items };
  const [trees, files] = [containerTypeIn(folder) !== undefined, takesFiles(folder)];
  const taken = items.filter((item) => (isTree(item) ? trees : files));
  const refused = items.length - taken.length;
  return refused === 0 ? { taken } : { taken, problem: new NotTaken(folder, refused) };
}
