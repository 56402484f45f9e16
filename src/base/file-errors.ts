const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EPERM: 'this user may not do that',
  EROFS: 'it is on a file system that is read-only',
};

/** Why a file or folder cannot be used, without its path, which the message already contains. */
export function describeFileError(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  if (reason !== undefined) return reason;
  return error instanceof Error ? error.message : String(error);
}

/** The result, or undefined when the file or folder does not exist. */
export async function presentOnly<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
