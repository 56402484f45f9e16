import { handleOf } from './file-handles.ts';
import type { UploadTarget } from './upload.ts';

/** Whether what is dragged has files; their names are not told before they are dropped. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** Uploads dropped files and folders into a folder. Called while the drop is handled: later they cannot be read. */
export async function uploadDropped(
  dataTransfer: DataTransfer,
  folder: UploadTarget,
): Promise<void> {
  const items = [...dataTransfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry() ?? undefined,
      handle: handleOf(item),
      file: item.getAsFile() ?? undefined,
    }));
  if (items.length === 0) return;
  const { addDropped } = await import('./add.ts');
  await addDropped(items, { uid: folder.uid, title: folder.title });
}
