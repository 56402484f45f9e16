import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { entryOf, isWorthKeeping, type JournalEntry } from './journal-rules.ts';
import { setJournaled } from './presence.ts';
import { newId, type Upload } from './upload.ts';

/** A dropped file or folder that the browser lets the page read again after a reload. */
interface Source {
  readonly group: string;
  readonly name: string;
  readonly handle: FileSystemHandle;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: JournalEntry };
  sources: { key: [group: string, name: string]; value: Source };
}

/** This window, as long as the page is there. */
const owner = newId();
const lockPrefix = 'cartulary.uploads.';
const pauseMs = 200;

/** The page has other work to do between the parts. */
const writtenTogether = 50;

function inParts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / writtenTogether);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * writtenTogether, (at + 1) * writtenTogether),
  );
}

/** Remembers what is not finished. Without a database, as in some private windows, nothing is remembered. */
export class Journal {
  readonly #user: string;
  readonly #database: Promise<IDBPDatabase<Schema> | undefined>;
  readonly #changed = new Map<string, Upload>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(user: string) {
    this.#user = user;
    this.#database = openDB<Schema>('cartulary-uploads', 1, {
      upgrade(database) {
        database.createObjectStore('uploads', { keyPath: 'id' });
        database.createObjectStore('sources', { keyPath: ['group', 'name'] });
      },
    }).catch(() => undefined);
    void navigator.locks?.request(lockPrefix + owner, () => new Promise(() => undefined));
  }

  /** Writes soon, many at once. Removed uploads are given as finished ones. */
  changed(upload: Upload): void {
    this.#changed.set(upload.id, upload);
    this.#timer ??= setTimeout(() => void this.flush(), pauseMs);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    const database = await this.#database;
    if (!database || changed.length === 0) return;
    if (changed.some(isWorthKeeping)) setJournaled(true);
    for (const some of inParts(changed)) {
      const { store, done } = database.transaction('uploads', 'readwrite');
      for (const upload of some) {
        if (!isWorthKeeping(upload)) void store.delete(upload.id);
        else void store.put(entryOf(upload, { user: this.#user, owner }));
      }
      await done;
    }
  }

  async keepSources(group: string, handles: readonly FileSystemHandle[]): Promise<void> {
    const database = await this.#database;
    for (const some of inParts(handles)) {
      const transaction = database?.transaction('sources', 'readwrite');
      for (const handle of some) {
        void transaction?.store.put({ group, name: handle.name, handle });
      }
      await transaction?.done;
    }
  }

  async entries(): Promise<readonly JournalEntry[]> {
    return (await (await this.#database)?.getAll('uploads')) ?? [];
  }

  async sources(): Promise<readonly Source[]> {
    return (await (await this.#database)?.getAll('sources')) ?? [];
  }

  /** Forgets the handles of groups that have no upload any more. */
  async forgetSourcesBut(groups: ReadonlySet<string>): Promise<void> {
    const database = await this.#database;
    for (const { group, name } of await this.sources()) {
      if (!groups.has(group)) await database?.delete('sources', [group, name]);
    }
  }
}

/** The windows that are there now. */
export async function livingOwners(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.flatMap(({ name = '' }) =>
    name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [],
  );
  return new Set([...names, owner]);
}
