/** What the types of the platform do not have yet: https://wicg.github.io/file-system-access/ */
interface WithPermission {
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

type Handle = FileSystemHandle & WithPermission;

interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Whether the browser gives handles of what is dropped: some do, to pages of a secure connection. */
export function hasHandles(): boolean {
  return 'getAsFileSystemHandle' in DataTransferItem.prototype;
}

/** Undefined where there is none, or the browser protects the place. Only while the drop is handled. */
export function handleOf(item: DataTransferItem): Promise<FileSystemHandle | undefined> {
  const found = (item as DataTransferItem & WithHandle).getAsFileSystemHandle?.();
  return Promise.resolve(found).then(
    (handle) => handle ?? undefined,
    () => undefined,
  );
}

/** After a reload the page may have to ask, which it can only while the user presses something. */
export async function mayRead(
  handle: Handle,
  { asks }: { readonly asks: boolean },
): Promise<boolean> {
  const options = { mode: 'read' } as const;
  const state = (await handle.queryPermission?.(options)) ?? 'granted';
  if (state !== 'prompt' || !asks) return state === 'granted';
  return (await handle.requestPermission?.(options)) === 'granted';
}

/** The file at a path that begins with the name of the handle itself; undefined if it is gone. */
export async function fileAt(
  handle: FileSystemHandle,
  path: readonly string[],
): Promise<File | undefined> {
  try {
    if (handle.kind === 'file') return await (handle as FileSystemFileHandle).getFile();
    let folder = handle as FileSystemDirectoryHandle;
    for (const name of path.slice(1, -1)) folder = await folder.getDirectoryHandle(name);
    return await (await folder.getFileHandle(path.at(-1) ?? '')).getFile();
  } catch {
    return undefined;
  }
}
