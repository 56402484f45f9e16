import { AppError, isAppError } from '../../base/errors/app-error.ts';
import { type DocumentId, isUuid, newDocumentId } from '../../base/ids.ts';
import type { CsvRecord } from '../../content/csv-parser.ts';
import type { Document } from '../../model/document.ts';
import { validateDocumentName } from '../../model/document-name.ts';
import { parentPath, parsePath, rootPath } from '../../model/document-path.ts';
import type { Properties } from '../../model/value.ts';
import { requirePermission } from '../../repository/access/permissions.ts';
import { findDocuments, loadAcls } from '../../repository/documents/find-many.ts';
import type { ImportedDocument } from '../../repository/editing/import-documents.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import type { CsvColumns } from './columns.ts';
import { readRowValues } from './row-values.ts';

/** What a record asks for. */
export type PreparedRow = { readonly line: number } & (
  | { readonly kind: 'create'; readonly creation: ImportedDocument }
  | { readonly kind: 'update'; readonly document: Document; readonly properties: Properties }
  | { readonly kind: 'refused'; readonly reason: string }
);

export interface BatchRules {
  /** Below it are the names of the records. */
  readonly folderPath: string;
  readonly columns: CsvColumns;
  readonly isDocumentMode: boolean;
}

interface PlacedRecord {
  readonly record: CsvRecord;
  readonly path: string;
}

/** Finds out what records ask for, with few queries. No two of them have the same path. */
export async function prepareBatch(
  unit: ReadUnit,
  records: readonly CsvRecord[],
  rules: BatchRules,
): Promise<readonly PreparedRow[]> {
  const placed = records.map((record) => placeOf(record, rules));
  const batch = await Batch.load(unit, rules, placed.filter(isPlaced));
  const rows: PreparedRow[] = [];
  for (const each of placed) rows.push(isPlaced(each) ? await batch.prepare(each) : each);
  return rows;
}

/** Records from the first on whose paths differ: a later one may refer to the document of an earlier one. */
export function distinctRecords(
  records: readonly CsvRecord[],
  { columns }: BatchRules,
  max: number,
): readonly CsvRecord[] {
  const names = new Set<string>();
  const end = records.findIndex(({ values }, index) => {
    const name = (values[columns.name] ?? '').trim().replace(/\/$/, '').normalize('NFC');
    if (index === max || names.has(name)) return true;
    names.add(name);
    return false;
  });
  return end === -1 ? records : records.slice(0, end);
}

function isPlaced(each: PlacedRecord | PreparedRow): each is PlacedRecord {
  return 'record' in each;
}

function placeOf(record: CsvRecord, rules: BatchRules): PlacedRecord | PreparedRow {
  try {
    return { record, path: pathOf(record, rules) };
  } catch (error) {
    return refused(record, error);
  }
}

function pathOf({ values }: CsvRecord, { columns, folderPath }: BatchRules): string {
  const { count, name } = columns;
  if (values.length !== count) {
    const reason = `has ${values.length} values for ${count} columns: correct the commas and quotes`;
    throw new AppError('csv-import.invalid', `The record ${reason}`);
  }
  const relative = (values[name] ?? '').trim();
  if (relative === '') {
    throw new AppError('csv-import.invalid', 'The column name is empty: name the document');
  }
  return parsePath(`${folderPath === rootPath ? '' : folderPath}/${relative}`);
}

function refused({ line }: CsvRecord, error: unknown): PreparedRow {
  if (!isAppError(error) || error.status >= 500) throw error;
  return { kind: 'refused', line, reason: error.message };
}

/** @throws AppError document.name-invalid, also for a name that would be changed */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const usable = validateDocumentName(name);
  if (usable === name) return name;
  throw new AppError(
    'document.name-invalid',
    `The name ${name} cannot be used: choose another one`,
  );
}

class Batch {
  readonly #unit: ReadUnit;
  readonly #rules: BatchRules;
  readonly #byPath: ReadonlyMap<string | null, Document>;
  readonly #byId: ReadonlyMap<string, Document>;
  /** Folders of the batch, which later records may be in. */
  readonly #created = new Map<string, DocumentId>();

  private constructor(unit: ReadUnit, rules: BatchRules, found: readonly Document[]) {
    this.#unit = unit;
    this.#rules = rules;
    this.#byPath = new Map(found.map((document) => [document.path, document]));
    this.#byId = new Map(found.map((document) => [document.id, document]));
  }

  static async load(
    unit: ReadUnit,
    rules: BatchRules,
    placed: readonly PlacedRecord[],
  ): Promise<Batch> {
    const paths = placed.flatMap(({ path }) => [path, parentPath(path) ?? rootPath]);
    const ids = placed
      .map(({ record }) => (record.values[rules.columns.id] ?? '').trim().toLowerCase())
      .filter(isUuid);
    const found = await findDocuments(unit, {
      ids: [...new Set(ids)],
      paths: [...new Set(paths)],
    });
    await loadAcls(unit, found);
    return new Batch(unit, rules, found);
  }

  async prepare({ record, path }: PlacedRecord): Promise<PreparedRow> {
    try {
      const existing = this.#byPath.get(path);
      if (!existing) return await this.#create(record, path);
      await requirePermission(this.#unit, { document: existing, permission: 'Read' });
      return await this.#update(record, existing);
    } catch (error) {
      return refused(record, error);
    }
  }

  async #update(record: CsvRecord, document: Document): Promise<PreparedRow> {
    const type = this.#value(record, 'type');
    if (type !== '' && type !== document.type) {
      const present = `${document.path} is there already, with the type ${document.type}`;
      throw new AppError('csv-import.invalid', `${present}: correct the name or the type`);
    }
    const id = this.#value(record, 'id').toLowerCase();
    if (id !== '' && id !== document.id) {
      const present = `${document.path} is there already, with the id ${document.id}`;
      throw new AppError('csv-import.invalid', `${present}: correct the name or the id`);
    }
    const { shape, properties: current } = document;
    const properties = await this.#readValues(record, { shape, current });
    return { kind: 'update', line: record.line, document, properties };
  }

  async #create(record: CsvRecord, path: string): Promise<PreparedRow> {
    const { model } = this.#unit;
    const typeName = this.#value(record, 'type');
    if (typeName === '') {
      const reason = `${path} is not there yet: name its type in the column type`;
      throw new AppError('csv-import.invalid', reason);
    }
    const type = model.getType(typeName).name;
    const name = nameOf(path);
    const parentId = this.#parentOf(path);
    const shape = model.shapeOf(type);
    const properties = await this.#readValues(record, { shape, current: {} });
    const id = this.#newId(record);
    this.#created.set(path, id);
    const creation = { id, parentId, name, type, properties };
    if (!this.#rules.isDocumentMode) return { kind: 'create', line: record.line, creation };
    const state = this.#stateOf(record, type);
    return {
      kind: 'create',
      line: record.line,
      creation: {
        ...creation,
        kept: keptOf(properties),
        standing: { instanceFacets: [], state, acls: [] },
      },
    };
  }

  #parentOf(path: string): DocumentId {
    const parent = parentPath(path) ?? rootPath;
    const id = this.#created.get(parent) ?? this.#byPath.get(parent)?.id;
    if (id) return id;
    const reason = `the folder ${parent} does not exist: give it a line above this one`;
    throw new AppError('document.not-found', reason);
  }

  #newId(record: CsvRecord): DocumentId {
    const id = this.#value(record, 'id').toLowerCase();
    if (id === '') return newDocumentId();
    if (!isUuid(id)) {
      throw new AppError('csv-import.invalid', `${id.slice(0, 100)} is not a UUID: correct the id`);
    }
    const isTaken = this.#byId.has(id) || [...this.#created.values()].some((each) => each === id);
    if (!isTaken) return id as DocumentId;
    throw new AppError('csv-import.invalid', `The id ${id} is taken: leave it empty or correct it`);
  }

  #stateOf(record: CsvRecord, type: string): string | null {
    const state = this.#value(record, 'state');
    if (state === '') return null;
    const { model } = this.#unit;
    const states = Object.keys(model.lifecycleOf(model.getType(type))?.states ?? {});
    if (states.includes(state)) return state;
    const reason = `documents of type ${type} have no state ${state.slice(0, 100)}`;
    throw new AppError('csv-import.invalid', `${reason}: use one of ${states.join(', ')}`);
  }

  #readValues(
    { values }: CsvRecord,
    target: Parameters<typeof readRowValues>[2],
  ): Promise<Properties> {
    return readRowValues(this.#unit, { values, columns: this.#rules.columns }, target);
  }

  #value({ values }: CsvRecord, column: 'type' | 'id' | 'state'): string {
    return (values[this.#rules.columns[column]] ?? '').trim();
  }
}

const authorship = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:lastContributor',
  'dc:contributors',
]);

function keptOf(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => authorship.has(key)));
}
