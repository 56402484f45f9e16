import type { OperationContext } from '../../automation/operation-context.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { isUuid } from '../../base/ids.ts';
import { type Document, isFolderish } from '../../model/document.ts';
import { findDocument } from '../../repository/documents/documents.ts';
import { type FileSystemItem, findItems } from '../../repository/drive/items.ts';
import { listRoots } from '../../repository/drive/roots.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';

/** The folder of a client that has its roots; no document. */
const topLevelId = 'org.nuxeo.drive.service.impl.DefaultTopLevelFolderItemFactory#';
const rootFactory = 'defaultSyncRootFolderItemFactory';
const itemFactory = 'defaultFileSystemItemFactory';
const repositoryName = 'default';

/** The address of a document in change summaries, whatever kind of item it was. */
export function addressOf(documentId: string): string {
  return `${repositoryName}#${documentId}`;
}

/** Of the roots that a client has, as it sends them back. */
export function definitionsOf(roots: readonly Document[]): string {
  return roots.map(({ id }) => `${repositoryName}:${id}`).join(',');
}

export function parseDefinitions(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.slice(each.indexOf(':') + 1).trim())
    .filter(isUuid);
}

/**
 * The id of the document of an item; undefined for the top-level folder.
 *
 * @throws AppError operation.failed for other texts
 */
export function documentIdOf(param: string, text: string): string | undefined {
  if (text === topLevelId) return undefined;
  const [factory, repository, id, ...rest] = text.split('#');
  const isKnown = factory === rootFactory || factory === itemFactory;
  if (isKnown && repository === repositoryName && id && rest.length === 0) return id;
  throw operationFailed(
    `${param}: ${text.slice(0, 200)} is not the id of an item, which looks like ${itemFactory}#${repositoryName}#<id of the document> (${rootFactory} for a root)`,
  );
}

/** Undefined where there is none of that id for the caller: a root has another id than its folder. */
export async function findItemById(
  unit: ReadUnit,
  { itemId, documentId }: { readonly itemId: string; readonly documentId: string },
): Promise<FileSystemItem | undefined> {
  const item = await findItem(unit, documentId);
  return item && itemIdOf(item) === itemId ? item : undefined;
}

/** The item of a document; undefined where there is none for the caller. */
export async function findItem(unit: ReadUnit, id: string): Promise<FileSystemItem | undefined> {
  const document = await findDocument(unit, { id });
  if (!document) return undefined;
  return (await findItems(unit, [document], await listRoots(unit))).get(document.id);
}

/**
 * An item of the caller.
 *
 * @throws AppError operation.failed for the top-level folder and when there is none
 */
export async function getItem(
  context: OperationContext,
  param: string,
  text: string,
): Promise<FileSystemItem> {
  const id = documentIdOf(param, text);
  if (id === undefined) {
    throw operationFailed(`${param}: the top-level folder has the roots only, name an item in one`);
  }
  const item = await context.read((unit) => findItemById(unit, { itemId: text, documentId: id }));
  if (item) return item;
  throw operationFailed(
    `${param}: there is no item ${text} for ${context.principal.username}: it is gone, not readable, or in no folder that is synchronized`,
  );
}

/** As `getItem`, for a folder in which the caller may create something. */
export async function getParentItem(
  context: OperationContext,
  param: string,
  text: string,
): Promise<FileSystemItem> {
  const item = await getItem(context, param, text);
  if (item.canCreateChild) return item;
  throw operationFailed(
    `${param}: nothing can be created in ${text}: it is no folder, or read-only`,
  );
}

export function topLevelJson(username: string): object {
  return {
    id: topLevelId,
    parentId: null,
    name: 'Nuxeo Drive',
    folder: true,
    creator: 'system',
    lastContributor: 'system',
    creationDate: 0,
    lastModificationDate: 0,
    canRename: false,
    canDelete: false,
    lockInfo: null,
    path: `/${topLevelId}`,
    userName: username,
    canCreateChild: false,
    canScrollDescendants: false,
  };
}

/** An item as clients read it. */
export function itemJson(item: FileSystemItem, username: string): object {
  const { document, file, above } = item;
  const ids = [topLevelId, ...above.map(idOfFolder), itemIdOf(item)];
  const { 'dc:creator': creator, 'dc:lastContributor': contributor } = document.properties;
  const common = {
    id: itemIdOf(item),
    parentId: ids.at(-2),
    name: nameOf(item),
    folder: isFolderish(document),
    creator: creator ?? null,
    lastContributor: contributor ?? null,
    creationDate: instant(document, 'dc:created'),
    lastModificationDate: instant(document, 'dc:modified'),
    canRename: item.canRename,
    canDelete: item.canDelete,
    lockInfo: document.lock && { owner: document.lock.owner, created: document.lock.createdMs },
    path: `/${ids.join('/')}`,
    userName: username,
  };
  if (!file) return { ...common, canCreateChild: item.canCreateChild, canScrollDescendants: true };
  const name = encodeURIComponent((file.name ?? 'file').toWellFormed());
  return {
    ...common,
    downloadURL: `nxfile/${repositoryName}/${document.id}/blobholder:0/${name}`,
    digestAlgorithm: file.digestAlgorithm,
    digest: file.digest,
    canUpdate: item.canUpdate,
  };
}

export function itemIdOf({ document, above }: FileSystemItem): string {
  return `${above.length === 0 ? rootFactory : itemFactory}#${addressOf(document.id)}`;
}

/** The first of those above an item is its root. */
function idOfFolder(folder: Document, index: number): string {
  return `${index === 0 ? rootFactory : itemFactory}#${addressOf(folder.id)}`;
}

/** A folder has its title as its name, a file the name of its file. */
export function nameOf({ document, file }: Pick<FileSystemItem, 'document' | 'file'>): string {
  if (file) return file.name ?? document.name;
  const title = document.properties['dc:title'];
  return typeof title === 'string' && title.trim() !== '' ? title : document.name;
}

function instant({ properties }: Document, key: string): number {
  const value = properties[key];
  return typeof value === 'number' ? value : 0;
}
