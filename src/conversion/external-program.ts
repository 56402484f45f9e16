import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { presentOnly } from '../base/file-errors.ts';
import { randomId } from '../base/ids.ts';
import type { Confinement } from './confinement.ts';
import { lowerPriority } from './priority.ts';

const folders = ['/usr/bin', '/usr/local/bin', '/bin', '/opt/homebrew/bin'];

/** Where an installed program is. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // It is in another folder, or not installed.
    }
  }
  return undefined;
}

/** A file for a program, which makes something else of it. */
export interface ExternalFile {
  readonly content: Readable;
  readonly sideMax: number;
  readonly confinement: Confinement;
  readonly signal: AbortSignal;
}

/** A program cannot make anything of a file, unlike errors of the store that it comes from. */
export class NothingMade extends Error {}

/** The file can be read, and there is nothing in it to show. */
export class NothingInside extends NothingMade {}

/** Debian packages of programs that have another name. */
const packages: Readonly<Record<string, string>> = {
  bwrap: 'bubblewrap',
  ffprobe: 'ffmpeg',
  gs: 'ghostscript',
  'heif-convert': 'libheif-examples',
  pdftohtml: 'poppler-utils',
  soffice: 'libreoffice',
  tesseract: 'tesseract-ocr',
  unshare: 'util-linux',
};

export function debianPackage(program: string): string {
  return packages[program] ?? program;
}

/** A program that the machine lacks; the message names it, and the package to install. */
export class ProgramMissing extends NothingMade {
  readonly program: string;

  constructor(program: string) {
    super(`the program ${program} is not installed (Debian package ${debianPackage(program)})`);
    this.program = program;
  }
}

interface ProgramRun extends Pick<ExternalFile, 'confinement' | 'signal'> {
  /** The program with its arguments. */
  readonly command: readonly string[];
  /** That it may read, and write files of so many bytes to; 0: none. */
  readonly folder: string;
  /** What it may read beside the folder. */
  readonly readable?: readonly string[];
  /** Programs with a garbage collector reserve more than they use. */
  readonly isBoundByAddresses?: boolean;
  readonly fileBytesMax: number;
  readonly outputBytesMax: number;
  /** Of processor time. */
  readonly cpuSeconds?: number;
  /** That of the background if not set. */
  readonly niceness?: number;
}

const addressBytes = 4 * 1024 ** 3;

/** What a program writes to its standard output; empty when it fails or is stopped. */
export async function outputOf(run: ProgramRun): Promise<Buffer> {
  const prlimit = await findProgram('prlimit');
  const { folder, readable = [], fileBytesMax, confinement } = run;
  const { isBoundByAddresses = true, cpuSeconds = 60 } = run;
  const addresses = isBoundByAddresses ? [`--as=${addressBytes}`] : [];
  const limits = [...addresses, `--cpu=${cpuSeconds}`, '--core=0'];
  const wrapper = prlimit ? [prlimit, ...limits, `--fsize=${fileBytesMax}`, '--'] : [];
  const writable = fileBytesMax > 0 ? [folder] : [];
  const limited = [...wrapper, ...run.command];
  const [program = '', ...args] = confinement.wrap(limited, [folder, ...readable], writable);
  const child = spawn(program, args, {
    // Some programs would use all processors for one file.
    env: { HOME: folder, OMP_THREAD_LIMIT: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, as it may start others.
    detached: true,
  });
  lowerPriority(child, run.niceness);
  const stop = (): void => stopGroup(child.pid);
  run.signal.addEventListener('abort', stop);
  if (run.signal.aborted) stop();
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    sizeBytes += part.length;
    if (sizeBytes > run.outputBytesMax) stop();
    else parts.push(part);
  });
  const isDone = await ended;
  stop();
  run.signal.removeEventListener('abort', stop);
  return isDone ? Buffer.concat(parts) : Buffer.alloc(0);
}

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

const folderPrefix = 'cartulary-conversion-';
/** The next process may have the same id, as it usually has in a container. */
const ownPrefix = `${folderPrefix}${process.pid}-${randomId()}-`;

/** Works with a folder of its own, which is removed whatever happens. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), ownPrefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As `withFolder`, with a content in it. */
export function withFile<T>(
  content: Readable,
  signal: AbortSignal,
  work: (path: string, folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const path = join(folder, 'file');
    await pipeline(content, createWriteStream(path), { signal });
    return work(path, folder);
  });
}

/** Removes the folders of servers that were killed. */
export async function removeLeftFolders(): Promise<void> {
  const pattern = new RegExp(`^${folderPrefix}(\\d+)-`);
  for (const name of (await presentOnly(readdir(tmpdir()))) ?? []) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined || name.startsWith(ownPrefix)) continue;
    if (Number(pid) !== process.pid && isRunning(Number(pid))) continue;
    // A server of another user of the machine may have left it, who has to remove it.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
