import { isAppError } from '../../base/errors/app-error.ts';
import { inParallel } from '../../base/parallel.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import type { Document } from '../../model/document.ts';
import { registerBlobs } from '../../repository/attachments/blobs.ts';
import { changedProperties } from '../../repository/changes/property-rules.ts';
import { findEntryPaths } from '../../repository/directories/entry-paths.ts';
import {
  findDocumentsByPath,
  findRefusedChange,
  findRefusedContents,
  type ImportedDocument,
  importDocuments,
} from '../../repository/editing/import-documents.ts';
import { updateDocument } from '../../repository/editing/update-document.ts';
import { createUnit, type ReadUnit } from '../../repository/unit/unit.ts';
import {
  type Creation,
  type ExamineContext,
  type Examined,
  examine,
  intakeFileOf,
  type MeasuredEntry,
  type Update,
} from './examine.ts';
import { isLost } from './folder-node.ts';
import type { FolderImport } from './import-task.ts';
import type { Intake, IntakeResult } from './intake.ts';
import type { IntakeFile } from './intake-thread-program.ts';
import { attemptsMax, writePatiently } from './patient-write.ts';
import { explainRefusal } from './refusal.ts';
import { SourceError } from './source-file.ts';

interface Result {
  readonly entry: MeasuredEntry;
  readonly examined: Examined | SourceError;
}

type IntakeResults = ReadonlyMap<MeasuredEntry, IntakeResult>;

const nothingTaken: IntakeResults = new Map();

/** Entries that are stored together: first their content, then one transaction. */
export class ImportBatch {
  readonly #task: FolderImport;
  readonly #entries: readonly MeasuredEntry[];
  readonly #intake: Intake | null;
  #existing: ReadonlyMap<string | null, Document> = new Map();
  #results: readonly Result[] = [];
  #staged: StagedBlob[] = [];

  constructor(task: FolderImport, entries: readonly MeasuredEntry[], intake: Intake | null = null) {
    this.#task = task;
    this.#entries = entries;
    this.#intake = intake;
  }

  /** Contents that are staged and not yet released. */
  get staged(): readonly StagedBlob[] {
    return this.#staged;
  }

  /** Finds existing documents with one query, and stages the content of the others. */
  async prepare(): Promise<void> {
    await this.findExisting();
    try {
      await this.examine();
      const { concurrency, store } = this.#task;
      await inParallel(this.#staged, concurrency, (staged) => staged.commit());
      await store.blobs.flushDirectories(this.#staged.map(({ key }) => key));
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  async findExisting(): Promise<void> {
    const paths = this.#entries.map(({ path }) => path);
    const found = await this.#read((unit) => findDocumentsByPath(unit, paths));
    this.#existing = new Map(found.map((document) => [document.path, document]));
  }

  /** New files that threads can take in before `examine`. */
  filesForIntake(): (readonly [MeasuredEntry, IntakeFile])[] {
    return this.#entries.flatMap((entry) => {
      if (this.#existing.has(entry.path) || isLost(entry.parent)) return [];
      const file = intakeFileOf(this.#context, entry);
      return file ? [[entry, file] as const] : [];
    });
  }

  /** Stages the contents that are not among those taken in, which belong to the batch from now on. */
  async examine(taken: IntakeResults = nothingTaken): Promise<void> {
    this.#results = await inParallel(this.#entries, this.#task.concurrency, async (entry) => ({
      entry,
      examined: await this.#examine(entry, taken.get(entry)),
    }));
    await this.#discardLost();
  }

  async #examine(
    entry: MeasuredEntry,
    taken: IntakeResult | undefined,
  ): Promise<Examined | SourceError> {
    try {
      if (isLost(entry.parent)) throw folderLost();
      const existing = this.#existing.get(entry.path);
      const examined = await examine(this.#context, entry, { existing, taken });
      const staged = stagedOf(examined);
      if (staged) this.#staged.push(staged);
      if (entry.folder && existing) entry.folder.id = existing.id;
      return examined;
    } catch (error) {
      if (taken && 'staged' in taken) await taken.staged.discard();
      if (!(error instanceof SourceError)) throw error;
      if (entry.folder) entry.folder.hasFailed = true;
      return error;
    }
  }

  get #context(): ExamineContext {
    const { store, isDryRun, types } = this.#task;
    return {
      blobs: store.blobs,
      model: store.repository.model,
      types,
      isDryRun,
      findStoredValues: (ids) => this.#read((unit) => findEntryPaths(unit, ids)),
    };
  }

  /** Discards content of files whose folder failed while they were staged. */
  async #discardLost(): Promise<void> {
    for (const { entry, examined } of this.#results) {
      const staged = isLost(entry.parent) && 'kind' in examined ? stagedOf(examined) : null;
      if (!staged) continue;
      this.#staged.splice(this.#staged.indexOf(staged), 1);
      await staged.discard();
    }
  }

  /** Stores the documents. */
  async write(): Promise<void> {
    try {
      await this.#createUncontested();
      await this.#settleOthers();
    } finally {
      // After a failure too: some units may be committed although their reply was lost.
      await this.#release(this.#staged.splice(0));
    }
  }

  #release(staged: readonly StagedBlob[]): Promise<unknown> {
    const { concurrency } = this.#task;
    if (this.#intake) return this.#intake.release(staged, concurrency);
    return inParallel(staged, concurrency, (each) => each.release());
  }

  /** Looks for existing documents again when another client has just taken a name. */
  async #createUncontested(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#create();
        return;
      } catch (error) {
        if (!isAppError(error, 'request.conflict') || attempt === attemptsMax) throw error;
      }
      await this.discard();
      await this.prepare();
    }
  }

  async #create(): Promise<void> {
    const { isDryRun, tally } = this.#task;
    const wanted = this.#results.flatMap(({ examined }) =>
      'kind' in examined && examined.kind === 'create' ? [examined.creation] : [],
    );
    const possible = wanted.filter(({ entry }) => !isLost(entry.parent));
    const refused = await (isDryRun ? this.#check(possible) : this.#insert(possible));
    for (const creation of wanted) {
      const error = refused.get(creation.id) ?? (isLost(creation.entry.parent) && folderLost());
      if (error) this.#fail(creation.entry, error);
      else if (creation.entry.folder) tally.foldersCreated += 1;
      else tally.addFile('created', creation.entry.sizeBytes);
    }
  }

  /** Of a dry run: returns the documents that would be refused for their content. */
  #check(creations: readonly Creation[]): Promise<ReadonlyMap<string, Error>> {
    return this.#read((unit) => findRefusedContents(unit, creations.map(importedOf)));
  }

  /** Returns the refused documents. */
  async #insert(creations: readonly Creation[]): Promise<ReadonlyMap<string, Error>> {
    if (creations.length === 0) return noErrors;
    const { created, refused } = await writePatiently(this.#task, async (unit) => {
      await registerBlobs(
        unit.handle,
        creations.flatMap(({ staged }) => staged ?? []),
        unit.nowMs,
      );
      return importDocuments(unit, creations.map(importedOf));
    });
    for (const { id, entry } of creations) {
      if (entry.folder) entry.folder.id = created.get(id) ?? id;
    }
    return refused;
  }

  /** Changes of existing documents are few, and each may be refused separately. */
  async #settleOthers(): Promise<void> {
    for (const { entry, examined } of this.#results) {
      if (examined instanceof SourceError) this.#fail(entry, examined);
      else if (examined.kind === 'update') await this.#update(examined.update);
      else if (examined.kind === 'keep' && !entry.folder) {
        this.#task.tally.addFile('skipped', entry.sizeBytes);
      }
    }
  }

  async #update(update: Update): Promise<void> {
    const { entry } = update;
    try {
      await (this.#task.isDryRun ? this.#checkUpdate(update) : this.#store(update));
      this.#task.tally.addFile('updated', entry.sizeBytes);
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error;
      this.#task.tally.addFailure(entry.source, explainRefusal(error, entry.description));
    }
  }

  async #checkUpdate({ document, properties, kept }: Update): Promise<void> {
    const given = { ...properties, ...kept };
    const changed = changedProperties(document.shape, document.properties, given);
    const error = await this.#read((unit) => findRefusedChange(unit, document, changed));
    if (error) throw error;
  }

  #store({ document, properties, kept, staged }: Update): Promise<Document> {
    return writePatiently(this.#task, async (unit) => {
      if (staged) await registerBlobs(unit.handle, [staged], unit.nowMs);
      const update = { id: document.id, properties, kept, changeToken: null };
      return updateDocument(unit, update);
    });
  }

  #fail(entry: MeasuredEntry, error: Error): void {
    if (entry.folder) entry.folder.hasFailed = true;
    this.#task.tally.addFailure(entry.source, explainRefusal(error, entry.description));
  }

  #read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T> {
    return this.#task.store.database.read((handle) =>
      work(createUnit(handle, this.#task.store.repository, this.#task.principal)),
    );
  }

  /** Discards staged content that no row can name yet. */
  async discard(): Promise<void> {
    for (const staged of this.#staged.splice(0)) await staged.discard();
  }
}

const noErrors: ReadonlyMap<string, Error> = new Map();

function importedOf({ id, entry, type, properties, kept }: Creation): ImportedDocument {
  return { id, parentId: entry.parent.id, name: entry.name, type, properties, kept };
}

function folderLost(): SourceError {
  return new SourceError(new Error('its folder was not imported'));
}

function stagedOf(examined: Examined): StagedBlob | null {
  if (examined.kind === 'create') return examined.creation.staged;
  return examined.kind === 'update' ? examined.update.staged : null;
}
