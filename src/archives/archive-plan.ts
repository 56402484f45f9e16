import type { Document } from '../model/document.ts';
import type { PlaceBelow } from '../repository/documents/exported-places.ts';
import { FolderNames, requireShallow } from './archive-names.ts';

/** A document of an archive and its folder there. */
export interface PlannedDocument {
  readonly id: string;
  readonly folder: string;
  /** Of its properties as they are stored. */
  readonly bytes: number;
}

const nameOfRoot = 'root';

/** The folder of a document that is at the top of an archive. */
export function planTop({ id, name }: Document): PlannedDocument {
  return { id, folder: new FolderNames().take(name || nameOfRoot), bytes: 0 };
}

/**
 * The documents of a tree, each followed by what is below it, in the order of their folders. What is below
 * a document that was left out is left out too.
 *
 * @throws AppError request.answer-too-large for too many levels
 */
export function* planTree(
  top: PlannedDocument,
  places: readonly PlaceBelow[],
): Generator<PlannedDocument> {
  const children = Map.groupBy(places, ({ parentId }) => parentId);
  const left: PlannedDocument[] = [top];
  for (let next = left.pop(); next; next = left.pop()) {
    yield next;
    const below = children.get(next.id);
    if (below) left.push(...planChildren(next.folder, below).reverse());
  }
}

function planChildren(parent: string, places: readonly PlaceBelow[]): PlannedDocument[] {
  const names = new FolderNames();
  const inOrder = places.some(({ position }) => position !== null)
    ? [...places].sort((a, b) => (a.position ?? -1) - (b.position ?? -1))
    : places;
  return inOrder.map(({ id, name, bytes }) => {
    const folder = `${parent}/${names.take(name)}`;
    requireShallow(folder);
    return { id, folder, bytes };
  });
}
