import Sqlite from 'better-sqlite3';
import { parseJson, stringifyJson } from '../../base/json.ts';
import type { Description } from './description.ts';

/** Memory for pages that are not in the temporary file. */
const cacheKibibytes = 4_096;

export interface IndexedDescription {
  /** Of the file or folder. */
  readonly name: string;
  /** For messages: the metadata file, and the line or the entry. */
  readonly place: string;
  readonly description: Description;
}

interface Row {
  readonly name: string;
  readonly place: string;
  readonly description: string;
}

/**
 * The descriptions of the files of the folders that are open, in a temporary database on disk: a
 * metadata file may have millions of lines, and files are read from disk in any order.
 */
export class MetadataIndex {
  readonly #database = new Sqlite('');
  readonly #insert;
  readonly #find;
  readonly #mark;
  readonly #listUnused;
  readonly #remove;

  constructor() {
    this.#database.pragma(`cache_size = -${cacheKibibytes}`);
    this.#database.pragma('journal_mode = off');
    this.#database.exec(
      'create table entry (folder integer, name text, place text, description text, is_used integer, ' +
        'primary key (folder, name)) without rowid',
    );
    this.#insert = this.#database.prepare<[number, string, string, string]>(
      'insert or ignore into entry values (?, ?, ?, ?, 0)',
    );
    this.#find = this.#database.prepare<[number, string], Row>(
      'select name, place, description from entry where folder = ? and name = ?',
    );
    this.#mark = this.#database.prepare<[number, string]>(
      'update entry set is_used = 1 where folder = ? and name = ?',
    );
    this.#listUnused = this.#database.prepare<[number], Row>(
      'select name, place, description from entry where folder = ? and is_used = 0 order by name',
    );
    this.#remove = this.#database.prepare<[number]>('delete from entry where folder = ?');
  }

  /** Returns those whose names the folder has already. */
  add(folder: number, entries: readonly IndexedDescription[]): IndexedDescription[] {
    const repeated: IndexedDescription[] = [];
    this.#database.transaction(() => {
      for (const entry of entries) {
        const { name, place, description } = entry;
        const text = stringifyJson(description);
        const { changes } = this.#insert.run(folder, keyOf(name), place, text);
        if (changes === 0) repeated.push(entry);
      }
    })();
    return repeated;
  }

  take(folder: number, name: string): Description | null {
    const row = this.#find.get(folder, keyOf(name));
    if (!row) return null;
    this.#mark.run(folder, keyOf(name));
    return parseJson(row.description) as Description;
  }

  /** What was not taken, one after the other. */
  *unused(folder: number): Generator<Pick<IndexedDescription, 'name' | 'place'>> {
    for (const { name, place } of this.#listUnused.iterate(folder)) yield { name, place };
  }

  remove(folder: number): void {
    this.#remove.run(folder);
  }

  close(): void {
    this.#database.close();
  }
}

/** Programs write the same letter in two ways. */
function keyOf(name: string): string {
  return name.normalize('NFC');
}
