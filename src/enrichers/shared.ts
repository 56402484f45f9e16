import type { Document } from '../model/document.ts';
import { findAncestors } from '../repository/documents/find-many.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';
import { findBusyDocuments } from '../repository/workflow/busy-documents.ts';

type Find<Found> = (unit: ReadUnit, documents: readonly Document[]) => Promise<Found>;

/** What several enrichers need of the documents of a response is read by the first one, for all of the unit. */
function shared<Found>(find: Find<Found>): Find<Found> {
  const known = new WeakMap<ReadUnit, WeakMap<readonly Document[], Promise<Found>>>();
  return (unit, documents) => {
    const ofUnit = known.get(unit) ?? new WeakMap<readonly Document[], Promise<Found>>();
    known.set(unit, ofUnit);
    const found = ofUnit.get(documents) ?? find(unit, documents);
    ofUnit.set(documents, found);
    return found;
  };
}

export const sharedAncestors = shared(findAncestors);
export const sharedBusyDocuments = shared(findBusyDocuments);
