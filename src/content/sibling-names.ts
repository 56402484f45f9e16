import { TakenNames } from './taken-names.ts';

const lengthMax = 150;
const nameOfUnnamed = 'file';

/**
 * Names of files and folders in one folder of an archive. They can be unpacked on every common system, and differ in
 * more than case: `plan.txt`, `plan (2).txt`.
 */
export class SiblingNames {
  readonly #taken = new TakenNames();

  take(wanted: string): string {
    return this.#taken.take(safeName(wanted), numbered);
  }
}

/** The number stands before the extension, by which systems know what opens the file. */
function numbered(name: string, count: number): string {
  const { stem, extension } = partsOf(name);
  return `${stem} (${count})${extension}`;
}

function partsOf(name: string): { readonly stem: string; readonly extension: string } {
  const extension = /.(\.[^.\s]{1,16})$/.exec(name)?.[1] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Devices have these names on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function safeName(wanted: string): string {
  const name = wanted
    .replace(/[\p{Cc}\u2028\u2029\\/:*?"<>|]/gu, '_')
    .trim()
    // Windows drops them, so that the names of two files would be one.
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  if (name === '') return nameOfUnnamed;
  const { stem, extension } = partsOf(reserved.test(name) ? `_${name}` : name);
  return `${stem.slice(0, lengthMax - extension.length)}${extension}`.toWellFormed();
}
