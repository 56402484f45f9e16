import { AppError } from '../base/errors/app-error.ts';
import { TakenNames } from '../content/taken-names.ts';

/** Levels of folders in an archive: deeper ones could not be unpacked everywhere. */
const archiveFoldersMax = 60;

const segmentLengthMax = 200;

/** Names of folders for the documents of one folder. */
export class FolderNames {
  readonly #taken = new TakenNames();

  take(documentName: string): string {
    return this.#taken.take(safeName(documentName), (name, count) => `${name}~${count}`);
  }
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
