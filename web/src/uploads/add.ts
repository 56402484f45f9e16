import { uploads } from './engine.ts';
import { wantUploads } from './presence.ts';
import { type Found, foundInInput, foundOf, readTree } from './read-tree.ts';
import type { UploadTarget } from './upload.ts';

/** Something of a drop, taken while the drop was handled. */
export interface DroppedItem {
  readonly entry: FileSystemEntry | undefined;
  readonly handle: Promise<FileSystemHandle | undefined>;
  readonly file: File | undefined;
}

/** Starts to upload what was dropped. */
export async function addDropped(
  items: readonly DroppedItem[],
  target: UploadTarget,
): Promise<void> {
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

/** Starts to upload files of an input, or of the clipboard. */
export function addFiles(files: readonly File[], target: UploadTarget): void {
  wantUploads();
  const group = uploads.openGroup(target);
  uploads.add(files.map((file) => ({ ...foundInInput(file), group: group.id, target })));
}
