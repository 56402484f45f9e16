import { mapInTurns } from '../base/turns.ts';
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
export async function planTree(
  top: PlannedDocument,
  places: readonly PlaceBelow[],
): Promise<readonly PlannedDocument[]> {
  const children = Map.groupBy(places, ({ parentId }) => parentId);
  const planned: PlannedDocument[] = [];
  const left: PlannedDocument[] = [top];
  for (let next = left.pop(); next; next = left.pop()) {
    planned.push(next);
    const below = children.get(next.id);
    if (!below) continue;
    children.delete(next.id);
    for (const child of (await planChildren(next.folder, below)).reverse()) left.push(child);
  }
  return planned;
}

async function planChildren(
  parent: string,
  places: readonly PlaceBelow[],
): Promise<PlannedDocument[]> {
  const names = new FolderNames();
  return mapInTurns(inOrder(places), ({ id, name, bytes }) => {
    const folder = `${parent}/${names.take(name)}`;
    requireShallow(folder);
    return { id, folder, bytes };
  });
}

/** More than one folder can have, see `limits.exportedDocumentsMax`. */
const placesMax = 65_536;

/** As numbers, which are sorted ten times as fast as objects: a folder may have all documents of the tree. */
function inOrder(places: readonly PlaceBelow[]): readonly PlaceBelow[] {
  if (places.every(({ position }) => position === null)) return places;
  const keys = Float64Array.from(places, ({ position }, at) => (position ?? -1) * placesMax + at);
  return Array.from(keys.sort(), (key) => {
    const at = key - Math.floor(key / placesMax) * placesMax;
    return places[at] as PlaceBelow;
  });
}
