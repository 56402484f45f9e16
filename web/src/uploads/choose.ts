import type { UploadTarget } from './upload.ts';

/** Lets the user choose files, or a folder with all that is in it; none if the user closes the window. */
export function chooseFiles({
  isFolder,
}: {
  readonly isFolder: boolean;
}): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = isFolder;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Uploads what the user chooses. */
export async function uploadChosen(
  folder: UploadTarget,
  options: { readonly isFolder: boolean },
): Promise<void> {
  const files = await chooseFiles(options);
  if (files.length === 0) return;
  const { addFiles } = await import('./add.ts');
  await addFiles(files, { uid: folder.uid, title: folder.title });
}
