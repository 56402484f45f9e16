import { mapInTurns } from '../../base/turns.ts';
import { type Document, hasFacet, isFolderish, isProxy } from '../../model/document.ts';
import { isSelfOrBelow } from '../../model/document-path.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { hasPermission } from '../access/permissions.ts';
import { findAncestors, loadAcls } from '../documents/find-many.ts';
import { type ReadUnit, showing, unseenValueBytesMax } from '../unit/unit.ts';

/** A document as a client synchronizes it: a folder, or a file. */
export interface FileSystemItem {
  readonly document: Document;
  /** The file of a file; undefined for a folder. */
  readonly file: BlobValue | undefined;
  /** The folders above it up to the root that is synchronized, which is the first; empty for that. */
  readonly above: readonly Document[];
  readonly canRename: boolean;
  readonly canDelete: boolean;
  readonly canUpdate: boolean;
  readonly canCreateChild: boolean;
}

/** For lists of items: only what they show is read. */
export function showingItems<Each extends ReadUnit>(unit: Each): Each {
  return showing(unit, {
    schemas: ['dublincore', 'file'],
    valueBytesMax: unseenValueBytesMax,
  }) as Each;
}

export function fileOf({ properties }: Document): BlobValue | undefined {
  const file = properties[mainBlobXpath];
  return isBlobValue(file) ? file : undefined;
}

/**
 * The items of those documents that the caller can read and that are in one of its roots, by id. Of
 * all documents together the folders above are read with one query.
 */
export async function findItems(
  unit: ReadUnit,
  documents: readonly Document[],
  roots: readonly Document[],
): Promise<ReadonlyMap<string, FileSystemItem>> {
  const wanted = documents.filter((document) => isKindOfItem(document));
  if (wanted.length === 0 || roots.length === 0) return new Map();
  const ancestors = await findAncestors(unit, wanted);
  await loadAcls(unit, wanted);
  const items = await mapInTurns(wanted, async (document) => {
    const above = foldersAbove(document, ancestors.readableOf(document), roots);
    if (!above || !(await hasPermission(unit, { document, permission: 'Read' }))) return undefined;
    return itemOf(unit, document, above);
  });
  return new Map(items.flatMap((item) => (item ? [[item.document.id as string, item]] : [])));
}

function isKindOfItem(document: Document): boolean {
  if (document.isVersion || document.isTrashed || document.path === null) return false;
  if (hasFacet(document, 'HiddenInNavigation')) return false;
  return isFolderish(document) || fileOf(document) !== undefined;
}

/** Undefined where the document is in no root, or in a folder that the client does not have. */
function foldersAbove(
  document: Document,
  ancestors: readonly Document[],
  roots: readonly Document[],
): readonly Document[] | undefined {
  const path = document.path ?? '';
  const root = roots.find((each) => isSelfOrBelow(path, each.path ?? ''));
  if (!root) return undefined;
  if (root.id === document.id) return [];
  const above = ancestors.filter((each) => isSelfOrBelow(each.path ?? '', root.path ?? ''));
  const levels = path.slice(root.path?.length).split('/').length - 1;
  const areSeen = above.every((each) => !hasFacet(each, 'HiddenInNavigation'));
  return areSeen && above.length === levels ? above : undefined;
}

async function itemOf(
  unit: ReadUnit,
  document: Document,
  above: readonly Document[],
): Promise<FileSystemItem> {
  const may = (permission: string, on: Document = document) =>
    hasPermission(unit, { document: on, permission });
  const folder = isFolderish(document);
  const isOwn = !isProxy(document);
  const parent = above.at(-1);
  const canChange = isOwn && (await may('WriteProperties'));
  // What is deleted of a root is its synchronization.
  const canDelete = !parent || ((await may('Remove')) && (await may('RemoveChildren', parent)));
  const canCreateChild =
    folder && isOwn && !hasFacet(document, 'PublishSpace') && (await may('AddChildren'));
  return {
    document,
    file: folder ? undefined : fileOf(document),
    above,
    canRename: canChange,
    canDelete,
    canUpdate: !folder && canChange,
    canCreateChild,
  };
}
