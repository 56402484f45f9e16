import type { NewUpload } from './upload.ts';
import { factsOf } from './upload.ts';

/** A file or an empty folder of what was dropped. */
export type Found = Pick<NewUpload, 'kind' | 'folders' | 'facts' | 'file'>;

/** Folders are read as they are given, some entries at a time, so that large trees begin at once. */
export async function* readTree(
  entry: FileSystemEntry,
  folders: readonly string[] = [],
): AsyncGenerator<readonly Found[]> {
  if (!isDirectory(entry)) {
    yield [await foundFile(entry as FileSystemFileEntry, folders)];
    return;
  }
  const path = [...folders, entry.name];
  let isEmpty = true;
  for await (const children of childrenOf(entry)) {
    isEmpty = false;
    const files = children.filter((child) => !isDirectory(child)) as FileSystemFileEntry[];
    yield await Promise.all(files.map((file) => foundFile(file, path)));
    for (const child of children.filter(isDirectory)) yield* readTree(child, path);
  }
  if (isEmpty) yield [emptyFolder(entry.name, folders)];
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function emptyFolder(name: string, folders: readonly string[]): Found {
  return { kind: 'folder', folders, facts: { name, size: 0, modified: 0 } };
}

/** Browsers give about a hundred at a time, and none at the end. */
async function* childrenOf(
  directory: FileSystemDirectoryEntry,
): AsyncGenerator<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (children.length === 0) return;
    yield children;
  }
}

/** Without a file if it cannot be read. */
async function foundFile(entry: FileSystemFileEntry, folders: readonly string[]): Promise<Found> {
  try {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return foundOf(file, folders);
  } catch {
    return { kind: 'file', folders, facts: { name: entry.name, size: 0, modified: 0 } };
  }
}

export function foundOf(file: File, folders: readonly string[]): Found {
  return { kind: 'file', folders, facts: factsOf(file), file };
}

/** Files of an input have the path in the folder that was chosen with them. */
export function foundInInput(file: File): Found {
  return foundOf(file, file.webkitRelativePath.split('/').slice(0, -1));
}
