import { assert } from '../../base/assert.ts';
import { type BlobKey, randomId } from '../../base/ids.ts';
import { isBlobKey } from '../digest.ts';

/*
 * The names of objects below the prefix of a store:
 *
 * - `contents/ab/cd/<key>`: what is stored, in the order of its keys;
 * - `staged/<id>`: larger contents before their commit;
 * - `announced/<key>.<id>`: empty, from the commit of a content that was there already to its release;
 * - `aside/<key>.<modified>.<id>`: what collectors have set aside;
 * - `chunks/<batch>/<id>`: chunks of uploads;
 * - `owner`: the id of the store of documents.
 */

export const ownerName = 'owner';
export const contentsFolder = 'contents/';
export const stagedFolder = 'staged/';
export const announcedFolder = 'announced/';
export const asideFolder = 'aside/';
export const chunksFolder = 'chunks/';

export function contentName(key: BlobKey): string {
  // Keys are read from the store of documents; an invalid key must not become a name.
  assert(isBlobKey(key), 'a blob key is 64 hexadecimal digits');
  return `${contentsFolder}${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}

/** The content that an object is; undefined of what others have put there. */
export function keyOfContent(name: string): BlobKey | undefined {
  const key = name.slice(name.lastIndexOf('/') + 1);
  return isBlobKey(key) && contentName(key) === name ? key : undefined;
}

export function newStagedName(): string {
  return stagedFolder + randomId();
}

export function newAnnouncedName(key: BlobKey): string {
  return `${announcedFolder}${key}.${randomId()}`;
}

/** Without the folder. */
export function newAsideName(key: BlobKey, modifiedMs: number): string {
  return `${key}.${Math.max(0, Math.floor(modifiedMs))}.${randomId()}`;
}

interface AsideName {
  readonly key: BlobKey;
  readonly modifiedMs: number;
}

const asidePattern = /^([0-9a-f]{64})\.(\d{1,16})\.[0-9a-f-]+$/;

export function parseAsideName(name: string): AsideName | undefined {
  const parts = asidePattern.exec(name);
  const [, key = '', modified] = parts ?? [];
  return isBlobKey(key) ? { key, modifiedMs: Number(modified) } : undefined;
}

export function announcedKey(name: string): BlobKey | undefined {
  const key = name.slice(announcedFolder.length).split('.')[0] ?? '';
  return isBlobKey(key) ? key : undefined;
}

const safeName = /^[A-Za-z0-9-]+$/;

export function isSafeName(name: string): boolean {
  return safeName.test(name);
}

export function batchFolder(batchId: string): string {
  assert(isSafeName(batchId), 'a batch id is letters, digits and dashes');
  return `${chunksFolder}${batchId}/`;
}

export function chunkName(batchId: string, name: string): string {
  assert(isSafeName(name), 'a chunk name is letters, digits and dashes');
  return batchFolder(batchId) + name;
}
