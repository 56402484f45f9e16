/** A value that a metadata file gives. */
export interface DescribedValue {
  readonly xpath: string;
  /** Of CSV a text, of JSON any value. */
  readonly value: unknown;
  /** For messages: the file, and the line or the entry. */
  readonly place: string;
}

/** What metadata files say about one file or folder. */
export interface Description {
  readonly type: { readonly name: string; readonly place: string } | null;
  /** Later ones replace earlier ones for the same xpath. */
  readonly values: readonly DescribedValue[];
  /** Why the file must not be imported, with its place. */
  readonly problem: string | null;
}

/** The name of the key, or column, that chooses the document type. */
export const typeKey = 'type';

/** The column of a CSV file with the names of files and folders. */
export const nameColumn = 'name';

export const csvFileName = 'metadata.csv';
export const jsonFileName = 'metadata.json';
const besideEnding = '.metadata.json';

export function isMetadataFile(fileName: string): boolean {
  return fileName === csvFileName || fileName === jsonFileName || fileName.endsWith(besideEnding);
}

/** The file beside it that a file describes: `a.pdf` for `a.pdf.metadata.json`. */
export function describedFileName(fileName: string): string | undefined {
  const name = fileName.slice(0, -besideEnding.length);
  return fileName.endsWith(besideEnding) && name !== '' ? name : undefined;
}

export function fileBeside(path: string): string {
  return path + besideEnding;
}

/** The second one has precedence. */
export function mergeDescriptions(
  first: Description | null,
  second: Description | null,
): Description | null {
  if (!first || !second) return first ?? second;
  return {
    type: second.type ?? first.type,
    values: [...first.values, ...second.values],
    problem: first.problem ?? second.problem,
  };
}

/** Where a message about the value begins. */
export function placeOf({ place, xpath }: DescribedValue): string {
  return `${place}, column ${xpath}`;
}
