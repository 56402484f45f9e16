import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

export interface SmallDisk {
  readonly isMounted: true;
  unmount(): void;
}

export interface NoDisk {
  readonly isMounted: false;
  /** Why a file system cannot be mounted here; most often, the tests do not run as root. */
  readonly reason: string;
}

/** A file system of a few megabytes at the folder, to run out of. */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk | NoDisk> {
  await mkdir(path, { recursive: true });
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`];
    execFileSync('mount', [...options, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return { isMounted: false, reason: String(stderr ?? error).trim() };
  }
  return {
    isMounted: true,
    unmount: () => {
      execFileSync('umount', [path]);
    },
  };
}
