import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { validateDocumentName } from '../../model/document-name.ts';

/**
 * The document name of a file: the file's own, in Unicode NFC, trimmed, with `-` for `\`. The same
 * file gives the same name at every import, so that an import is repeatable.
 *
 * @throws AppError document.name-invalid, Error when the name would be replaced by a random one
 */
export function documentNameOf(fileName: string): string {
  const name = validateDocumentName(fileName);
  if (name === fileName) return name;
  if (name !== fileName.trim().normalize('NFC').replaceAll('\\', '-')) {
    throw new Error('the name consists of punctuation only: rename it');
  }
  return name;
}

/** The names within one folder on disk that had to be changed; most folders have none. */
export class ChangedNames {
  readonly #folder: string;
  readonly #names = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Two files must not become one document. @throws Error when another file has the name */
  async claim(fileName: string, name: string): Promise<void> {
    if (name === fileName) return;
    if (this.#names.has(name) || (await this.#isOtherFile(fileName, name))) {
      throw new Error(`its document would have the name of another file, "${name}": rename it`);
    }
    this.#names.add(name);
  }

  /** File systems that treat two spellings as equal show the same file twice. */
  async #isOtherFile(fileName: string, name: string): Promise<boolean> {
    try {
      const [other, own] = await Promise.all([
        lstat(join(this.#folder, name)),
        lstat(join(this.#folder, fileName)),
      ]);
      return other.ino !== own.ino || other.dev !== own.dev;
    } catch {
      return false;
    }
  }
}
