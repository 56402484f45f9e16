import { constants, type Stats } from 'node:fs';
import { access, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { describeFileError } from './base/file-errors.ts';
import { ConfigError } from './config/load.ts';
import type { Config } from './config/settings.ts';

export const databaseFileName = 'cartulary.db';

/**
 * The folder of the setting `data`, created if missing. A path that cannot be used is refused with
 * the reason: opening it would fail with a less clear message, or wait forever (a named pipe).
 *
 * @throws ConfigError
 */
export async function prepareDataFolder(config: Config): Promise<string> {
  const folder = resolve(config.data);
  await prepareFolder('data', folder);
  await requireUsable(join(folder, 'blobs'), { isFolder: true, isOptional: true });
  if (config.databaseUrl === null) {
    const file = { isFolder: false, isOptional: true };
    await requireUsable(join(folder, databaseFileName), file);
    await requireUsable(join(folder, `${databaseFileName}-wal`), file);
    await requireUsable(join(folder, `${databaseFileName}-shm`), file);
  }
  return folder;
}

/**
 * The folder of the setting `recordsFolder`, created if missing; undefined when there is none.
 *
 * @throws ConfigError
 */
export async function prepareRecordsFolder(config: Config): Promise<string | undefined> {
  if (config.recordsFolder === null) return undefined;
  const setting: PathSetting = 'recordsFolder';
  const folder = resolve(config.recordsFolder);
  await prepareFolder(setting, folder);
  for (const name of ['data', 'tmp', 'aside']) {
    const wanted = { setting, isFolder: true, isOptional: true };
    await requireUsable(join(folder, name), wanted);
  }
  const data = await realpath(config.data);
  const found = await realpath(folder);
  if (found === data || isWithin(join(data, 'blobs'), found)) {
    throw refusal(setting, folder, 'the data folder has other files there');
  }
  return folder;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

async function prepareFolder(setting: PathSetting, folder: string): Promise<void> {
  await makeFolder(folder).catch((error: unknown) => {
    throw refusal(setting, folder, describeFileError(error));
  });
  await requireUsable(folder, { setting, isFolder: true });
}

type PathSetting = 'data' | 'recordsFolder';

/** Without the option `recursive` of `mkdir`, which never returns below `/proc`. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || path === dirname(path)) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

async function requireUsable(
  path: string,
  wanted: {
    readonly isFolder: boolean;
    readonly isOptional?: boolean;
    readonly setting?: PathSetting;
  },
): Promise<void> {
  const { setting = 'data' } = wanted;
  try {
    const found = await stat(path);
    if (wanted.isFolder ? !found.isDirectory() : !found.isFile()) {
      throw refusal(
        setting,
        path,
        `it is ${kindOf(found)}, not a ${wanted.isFolder ? 'folder' : 'file'}`,
      );
    }
    const use = wanted.isFolder ? constants.X_OK : 0;
    await access(path, constants.R_OK | constants.W_OK | use);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (wanted.isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw refusal(setting, path, describeFileError(error));
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFile()) return 'a file';
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

function refusal(setting: PathSetting, path: string, reason: string): ConfigError {
  return new ConfigError([
    `${setting}, ${path}: ${reason}; name another folder, or give this user (${userName()}) the right to read and write it`,
  ]);
}

function userName(): string {
  return `uid ${process.getuid?.() ?? 'unknown'}`;
}
