import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import { collectionFacet } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import type { Properties } from '../../model/value.ts';
import { initialVersionNumbers } from '../../model/version-numbers.ts';
import { hasPermission } from '../access/permissions.ts';
import type { AuthoredContent } from '../changes/change-hook.ts';
import { stampCreation } from '../changes/dublincore.ts';
import { iconOfFile } from '../changes/file-icon.ts';
import { requireAcceptable } from '../changes/hooks.ts';
import { insertDocuments } from '../changes/insert-documents.ts';
import { lookUpReferencesOf } from '../changes/reference-rules.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { findDocumentsById } from '../documents/find-many.ts';
import { type DocumentRow, documentFromRow } from '../sql/document-row.ts';
import { isAtPath } from '../sql/tree-conditions.ts';
import type { ReadUnit, UnitContext, WriteUnit } from '../unit/unit.ts';
import { nextPosition } from './child-position.ts';
import { createDocument, newRow, withoutUnset } from './create-document.ts';
import { addFirstMembers } from './first-members.ts';

/** A document to be created below a known parent under exactly this name. */
export interface ImportedDocument {
  /** By which later documents of the list refer to it as their parent; becomes its id. */
  readonly id: DocumentId;
  /** Of a stored document or of an earlier one of the same list. */
  readonly parentId: DocumentId;
  /** Valid, see `isDocumentName`. */
  readonly name: string;
  readonly type: string;
  readonly properties: Properties;
  /** Dates and names of authors of the source, in place of those of the import. */
  readonly kept?: Properties;
}

export interface ImportOutcome {
  /** Id of the list → id in the store. They differ only where the type has a creation template. */
  readonly created: ReadonlyMap<DocumentId, DocumentId>;
  /** Those that broke a rule, and everything below them. */
  readonly refused: ReadonlyMap<DocumentId, AppError>;
}

/** The documents at those paths, in no particular order. */
export async function findDocumentsByPath(
  unit: ReadUnit,
  paths: readonly string[],
): Promise<Document[]> {
  const rows = await unit.handle.all(
    unit.handle.builder.selectFrom('document').selectAll().where(isAtPath(unit.handle, paths)),
  );
  return hydrateDocuments(unit, rows);
}

/**
 * Creates many documents with few statements: the same rules as `createDocument`, but the permission
 * is checked once per parent, a taken name fails the unit, and no version is made, not even of
 * notes, whose first version is made at their first change. Parents come before their children.
 *
 * @throws AppError request.conflict when a name is taken: find the existing documents and retry
 */
export async function importDocuments(
  unit: WriteUnit,
  documents: readonly ImportedDocument[],
): Promise<ImportOutcome> {
  await unit.handle.lockTree('shared');
  const batch = new ImportBatch(unit);
  await batch.loadParents(documents);
  await lookUpReferencesOf(unit, contentsOf(unit, documents));
  for (const document of documents) await batch.add(document);
  await batch.store();
  return batch;
}

/** The documents whose content would be refused, and why. Nothing is written. */
export async function findRefusedContents(
  unit: ReadUnit,
  documents: readonly ImportedDocument[],
): Promise<ReadonlyMap<DocumentId, AppError>> {
  await lookUpReferencesOf(unit, contentsOf(unit, documents));
  const refused = new Map<DocumentId, AppError>();
  for (const document of documents) {
    const error = await refusalOf(() => requireAcceptable(unit, contentOf(unit, document)));
    if (error) refused.set(document.id, error);
  }
  return refused;
}

/** Why the change of a document would be refused. Nothing is written. */
export function findRefusedChange(
  unit: ReadUnit,
  { shape, properties: before }: Document,
  given: Properties,
): Promise<AppError | undefined> {
  const properties = { ...before, ...given };
  return refusalOf(() => requireAcceptable(unit, { shape, given, properties, before }));
}

async function refusalOf(work: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

/** Concerns one document; other errors are those of the store. */
function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && error.status < 500 && error.code !== 'request.conflict';
}

/** Documents of unknown types are refused later, one by one. */
function contentsOf(
  unit: ReadUnit,
  documents: readonly ImportedDocument[],
): readonly AuthoredContent[] {
  return documents
    .filter(({ type }) => unit.model.findType(type))
    .map((document) => contentOf(unit, document));
}

function contentOf(
  unit: UnitContext,
  { type, properties, kept = {} }: ImportedDocument,
): AuthoredContent {
  const shape = unit.model.shapeOf(type);
  const stamped = stampCreation(shape, unit, {
    ...properties,
    ...iconOfFile(shape, properties),
    ...initialVersionNumbers(shape.properties, properties),
  });
  return {
    shape,
    given: withoutUnset({ ...properties, ...kept }),
    properties: { ...stamped, ...kept },
    before: null,
  };
}

class ImportBatch implements ImportOutcome {
  readonly created = new Map<DocumentId, DocumentId>();
  readonly refused = new Map<DocumentId, AppError>();
  readonly #unit: WriteUnit;
  readonly #parents = new Map<DocumentId, Document | AppError>();
  readonly #positions = new Map<DocumentId, number | null>();
  #rows: DocumentRow[] = [];
  readonly #collections = new Map<Document, Properties>();

  constructor(unit: WriteUnit) {
    this.#unit = unit;
  }

  async loadParents(documents: readonly ImportedDocument[]): Promise<void> {
    const own = new Set(documents.map(({ id }) => id));
    const ids = new Set(documents.map(({ parentId }) => parentId).filter((id) => !own.has(id)));
    for (const parent of await findDocumentsById(this.#unit, [...ids])) {
      this.#parents.set(parent.id, (await this.#parentRefusal(parent)) ?? parent);
    }
  }

  async #parentRefusal(parent: Document): Promise<AppError | undefined> {
    if (parent.isVersion || parent.proxyTarget) {
      return new AppError('document.version-immutable', `${parent.id} cannot have children`);
    }
    const question = { document: parent, permission: 'AddChildren' };
    if (await hasPermission(this.#unit, question)) return undefined;
    const { username } = this.#unit.principal;
    return new AppError(
      'permission.denied',
      `${username} may not create documents in ${parent.path}`,
    );
  }

  async add(document: ImportedDocument): Promise<void> {
    try {
      const parent = this.#parents.get(document.parentId);
      if (parent instanceof AppError) throw parent;
      if (!parent) throw new AppError('document.not-found', 'the folder has been removed');
      if (this.#unit.model.creationTemplateOf(document.type)) {
        await this.#createFromTemplate(document, parent);
      } else {
        await this.#prepare(document, parent);
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.refused.set(document.id, error);
      this.#parents.set(document.id, error);
    }
  }

  async #prepare(document: ImportedDocument, parent: Document): Promise<void> {
    const { id, name } = document;
    const { model } = this.#unit;
    const type = model.getType(document.type);
    const content = contentOf(this.#unit, document);
    const { shape, properties } = content;
    await requireAcceptable(this.#unit, content);
    const placed = newRow(this.#unit, {
      parent,
      name,
      type,
      properties,
      position: await this.#takePosition(parent),
    });
    const row = { ...placed, id, series_id: id };
    this.#rows.push(row);
    this.created.set(id, id);
    if (shape.facets.includes(collectionFacet)) {
      this.#collections.set(documentFromRow(model, row), document.properties);
    }
    // Its permissions are those of its parent, so the result for that applies.
    if (shape.facets.includes('Folderish')) this.#parents.set(id, documentFromRow(model, row));
  }

  /** Read from the store once for each ordered folder. */
  async #takePosition(parent: Document): Promise<number | null> {
    const known = this.#positions.get(parent.id);
    const position = known === undefined ? await nextPosition(this.#unit.handle, parent) : known;
    this.#positions.set(parent.id, position === null ? null : position + 1);
    return position;
  }

  /** Types with a template are created one by one, after the documents before them. */
  async #createFromTemplate(document: ImportedDocument, parent: Document): Promise<void> {
    await this.store();
    const { name, type, properties, kept = {} } = document;
    const input = { parentId: parent.id, name, type, properties, kept };
    const created = await createDocument(this.#unit, input);
    if (created.name !== name) throw nameTaken();
    this.created.set(document.id, created.id);
    this.#parents.set(document.id, created);
    this.#positions.delete(parent.id);
  }

  async store(): Promise<void> {
    const created = { rows: this.#rows, eventId: 'documentCreated' } as const;
    if (!(await insertDocuments(this.#unit, created))) throw nameTaken();
    this.#rows = [];
    for (const [collection, given] of this.#collections) {
      await addFirstMembers(this.#unit, collection, given);
    }
    this.#collections.clear();
  }
}

function nameTaken(): AppError {
  return new AppError('request.conflict', 'a document of that name was created meanwhile');
}
