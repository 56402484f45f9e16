import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const memoryFreeMin = 4 * 2 ** 30;

/**
 * In memory where there is plenty: a disk takes several ms for each content that is flushed, and no
 * test simulates a power failure.
 */
export function folderParent(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < memoryFreeMin ? tmpdir() : memory;
}
