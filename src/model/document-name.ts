import { AppError } from '../base/errors/app-error.ts';
import { randomPositiveLong } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

const controlCharacter = /\p{Cc}/u;

/** A name of punctuation only is meaningless, so it is replaced. */
const onlyPunctuation = /^[- .,;?!:/\\'"\s]+$/;

/**
 * The name a document gets when a caller asks for `name`: trimmed, in Unicode NFC, `\` replaced by
 * `-`. A name of punctuation only becomes a random number.
 *
 * @throws AppError document.name-invalid when it is blank, too long, or cannot be part of a path
 */
export function validateDocumentName(name: string): string {
  const trimmed = name.trim();
  const normalised = trimmed.normalize('NFC');
  const problem = findNameProblem(normalised);
  if (problem) throw new AppError('document.name-invalid', `Document name ${problem}`);
  if (onlyPunctuation.test(normalised)) return randomPositiveLong();
  return normalised.replaceAll('\\', '-');
}

/** Whether the name would be used unchanged. */
export function isDocumentName(name: string): boolean {
  return (
    name === name.trim().normalize('NFC') &&
    !name.includes('\\') &&
    !onlyPunctuation.test(name) &&
    findNameProblem(name) === undefined
  );
}

function findNameProblem(name: string): string | undefined {
  if (name === '') return 'is blank: give the document a name';
  if (name === '.' || name === '..') return `"${name}" has a meaning in paths: choose another name`;
  if (name.includes('/')) return 'contains "/": leave it out, it separates the names in a path';
  if (controlCharacter.test(name)) return 'contains a control character: remove it';
  if (!name.isWellFormed()) return 'is not well-formed Unicode: it contains an unpaired surrogate';
  if (name.length > limits.nameLengthMax) {
    return `has ${name.length} characters: shorten it to ${limits.nameLengthMax}`;
  }
  return undefined;
}
