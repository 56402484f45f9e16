import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** As whom database programs run, which refuse to run as root. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const ids = ['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, 'postgres']));
  const [uid, gid] = (await Promise.all(ids)).map(({ stdout }) => Number(stdout));
  return { uid: uid as number, gid: gid as number };
}
