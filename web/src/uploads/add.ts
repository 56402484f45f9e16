import { folderWithPermissions } from '../api/uploads.ts';
import { containerTypeIn, takesFiles } from '../documents/subtypes.ts';
import type { DroppedItem } from './drop.ts';
import { uploads } from './engine.ts';
import { fileAt } from './file-handles.ts';
import { wantUploads } from './presence.ts';
import { NotTaken, UploadProblem } from './problem.ts';
import {
  type FileSource,
  type Found,
  foundFile,
  foundInInput,
  readTree,
  type Source,
} from './read-tree.ts';
import { entrySource, fileSource } from './sources.ts';
import type { UploadTarget } from './upload.ts';

/** What was dropped, with what the browser lets the page read it by. */
interface Dropped {
  readonly source: Source;
  readonly handle: FileSystemHandle | undefined;
}

/** Starts to upload what was dropped. @throws NotTaken for what the folder does not take, when the rest has started */
export async function addDropped(
  items: readonly DroppedItem[],
  target: UploadTarget,
): Promise<void> {
  const found = await Promise.all(items.map(droppedOf));
  const { taken, problem } = await sorted(
    found.filter((each) => each !== undefined),
    target,
    ({ source }) => source.kind === 'folder',
  );
  if (taken.length > 0) await addSources(taken, target);
  if (problem) throw problem;
}

/** Folders are read by their entries: handles hide files of names that may be dangerous on other systems. */
async function droppedOf({ entry, file, ...item }: DroppedItem): Promise<Dropped | undefined> {
  const handle = await item.handle;
  if (entry?.isDirectory) return { handle, source: entrySource(entry) };
  if (handle?.kind === 'directory') return { handle, source: folderAmongMany(handle) };
  if (handle) return { handle, source: fileSource(handle.name, () => openFile(handle, file)) };
  if (entry) return { handle, source: entrySource(entry) };
  return file && { handle, source: fileSource(file.name, async () => file) };
}

/** A folder with a name as files have it, of which no entry could be taken. */
function folderAmongMany({ name }: FileSystemHandle): Source {
  return fileSource(name, () => Promise.reject(new UploadProblem('folder-among-many')));
}

async function openFile(handle: FileSystemHandle, file: File | undefined): Promise<File> {
  const found = await fileAt(handle, [handle.name]);
  if (found ?? file) return (found ?? file) as File;
  throw new UploadProblem('unreadable');
}

async function addSources(dropped: readonly Dropped[], target: UploadTarget): Promise<void> {
  wantUploads();
  const group = uploads.openGroup(target);
  void uploads.keepSources(
    group.id,
    dropped.flatMap(({ handle }) => handle ?? []),
  );
  uploads.setReading(group, true);
  try {
    for await (const found of read(dropped.map(({ source }) => source))) {
      if (group.isCancelled) return;
      uploads.add(found.map((each) => ({ ...each, group: group.id, target })));
    }
  } finally {
    uploads.setReading(group, false);
  }
}

/** At most so many files are opened at the same time, and begin to be uploaded together. */
const readTogether = 100;

/** In their order, but files that come one after the other together. */
async function* read(sources: readonly Source[]): AsyncGenerator<readonly Found[]> {
  let files: FileSource[] = [];
  for (const source of sources) {
    if (source.kind === 'file') files.push(source);
    if (source.kind === 'folder' || files.length >= readTogether) {
      yield await foundFiles(files);
      files = [];
    }
    if (source.kind === 'folder') yield* readTree(source);
  }
  yield await foundFiles(files);
}

function foundFiles(files: readonly FileSource[]): Promise<readonly Found[]> {
  return Promise.all(files.map((file) => foundFile(file, [])));
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
