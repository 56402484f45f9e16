import { UploadProblem } from './problem.ts';
import { factsOf, type NewUpload } from './upload.ts';

/** A file or an empty folder of what was dropped. */
export type Found = Pick<NewUpload, 'kind' | 'folders' | 'facts' | 'file' | 'problem'>;

/** A file of the user's disk, which is read when it is its turn. */
export interface FileSource {
  readonly kind: 'file';
  readonly name: string;
  /** @throws Error if it cannot be read */
  open(): Promise<File>;
}

/** A folder of the user's disk; browsers give what is in it some at a time. */
export interface FolderSource {
  readonly kind: 'folder';
  readonly name: string;
  children(): AsyncIterable<readonly Source[]>;
}

export type Source = FileSource | FolderSource;

/** Folders are read as they are given, some entries at a time, so that large trees begin at once. */
export async function* readTree(
  folder: FolderSource,
  folders: readonly string[] = [],
): AsyncGenerator<readonly Found[]> {
  const path = [...folders, folder.name];
  let isEmpty = true;
  for await (const children of folder.children()) {
    isEmpty = false;
    const files = children.filter((child) => child.kind === 'file');
    yield await Promise.all(files.map((file) => foundFile(file, path)));
    for (const child of children) if (child.kind === 'folder') yield* readTree(child, path);
  }
  if (isEmpty) yield [emptyFolder(folder.name, folders)];
}

function emptyFolder(name: string, folders: readonly string[]): Found {
  return { kind: 'folder', folders, facts: { name, size: 0, modified: 0 } };
}

/** With a problem in the place of the file if it cannot be read. */
export async function foundFile(source: FileSource, folders: readonly string[]): Promise<Found> {
  try {
    return foundOf(await source.open(), folders);
  } catch (error) {
    const problem = error instanceof UploadProblem ? error : new UploadProblem('unreadable');
    return { kind: 'file', folders, facts: { name: source.name, size: 0, modified: 0 }, problem };
  }
}

export function foundOf(file: File, folders: readonly string[]): Found {
  return { kind: 'file', folders, facts: factsOf(file), file };
}

/** Files of an input have the path in the folder that was chosen with them. */
export function foundInInput(file: File): Found {
  return foundOf(file, file.webkitRelativePath.split('/').slice(0, -1));
}
