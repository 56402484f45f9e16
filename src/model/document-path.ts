import { AppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';

export const rootPath = '/';

/**
 * The absolute path of a caller's text or names: in Unicode NFC, without trailing slash. A blank
 * name is an error and not skipped: the path would then be that of the folder above.
 *
 * @throws AppError path.invalid
 */
export function parsePath(input: string | readonly string[]): string {
  const names = typeof input === 'string' ? namesOfText(input) : input;
  for (const name of names) checkComponent(name, names);
  return rootPath + names.join('/').normalize('NFC');
}

function namesOfText(text: string): string[] {
  const [first, ...names] = text.split('/');
  if (first !== '' || names.length === 0) {
    throw new AppError('path.invalid', `Path is not absolute, it must begin with "/": ${text}`);
  }
  // One trailing slash is ignored.
  if (names.at(-1) === '') names.pop();
  return names;
}

const forbiddenCharacter = /[/\p{Cc}]/u;

function checkComponent(name: string, names: readonly string[]): void {
  const problem = findComponentProblem(name);
  if (problem) throw new AppError('path.invalid', `Path with ${problem}: /${names.join('/')}`);
}

function findComponentProblem(name: string): string | undefined {
  if (name === '') return 'empty component';
  if (name === '.' || name === '..') return 'relative component';
  if (forbiddenCharacter.test(name) || !name.isWellFormed()) return 'forbidden character';
  return undefined;
}

/** @throws AppError document.path-too-long */
export function joinPath(parentPath: string, name: string): string {
  const path = parentPath === rootPath ? rootPath + name : `${parentPath}/${name}`;
  const sizeBytes = Buffer.byteLength(path);
  if (sizeBytes > limits.pathBytesMax) {
    throw new AppError(
      'document.path-too-long',
      `The path of ${name} would have ${sizeBytes} bytes, ${limits.pathBytesMax} are allowed: use shorter names or fewer levels`,
    );
  }
  return path;
}

/** Null for the root. */
export function parentPath(path: string): string | null {
  if (path === rootPath) return null;
  const slash = path.lastIndexOf('/');
  return slash === 0 ? rootPath : path.slice(0, slash);
}

export function isSelfOrBelow(path: string, ancestor: string): boolean {
  if (ancestor === rootPath) return true;
  return (
    path.startsWith(ancestor) && (path.length === ancestor.length || path[ancestor.length] === '/')
  );
}

/** Whether they are the same path, or one is below the other. */
export function areNested(one: string, other: string): boolean {
  return isSelfOrBelow(one, other) || isSelfOrBelow(other, one);
}

/**
 * The paths below `path` are exactly those with `from` ≤ path < `to`, compared byte by byte: `0` is
 * the character after `/`, and no name begins with anything less than a space.
 */
export function subtreeRange(path: string): { from: string; to: string } {
  return path === rootPath ? { from: '/ ', to: '0' } : { from: `${path}/`, to: `${path}0` };
}
