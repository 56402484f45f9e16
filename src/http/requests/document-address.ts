import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { parsePath } from '../../model/document-path.ts';
import {
  type DocumentReference,
  getDocument,
  getUncheckedDocument,
} from '../../repository/documents/documents.ts';
import { getShownDocument } from '../../repository/documents/shown-document.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import type { RequestContext } from '../route.ts';

/** What a URL below /id or /path addresses. */
export interface DocumentAddress {
  readonly start: DocumentReference;
  /** Names of descendants after an id, from parent to child. */
  readonly childNames: readonly string[];
  /** `@blob/file:content` → name `blob`, arguments `['file:content']`. */
  readonly adapter: { readonly name: string; readonly args: readonly string[] } | undefined;
}

/**
 * A document path runs up to the first segment that begins with `@`.
 *
 * @throws AppError path.invalid for empty, `.` and `..` components and names no document can have
 */
export function parseDocumentAddress(context: RequestContext): DocumentAddress {
  const { rest } = context;
  if (rest.length === 0 && context.params.id !== undefined) {
    return { start: { id: context.params.id }, childNames: [], adapter: undefined };
  }
  const at = rest.findIndex((segment) => segment.startsWith('@'));
  const names = (at === -1 ? rest : rest.slice(0, at)).map((name) => name.normalize('NFC'));
  const adapter =
    at === -1 ? undefined : { name: (rest[at] ?? '').slice(1), args: rest.slice(at + 1) };
  const path = parsePath(names);
  const id = context.params.id;
  if (id !== undefined) return { start: { id }, childNames: names, adapter };
  return { start: { path }, childNames: [], adapter };
}

/** The addressed document, which the caller may read. */
export async function getAddressed(unit: ReadUnit, address: DocumentAddress): Promise<Document> {
  return getDocument(unit, await finalReference(unit, address));
}

/** As `getAddressed`, for a document that is shown as it is now. */
export async function getShownAddressed(
  unit: ReadUnit,
  address: DocumentAddress,
): Promise<Document> {
  return getShownDocument(unit, await finalReference(unit, address));
}

/** Without a check of the addressed document itself: for other permissions than Read. */
export async function getUncheckedAddressed(
  unit: ReadUnit,
  address: DocumentAddress,
): Promise<Document> {
  const reference = await finalReference(unit, address);
  return getUncheckedDocument(unit, reference);
}

/** Its id alone, for changes that check their own permission. */
export async function getAddressedId(
  unit: ReadUnit,
  address: DocumentAddress,
): Promise<DocumentId> {
  return (await getUncheckedAddressed(unit, address)).id;
}

async function finalReference(
  unit: ReadUnit,
  { start, childNames }: DocumentAddress,
): Promise<DocumentReference> {
  if (childNames.length === 0) return start;
  const parent = await getDocument(unit, start);
  const base = parent.path === '/' ? '' : parent.path;
  return { path: `${base}/${childNames.join('/')}` };
}
