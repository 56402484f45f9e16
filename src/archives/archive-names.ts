import { AppError } from '../base/errors/app-error.ts';

/** Levels of folders in an archive: deeper ones could not be unpacked everywhere. */
const archiveFoldersMax = 60;

const segmentLengthMax = 200;

/**
 * Names of folders for the documents of one folder. An archive may be unpacked where names that differ
 * in case only are the same.
 */
export class FolderNames {
  /** Each with the number that the next one of the name gets. */
  readonly #taken = new Map<string, number>();

  take(documentName: string): string {
    const safe = safeName(documentName);
    const key = keyOf(safe);
    let name = safe;
    let count = this.#taken.get(key) ?? 1;
    for (; this.#taken.has(keyOf(name)); count += 1) name = `${safe}~${count + 1}`;
    this.#taken.set(key, count);
    if (name !== safe) this.#taken.set(keyOf(name), 1);
    return name;
  }
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** As the writer of archives would change it too; document names have no slash. */
function safeName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\u2028\u2029\\/]/gu, '_')
    .replace(/^([A-Za-z]):/, '$1_')
    .slice(0, segmentLengthMax)
    .toWellFormed();
  // A folder of that name would be taken for the XML of the document above it.
  return safe === '' || /^(?:\.\.?|document\.xml|\d+\.blob)$/i.test(safe) ? `_${safe}` : safe;
}

/** @throws AppError request.answer-too-large */
export function requireShallow(folder: string): void {
  if (folder.split('/').length <= archiveFoldersMax) return;
  throw new AppError(
    'request.answer-too-large',
    `the tree has more than ${archiveFoldersMax} levels of folders: export a folder further down`,
  );
}
