import { handleOf, hasHandles } from './file-handles.ts';
import type { UploadTarget } from './upload.ts';

/** Something of a drop, taken while the drop was handled. */
export interface DroppedItem {
  readonly entry: FileSystemEntry | undefined;
  readonly handle: Promise<FileSystemHandle | undefined>;
  readonly file: File | undefined;
}

/** Whether what is dragged has files; their names are not told before they are dropped. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** Uploads dropped files and folders into a folder. Called while the drop is handled: later they cannot be read. */
export async function uploadDropped(
  dataTransfer: DataTransfer,
  folder: UploadTarget,
): Promise<void> {
  const items = droppedItems([...dataTransfer.items].filter(({ kind }) => kind === 'file'));
  if (items.length === 0) return;
  const { addDropped } = await import('./add.ts');
  await addDropped(items, { uid: folder.uid, title: folder.title });
}

/** As many entries are taken at once, whatever the names are. */
const entriesMax = 100;

/** With letters after the last dot, as names of files have it. */
const fileName = /\.[a-z0-9]*[a-z][a-z0-9]*$/i;

/**
 * For an entry the page waits until the browser has looked at the disk, which takes half a second for a thousand
 * files, and much longer behind handles. Handles come later by themselves, but do not tell all that is in a folder. So
 * with handles, entries are taken before them, of what may be a folder.
 */
function droppedItems(items: readonly DataTransferItem[]): readonly DroppedItem[] {
  const isFew = items.length <= entriesMax || !hasHandles();
  const taken = items.map((item) => {
    const file = item.getAsFile() ?? undefined;
    const wantsEntry = isFew || !file || !fileName.test(file.name);
    return { item, file, entry: (wantsEntry && item.webkitGetAsEntry()) || undefined };
  });
  return taken.map(({ item, file, entry }) => ({ file, entry, handle: handleOf(item) }));
}
