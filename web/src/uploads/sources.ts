import type { FileSource, Source } from './read-tree.ts';

/** A file or a folder as the browser gives it while a drop is handled. */
export function entrySource(entry: FileSystemEntry): Source {
  const { name } = entry;
  if (entry.isDirectory) {
    const directory = entry as FileSystemDirectoryEntry;
    return { kind: 'folder', name, children: () => childrenOfEntry(directory) };
  }
  return {
    kind: 'file',
    name,
    open: () =>
      new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
  };
}

export function fileSource(name: string, open: () => Promise<File>): FileSource {
  return { kind: 'file', name, open };
}

/** Browsers give about a hundred at a time, and none at the end. */
async function* childrenOfEntry(
  directory: FileSystemDirectoryEntry,
): AsyncGenerator<readonly Source[]> {
  const reader = directory.createReader();
  for (;;) {
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (children.length === 0) return;
    yield children.map(entrySource);
  }
}
