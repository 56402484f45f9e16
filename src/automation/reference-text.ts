import { AppError } from '../base/errors/app-error.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import { operationFailed } from './operation-error.ts';

/**
 * Parses a reference: an absolute path, a path relative to `basePath` when it begins with a dot, an
 * id otherwise. A repository's name before a colon is dropped: there is one repository.
 *
 * @throws AppError request.invalid for a blank text, operation.failed for a relative path without a document to start from
 */
export function parseReference(text: string, basePath: string | null): DocumentReference {
  if (text.trim() === '') {
    throw new AppError(
      'request.invalid',
      'The reference to a document is blank: send an id or an absolute path, / for the root',
    );
  }
  if (text.startsWith('/')) return { path: normalPath(text) };
  if (text.startsWith('.')) return { path: resolvePath(text, basePath) };
  const colon = text.indexOf(':');
  return colon === -1 ? { id: text } : parseReference(text.slice(colon + 1).trim(), basePath);
}

function normalPath(text: string): string {
  const path = text.normalize('NFC');
  // Two slashes have an empty name between them and are not the root.
  return path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `.` is the document itself, `..` its parent; above the root there is nothing. */
export function resolvePath(text: string, basePath: string | null): string {
  if (basePath === null) {
    throw operationFailed(`${text}: a relative path needs a document as input`);
  }
  const names = basePath.split('/').filter((name) => name !== '');
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name.normalize('NFC'));
    else if (names.pop() === undefined) throw operationFailed(`${text}: leads above the root`);
  }
  return `/${names.join('/')}`;
}
