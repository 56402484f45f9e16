import { parentPath } from './places.ts';

/** The server ends the names of what was put in the trash with the time: `plan._1706955630400_.trashed`. */
const suffix = /\._(\d{12,15})_\.trashed$/;

/** When a document was put in the trash; undefined for one that went there with its folder. */
export function trashedAt(path: string): Date | undefined {
  const ms = suffix.exec(path)?.[1];
  return ms === undefined ? undefined : new Date(Number(ms));
}

/** Documents without a title are shown by their names. */
export function titleBefore(title: string): string {
  return title.replace(suffix, '');
}

/** The path of the folder in which a document was, as it was called then. */
export function pathBefore(path: string): string {
  const above = parentPath(path) ?? '/';
  return above.replace(/\._\d{12,15}_\.trashed(?=\/|$)/g, '');
}
