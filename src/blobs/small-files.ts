import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { randomId } from '../base/ids.ts';
import { type ContentDigest, ContentHasher, type DigestAlgorithm } from './digest.ts';

/*
 * What a store of files does with one small content, for threads that do nothing else: a call of the system is
 * ten times cheaper there than on the pool of threads of Node. Only the usual course is here; what comes otherwise
 * is left to `StagedFile`.
 */

/** Where staged contents are written. */
export interface StagingFolder {
  readonly path: string;
  readonly digestAlgorithm: DigestAlgorithm;
}

/** A staged content: flushed, under a name that announces its key. */
export interface WrittenContent extends ContentDigest {
  readonly sizeBytes: number;
  readonly temporary: string;
}

/** The names of a staged content. */
export interface ContentLinks {
  readonly temporary: string;
  readonly path: string;
  /** Where an earlier version may have stored it. */
  readonly earlierPath: string;
  readonly sizeBytes: number;
}

/** On failure there is no file. */
export function writeContent(
  bytes: Uint8Array,
  { path, digestAlgorithm }: StagingFolder,
): WrittenContent {
  const hasher = new ContentHasher(digestAlgorithm);
  hasher.update(bytes);
  const digest = hasher.finish();
  const temporary = join(path, `${digest.key}.${randomId()}`);
  const file = openSync(temporary, 'wx');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return { ...digest, sizeBytes: bytes.length, temporary };
}

/** Gives a new content its name. False when it may be there already, or has no folder yet. */
export function placeContent({ temporary, path, earlierPath }: ContentLinks): boolean {
  if (sizeAt(earlierPath) !== undefined) return false;
  const folder = dirname(path);
  if (sizeAt(folder) === undefined) mkdirSync(folder, { recursive: true });
  try {
    linkSync(temporary, path);
    return true;
  } catch {
    return false;
  }
}

/** Deletes the temporary name. False when the content is not in its place any more. */
export function clearContent({ temporary, path, sizeBytes }: ContentLinks): boolean {
  if (sizeAt(path) !== sizeBytes) return false;
  unlinkSync(temporary);
  return true;
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
