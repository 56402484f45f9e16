import type { Dir, Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { newDocumentId } from '../../base/ids.ts';
import { joinPath } from '../../model/document-path.ts';
import { type Description, isMetadataFile } from './description.ts';
import { ChangedNames, documentNameOf } from './entry-name.ts';
import type { FolderMetadata } from './folder-metadata.ts';
import { type FolderNode, isLost } from './folder-node.ts';

/** One folder or file below the source. */
export interface WalkedEntry {
  /** On disk. */
  readonly source: string;
  readonly fileName: string;
  /** Of its document. */
  readonly name: string;
  readonly path: string;
  readonly parent: FolderNode;
  /** The folder for the entries below it; null for a file. */
  readonly folder: FolderNode | null;
  /** What the metadata file of its folder says about it. */
  readonly description: Description | null;
}

interface WalkOptions {
  readonly signal: AbortSignal;
  /** Null: files of metadata are imported like all others. */
  readonly metadata: FolderMetadata | null;
  /** Called for what cannot be imported. */
  onFailure(source: string, error: unknown): void;
  /** Called for what is skipped on purpose. */
  onLeftOut(source: string, reason: string): void;
  /** Symbolic links are not followed; there may be very many. */
  onLink(): void;
}

/** Entries read from disk at a time. */
const bufferSize = 256;

interface OpenFolder {
  readonly node: FolderNode;
  readonly dir: Dir;
  readonly names: ChangedNames;
}

/**
 * Everything below a folder, each folder before its content. At any time only one folder per level
 * is open, however many files there are. Symbolic links and special files are left out.
 */
export async function* walkFolder(
  root: FolderNode,
  options: WalkOptions,
): AsyncGenerator<WalkedEntry> {
  const open: OpenFolder[] = [];
  try {
    await enter(root, { open, options });
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const dirent = options.signal.aborted || isLost(top.node) ? null : await top.dir.read();
      if (dirent === null) {
        if (!options.signal.aborted) options.metadata?.leave(top.node);
        await open.pop()?.dir.close();
        continue;
      }
      const entry = await describe(top, dirent, options);
      if (!entry) continue;
      yield entry;
      if (entry.folder) await enter(entry.folder, { open, options });
    }
  } finally {
    for (const { dir } of open) await dir.close();
  }
}

async function enter(
  node: FolderNode,
  { open, options }: { open: OpenFolder[]; options: WalkOptions },
): Promise<void> {
  try {
    const dir = await opendir(node.source, { bufferSize });
    await options.metadata?.enter(node, options.signal);
    open.push({ node, dir, names: new ChangedNames(node.source) });
  } catch (error) {
    options.onFailure(node.source, error);
  }
}

async function describe(
  { node, names }: OpenFolder,
  dirent: Dirent,
  options: WalkOptions,
): Promise<WalkedEntry | undefined> {
  const source = join(node.source, dirent.name);
  if (!dirent.isFile() && !dirent.isDirectory()) {
    if (dirent.isSymbolicLink()) options.onLink();
    else options.onLeftOut(source, 'neither a file nor a folder');
    return undefined;
  }
  if (options.metadata && dirent.isFile() && isMetadataFile(dirent.name)) {
    await options.metadata.requireDescribed(source, dirent.name);
    return undefined;
  }
  const description = options.metadata?.take(node, dirent.name) ?? null;
  try {
    await refuseUnreadableName(source, dirent.name);
    const name = documentNameOf(dirent.name);
    await names.claim(dirent.name, name);
    const path = joinPath(node.path, name);
    const folder = dirent.isDirectory()
      ? { source, path, parent: node, id: newDocumentId(), hasFailed: false }
      : null;
    return { source, fileName: dirent.name, name, path, parent: node, folder, description };
  } catch (error) {
    options.onFailure(source, error);
    return undefined;
  }
}

/** Bytes that are not UTF-8 arrive as U+FFFD, and the file cannot be found by that name. */
async function refuseUnreadableName(source: string, fileName: string): Promise<void> {
  if (!fileName.includes('\ufffd')) return;
  try {
    await lstat(source);
  } catch {
    throw new Error('the name is not UTF-8: rename it');
  }
}

interface CountOptions {
  readonly signal: AbortSignal;
  /** Files of metadata are not counted. */
  readonly hasMetadata: boolean;
  onCount(files: number): void;
}

/** Counts the files below a folder and reports the count repeatedly. */
export async function countFiles(
  folder: string,
  { signal, hasMetadata, onCount }: CountOptions,
): Promise<void> {
  const folders = [folder];
  let files = 0;
  for (let next = folders.pop(); next !== undefined && !signal.aborted; next = folders.pop()) {
    try {
      for await (const dirent of await opendir(next, { bufferSize })) {
        if (dirent.isDirectory()) folders.push(join(next, dirent.name));
        else if (dirent.isFile() && !(hasMetadata && isMetadataFile(dirent.name))) files += 1;
      }
    } catch {
      // The walk reports what cannot be read; here it only makes the estimate less exact.
    }
    onCount(files);
  }
}
