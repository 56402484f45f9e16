import type { Doc } from '../api/types.ts';
import {
  childrenNamed,
  createContainer,
  ensureFolder,
  folderWithPermissions,
} from '../api/uploads.ts';
import { isFolder } from '../documents/places.ts';
import { containerTypeIn } from '../documents/subtypes.ts';
import { sameName } from './conflicts.ts';
import { persistently } from './persistence.ts';
import { UploadProblem } from './problem.ts';
import { newId, type Upload } from './upload.ts';

/** A folder that uploads go to. */
export interface Destination {
  readonly uid: string;
  readonly parent: Destination | undefined;
  readonly document: Doc;
  /** Made for these uploads: no name in it is taken. */
  readonly isNew: boolean;
}

/** Makes the folders of dropped trees, each of them once; those that exist already are used. */
export class Folders {
  readonly #known = new Map<string, Promise<Destination>>();
  readonly #signal: AbortSignal;
  readonly #onMade: (folder: Destination, group: string) => void;

  constructor(signal: AbortSignal, onMade: (folder: Destination, group: string) => void) {
    this.#signal = signal;
    this.#onMade = onMade;
  }

  /** Where an upload goes; for an empty folder this is the folder itself. */
  of({ group, target, folders, kind, name }: Upload): Promise<Destination> {
    const path = kind === 'folder' ? [...folders, name] : folders;
    return this.#find({ group, target: target.uid }, path);
  }

  #find(
    from: { readonly group: string; readonly target: string },
    path: readonly string[],
  ): Promise<Destination> {
    const key = JSON.stringify([from.group, ...path]);
    const known = this.#known.get(key);
    if (known) return known;
    const found = path.length === 0 ? this.#open(from.target) : this.#make(from, path);
    this.#known.set(key, found);
    // The next attempt asks again.
    found.catch(() => this.#known.delete(key));
    return found;
  }

  /** Before anything is sent: a refusal after an hour of sending would be a bad one. */
  async #open(uid: string): Promise<Destination> {
    const document = await persistently(
      () => folderWithPermissions(uid, this.#signal),
      this.#signal,
    );
    const { permissions } = document.contextParameters;
    if (Array.isArray(permissions) && !permissions.includes('AddChildren')) {
      throw new UploadProblem('not-allowed');
    }
    return { uid: document.uid, parent: undefined, document, isNew: false };
  }

  async #make(
    from: { readonly group: string; readonly target: string },
    path: readonly string[],
  ): Promise<Destination> {
    const parent = await this.#find(from, path.slice(0, -1));
    const title = path.at(-1) ?? '';
    const existing = parent.isNew ? undefined : await this.#existing(parent, title);
    const document = existing ?? (await this.#create(parent, title));
    const folder = { uid: document.uid, parent, document, isNew: !existing };
    if (folder.isNew) this.#onMade(folder, from.group);
    return folder;
  }

  /** Of the type that the place allows: where workspaces are kept, a folder of the disk becomes one. */
  async #create({ uid: parent, document }: Destination, title: string): Promise<Doc> {
    const signal = this.#signal;
    const type = containerTypeIn(document) ?? 'Folder';
    if (type === 'Folder') return persistently(() => ensureFolder(parent, title, signal), signal);
    const once = { key: newId(), signal };
    return persistently(() => createContainer({ parent, type, title }, once), signal);
  }

  async #existing({ uid }: Destination, title: string) {
    const children = await persistently(
      () => childrenNamed(uid, [title], this.#signal),
      this.#signal,
    );
    const found = children.find((child) => isFolder(child) && sameName(child.title, title));
    return (
      found && persistently(() => folderWithPermissions(found.uid, this.#signal), this.#signal)
    );
  }
}
