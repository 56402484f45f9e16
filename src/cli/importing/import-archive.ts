import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ImportPlanner } from '../../archives/import-plan.ts';
import { type ReadDocument, withArchive } from '../../archives/read-archive.ts';
import { sleep } from '../../base/clock.ts';
import type { DocumentId } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import type { StagedBlob } from '../../blobs/blob-store.ts';
import { Workshop } from '../../conversion/workshop.ts';
import { joinPath } from '../../model/document-path.ts';
import { collectBlobs } from '../../model/property-access.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { blobValueOf, registerBlobs } from '../../repository/attachments/blobs.ts';
import {
  findDocumentsByPath,
  type ImportedDocument,
  importDocuments,
} from '../../repository/editing/import-documents.ts';
import { createUnit } from '../../repository/unit/unit.ts';
import type { FolderImport } from './import-task.ts';
import { writePatiently } from './patient-write.ts';
import { explainRefusal } from './refusal.ts';

/** An archive of `Document.Export` on disk. */
export type ArchiveImport = Pick<
  FolderImport,
  'store' | 'principal' | 'source' | 'target' | 'concurrency' | 'signal' | 'tally'
>;

/** Of one transaction: as many as of an import of files. */
const documentsPerSlice = 100;
/** Characters of XML, which are in memory together. */
const bytesPerSlice = 2_000_000;

/** After each transaction, for a server on the same store: see `importFolder`. */
const pauseMs = 10;

/** The whole archive is unpacked on the disk of this machine, where no server is kept from its work. */
const bounds = {
  inputBytesMax: 1_000_000_000_000,
  outputBytesMax: 1_000_000_000_000,
  timeMs: 24 * 3_600_000,
  cpuSeconds: 12 * 3_600,
} as const;

/**
 * Imports the documents of an archive, a hundred to a transaction. Documents at paths that are taken stay as they
 * are, so that a second run continues an interrupted first one. `onCount` is told how many documents there are.
 *
 * @throws AppError with the name of the entry that cannot be read
 */
export async function importArchive(
  task: ArchiveImport,
  onCount: (documents: number) => void,
): Promise<void> {
  const workshop = new Workshop({ processesMax: 1, ...bounds });
  const { size } = await stat(task.source);
  const input = { sizeBytes: size, open: async () => createReadStream(task.source) };
  const writer = new SliceWriter(task, await plannerOf(task));
  try {
    const reading = {
      workbench: workshop,
      model: task.store.repository.model,
      signal: undefined,
      bounds: { bytesMax: bounds.outputBytesMax },
      stage: writer.stage.bind(writer),
    };
    await withArchive(input, reading, async (documents, count) => {
      onCount(count);
      for await (const document of documents) {
        await writer.add(document);
        if (task.signal.aborted) return;
      }
      await writer.store();
    });
  } finally {
    await writer.discard();
    workshop.close();
  }
}

function plannerOf({ store, principal, target }: ArchiveImport): Promise<ImportPlanner> {
  return store.database.read(async (handle) => {
    const unit = createUnit(handle, store.repository, principal);
    const may = (permission: string) => hasPermission(unit, { document: target, permission });
    return new ImportPlanner({
      parentId: target.id,
      model: unit.model,
      rights: {
        isAdministrator: principal.isAdministrator,
        setsStates: await may('WriteLifeCycle'),
        setsAcls: await may('WriteSecurity'),
      },
      // A document there is one of an earlier run.
      freeName: (name) => name,
    });
  });
}

interface PlannedDocument {
  readonly entry: string;
  readonly path: string;
  readonly document: ImportedDocument;
}

/** Documents that are stored together: first their contents, then one transaction. */
class SliceWriter {
  readonly #task: ArchiveImport;
  readonly #planner: ImportPlanner;
  /** Of each planned document; null when it was refused. */
  readonly #paths = new Map<DocumentId, string | null>();
  /** Planned documents that were there already, and their ids. */
  readonly #present = new Map<DocumentId, DocumentId>();
  #slice: PlannedDocument[] = [];
  #bytes = 0;
  #staged: StagedBlob[] = [];

  constructor(task: ArchiveImport, planner: ImportPlanner) {
    this.#task = task;
    this.#planner = planner;
    this.#paths.set(task.target.id, task.target.path ?? '/');
  }

  async stage(path: string, naming: Parameters<typeof blobValueOf>[1]) {
    const staged = await this.#task.store.blobs.stage({ path }, { durable: 'later' });
    this.#staged.push(staged);
    return blobValueOf(staged, naming);
  }

  async add(read: ReadDocument): Promise<void> {
    const document = this.#planner.add(read);
    const above = this.#paths.get(document.parentId) ?? null;
    const path = above === null ? null : joinPath(above, document.name);
    this.#paths.set(document.id, path);
    if (path === null) {
      this.#task.tally.addFailure(read.entry, new Error('its folder was not imported'));
    } else {
      this.#slice.push({ entry: read.entry, path, document });
    }
    this.#bytes += read.bytes;
    if (this.#slice.length < documentsPerSlice && this.#bytes < bytesPerSlice) return;
    await this.store();
  }

  async store(): Promise<void> {
    const { store, concurrency, tally } = this.#task;
    const missing = await this.#withoutPresent(this.#slice);
    const staged = this.#staged;
    await inParallel(staged, concurrency, (each) => each.commit());
    await store.blobs.flushDirectories(staged.map(({ key }) => key));
    this.#staged = [];
    try {
      const refused = await this.#insert(missing, staged);
      for (const { entry, document } of missing) {
        const error = refused.get(document.id);
        if (!error) this.#count(document);
        else {
          this.#paths.set(document.id, null);
          tally.addFailure(entry, explainRefusal(error, null));
        }
      }
    } finally {
      await inParallel(staged, concurrency, (each) => each.release());
    }
    [this.#slice, this.#bytes] = [[], 0];
    await sleep(pauseMs);
  }

  async #withoutPresent(slice: readonly PlannedDocument[]): Promise<readonly PlannedDocument[]> {
    const { store, principal } = this.#task;
    const paths = slice.map(({ path }) => path);
    const found = await store.database.read((handle) =>
      findDocumentsByPath(createUnit(handle, store.repository, principal), paths),
    );
    const byPath = new Map(found.map((document) => [document.path, document]));
    return slice.filter(({ entry, path, document }) => {
      const present = byPath.get(path);
      if (!present) return true;
      if (present.shape.type.name === document.type) {
        this.#present.set(document.id, present.id);
        this.#task.tally.addFile('skipped', 0);
      } else {
        this.#paths.set(document.id, null);
        const reason = `${path} is there already, as a ${present.shape.type.name}: rename it`;
        this.#task.tally.addFailure(entry, new Error(reason));
      }
      return false;
    });
  }

  async #insert(
    documents: readonly PlannedDocument[],
    staged: readonly StagedBlob[],
  ): Promise<ReadonlyMap<DocumentId, Error>> {
    if (documents.length === 0) return new Map();
    const { refused } = await writePatiently(this.#task, async (unit) => {
      await registerBlobs(unit.handle, staged, unit.nowMs);
      const placed = documents.map(({ document }) => ({
        ...document,
        parentId: this.#present.get(document.parentId) ?? document.parentId,
      }));
      return importDocuments(unit, placed);
    });
    return refused;
  }

  #count({ type, properties }: ImportedDocument): void {
    const { tally, store } = this.#task;
    const isFolder = store.repository.model.shapeOf(type).facets.includes('Folderish');
    if (isFolder) tally.foldersCreated += 1;
    else tally.addFile('created', contentBytes(properties));
  }

  /** What no row can name: after an error or a signal. */
  async discard(): Promise<void> {
    for (const staged of this.#staged.splice(0)) await staged.discard();
  }
}

function contentBytes(properties: ImportedDocument['properties']): number {
  return collectBlobs(properties).reduce((sum, { blob }) => sum + blob.length, 0);
}
