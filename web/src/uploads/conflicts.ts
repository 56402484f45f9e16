import type { ConflictAnswer } from './upload.ts';

/** Names of different spellings of the same letters are the same, as on the server. */
export function sameName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}

/** `plan (2).pdf`, `plan (3).pdf` and so on. */
export function numberedNames(name: string, count: number): string[] {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return Array.from({ length: count }, (_, at) => `${base} (${at + 2})${extension}`);
}

/** The first of the names that is not taken; undefined when all are. */
export function freeName(
  candidates: readonly string[],
  taken: readonly string[],
): string | undefined {
  return candidates.find((name) => !taken.some((other) => sameName(name, other)));
}

/** How many may share one question about the names of a folder: it becomes a part of a query. */
export const namesPerQuestion = 50;

export interface ConflictDecision {
  readonly answer: ConflictAnswer;
  /** Also for those of the same drop that are found later. */
  readonly isForAll: boolean;
}
