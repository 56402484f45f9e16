import { AppError } from '../base/errors/app-error.ts';
import { type DocumentId, newDocumentId } from '../base/ids.ts';
import type { ContentModel } from '../model/content-model.ts';
import { isDocumentName } from '../model/document-name.ts';
import { withoutRowProperties } from '../model/row-keys.ts';
import type { Properties } from '../model/value.ts';
import type { ImportedDocument } from '../repository/editing/import-documents.ts';
import { type ReadDocument, withEntry } from './read-archive.ts';

/** What the caller may decide about the documents, beside creating them. */
interface ImportRights {
  /** Names of authors, dates and secured properties are those of the archive. */
  readonly isAdministrator: boolean;
  readonly setsStates: boolean;
  readonly setsAcls: boolean;
}

interface ImportPlacement {
  readonly parentId: DocumentId;
  readonly model: ContentModel;
  readonly rights: ImportRights;
  /** Another name for one at the top that is taken. */
  freeName(name: string): string;
}

export interface PlannedImport {
  readonly documents: readonly ImportedDocument[];
  /** The first at the top. */
  readonly topId: DocumentId;
  readonly entryOf: ReadonlyMap<DocumentId, string>;
}

/**
 * The documents of an archive with new ids, in its order.
 *
 * @throws AppError request.invalid with the name of the entry
 */
export function planImport(
  archived: readonly ReadDocument[],
  placement: ImportPlacement,
): PlannedImport {
  const planner = new ImportPlanner(placement);
  const documents = archived.map((each) => planner.add(each));
  const [top] = documents;
  if (!top) throw new AppError('request.invalid', 'the archive has no document');
  const entryOf = new Map(documents.map(({ id }, at) => [id, archived[at]?.entry ?? '']));
  return { documents, topId: top.id, entryOf };
}

/** Takes the documents of an archive one after the other, in its order. */
export class ImportPlanner {
  readonly #placement: ImportPlacement;
  readonly #ids: DocumentId[] = [];
  readonly #taken = new Set<string>();

  constructor(placement: ImportPlacement) {
    this.#placement = placement;
  }

  /** @throws AppError request.invalid with the name of the entry */
  add(each: ReadDocument): ImportedDocument {
    const placement = this.#placement;
    const id = newDocumentId();
    const parentId = each.parent === null ? placement.parentId : this.#ids[each.parent];
    if (!parentId) throw invalid(each, 'it is in no folder');
    this.#ids.push(id);
    const name = nameOf(each);
    const key = `${parentId}/${name}`;
    if (this.#taken.has(key)) {
      throw invalid(each, `its folder has two documents of the name ${name}`);
    }
    this.#taken.add(key);
    return {
      id,
      parentId,
      name: each.parent === null ? placement.freeName(name) : name,
      type: each.described.type,
      ...contentOf(each, placement),
      standing: standingOf(each, placement),
    };
  }
}

function nameOf(each: ReadDocument): string {
  const name = each.described.name ?? each.folder.slice(each.folder.lastIndexOf('/') + 1);
  if (isDocumentName(name)) return name;
  throw invalid(each, `${name.slice(0, 300)} is no name of a document`);
}

const authorship = new Set(
  ['created', 'modified', 'creator', 'lastContributor', 'contributors'].map((name) => `dc:${name}`),
);

function contentOf(
  { described: { type, instanceFacets, properties } }: ReadDocument,
  { model, rights: { isAdministrator } }: ImportPlacement,
): { readonly properties: Properties; readonly kept: Properties } {
  const shape = model.shapeOf(type, instanceFacets);
  const all = Object.entries(withoutRowProperties(properties));
  const own = all.filter(([key]) => !authorship.has(key));
  const allowed = own.filter(([key]) => !shape.properties.get(key)?.field.secured);
  return {
    properties: Object.fromEntries(isAdministrator ? own : allowed),
    kept: isAdministrator ? Object.fromEntries(all.filter(([key]) => authorship.has(key))) : {},
  };
}

function standingOf(each: ReadDocument, { model, rights }: ImportPlacement) {
  const { type, state, acls, instanceFacets } = each.described;
  const lifecycle = model.lifecycleOf(model.getType(type));
  if (state !== null && lifecycle && !Object.hasOwn(lifecycle.states, state)) {
    throw invalid(each, `${state.slice(0, 200)} is no state of the life cycle ${lifecycle.name}`);
  }
  const isOther = state !== null && lifecycle !== undefined && state !== lifecycle.initialState;
  return {
    instanceFacets,
    state: isOther && rights.setsStates ? state : null,
    acls: rights.setsAcls ? acls : [],
  };
}

function invalid({ entry }: ReadDocument, reason: string): AppError {
  return withEntry(entry, new AppError('request.invalid', reason));
}
