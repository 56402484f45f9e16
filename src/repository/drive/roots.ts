import { AppError } from '../../base/errors/app-error.ts';
import { type Document, isFolderish, isRoot } from '../../model/document.ts';
import { areNested, isSelfOrBelow } from '../../model/document-path.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { findGranted } from '../access/permissions.ts';
import { recordDocumentEvent } from '../audit/audit-events.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';

/** Each poll of a client reads all of them. */
const rootsMax = 100;

/** The folders that the caller synchronizes and can see, in the order of their paths. */
export async function listRoots(unit: ReadUnit): Promise<readonly Document[]> {
  const registered = await findDocumentsById(unit, await registeredIds(unit));
  const present = registered.filter(({ isTrashed }) => !isTrashed);
  const readable = await findGranted(unit, { targets: present, permission: 'Read' });
  return present
    .filter(({ id }) => readable.has(id))
    .sort((a, b) => ((a.path ?? '') < (b.path ?? '') ? -1 : 1));
}

async function registeredIds({ handle, principal }: ReadUnit): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('drive_root')
      .select('document_id')
      .where('username', '=', principal.username),
  );
  return rows.map((row) => row.document_id);
}

/**
 * From now on the caller synchronizes the folder. One that is in another root is synchronized
 * already; those within it are roots no longer.
 *
 * @throws AppError operation.failed for documents that cannot be synchronized, and too many roots
 */
export async function registerRoot(unit: WriteUnit, document: Document): Promise<void> {
  requireFolder(document);
  const path = document.path ?? '';
  const present = await findDocumentsById(unit, await registeredIds(unit));
  const nested = present.filter((root) => areNested(root.path ?? '', path));
  if (nested.some((root) => isSelfOrBelow(path, root.path ?? ''))) return;
  if (present.length - nested.length >= rootsMax) {
    throw new AppError(
      'operation.failed',
      `${unit.principal.username} synchronizes ${rootsMax} folders already: end the synchronization of one, or synchronize a folder above them`,
    );
  }
  await removeRoots(unit, nested);
  await unit.handle.run(
    unit.handle.builder
      .insertInto('drive_root')
      .values({
        username: unit.principal.username,
        document_id: document.id,
        created_at: unit.nowMs,
      })
      .onConflict((conflict) => conflict.doNothing()),
  );
  recordDocumentEvent(unit, { eventId: 'rootRegistered', document });
}

function requireFolder(document: Document): void {
  const problem = problemOf(document);
  if (problem === undefined) return;
  throw new AppError('operation.failed', `${document.id} cannot be synchronized: it is ${problem}`);
}

function problemOf(document: Document): string | undefined {
  if (document.isVersion) return 'a version, take its live document';
  if (isRoot(document)) return 'the root of the repository, take a folder in it';
  if (document.isTrashed) return 'in the trash, restore it first';
  return isFolderish(document) ? undefined : 'not a folder, take the folder that it is in';
}

/** Nothing happens where the folder is no root of the caller. */
export async function unregisterRoot(unit: WriteUnit, document: Document): Promise<void> {
  const ids = await registeredIds(unit);
  if (ids.includes(document.id)) await removeRoots(unit, [document]);
}

async function removeRoots(unit: WriteUnit, roots: readonly Document[]): Promise<void> {
  if (roots.length === 0) return;
  const { handle, principal } = unit;
  const ids = roots.map(({ id }) => id);
  await handle.run(
    handle.builder
      .deleteFrom('drive_root')
      .where('username', '=', principal.username)
      .where('document_id', 'in', keyList(handle.dialect, ids)),
  );
  for (const document of roots)
    recordDocumentEvent(unit, { eventId: 'rootUnregistered', document });
}
