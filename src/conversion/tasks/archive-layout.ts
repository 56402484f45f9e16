import { documentEntry, markerEntry } from '../../content/archive-entries.ts';

/** A document of an archive, whose parents come before it. */
export interface ArchivedPlace {
  /** The name of the entry with its XML. */
  readonly entry: string;
  readonly folder: string;
  /** The index of its parent in the list; null at the top. */
  readonly parent: number | null;
  /** Names of the files in its folder. */
  readonly files: readonly string[];
}

const foldersMax = 200;

/**
 * The documents of an archive from the names of its entries, parents first and otherwise in their order.
 *
 * @throws Error that names the entry that cannot be there
 */
export function layoutOf(names: readonly string[]): readonly ArchivedPlace[] {
  const folders = new Map<string, string[]>();
  const files: string[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    refuseUnsafe(name);
    if (seen.has(name)) throw new Error(`${shown(name)}: is there twice`);
    seen.add(name);
    if (name === markerEntry || name.endsWith('/')) continue;
    if (lastOf(name) === documentEntry && name !== documentEntry) folders.set(folderOf(name), []);
    else files.push(name);
  }
  for (const name of files) {
    const own = folders.get(folderOf(name));
    if (!own) throw new Error(`${shown(name)}: there is no ${documentEntry} beside it`);
    own.push(lastOf(name));
  }
  if (folders.size === 0) throw new Error(`the archive has no ${documentEntry}`);
  return placesOf(folders);
}

function placesOf(folders: ReadonlyMap<string, readonly string[]>): readonly ArchivedPlace[] {
  const depthOf = (folder: string): number => folder.split('/').length;
  const inOrder = [...folders].sort(([a], [b]) => depthOf(a) - depthOf(b));
  const indexes = new Map(inOrder.map(([folder], index) => [folder, index]));
  return inOrder.map(([folder, files]) => {
    const parent = indexes.get(folderOf(folder)) ?? null;
    if (parent === null) refuseGap(folder, indexes);
    return { entry: `${folder}/${documentEntry}`, folder, parent, files };
  });
}

/** A document below another one, with no document for a folder in between. */
function refuseGap(folder: string, indexes: ReadonlyMap<string, number>): void {
  const missing = folderOf(folder);
  for (let above = missing; above !== ''; above = folderOf(above)) {
    if (!indexes.has(above)) continue;
    throw new Error(
      `${shown(missing)}/${documentEntry}: is missing, and there is a document below`,
    );
  }
}

function refuseUnsafe(name: string): void {
  const segments = name.replace(/\/$/, '').split('/');
  const isUnsafe = segments.some((part) => part === '' || part === '.' || part === '..');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not have it.
  if (isUnsafe || /[\\\u0000]/.test(name)) {
    throw new Error(`${shown(name)}: is no name of an entry within the archive`);
  }
  if (segments.length > foldersMax) throw new Error(`${shown(name)}: is too deep`);
}

function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

export function shown(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}
