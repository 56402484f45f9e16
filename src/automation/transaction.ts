import type { BlobStore, StagedBlob } from '../blobs/blob-store.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import {
  type ReadUnit,
  type UnitContext,
  unitAtPresent,
  type WriteUnit,
} from '../repository/unit/unit.ts';
import type { Database, QueryMeter, ReadBounds, WriteHandle } from '../storage/database.ts';
import { TransactionBudget, type TransactionLimits } from './transaction-budget.ts';

/** Ends a write unit of the database without its changes; not an error. */
class Abandoned extends Error {}

interface OpenWrite {
  readonly unit: WriteUnit;
  end(isWanted: boolean): Promise<void>;
}

interface TransactionOptions {
  /** The principal of all its units. Each has the instant at which it begins. */
  readonly context: UnitContext;
  readonly limits: TransactionLimits;
  /** After a `store.conflict` all is done again, also what was done before the writer was opened. */
  readonly isRepeatable?: boolean;
  readonly meter?: QueryMeter | undefined;
}

/**
 * The transaction of one execution. Reading needs no writer, so the first change opens it: work
 * before that (blobs, archives) blocks no other writer. From then on all queries use the same
 * handle until `commit` or `rollback`; after either, the next change opens a new one.
 */
export class Transaction {
  readonly budget: TransactionBudget;
  readonly #services: BlobServices;
  readonly #context: UnitContext;
  readonly #meter: QueryMeter | undefined;
  readonly #isRepeatable: boolean;
  readonly #afterEnd: (() => Promise<void>)[] = [];
  #open: Promise<OpenWrite> | undefined;
  #isPartlyCommitted = false;
  #servicesOfUnit: BlobServices | undefined;

  constructor(
    services: BlobServices,
    { context, limits, isRepeatable = false, meter }: TransactionOptions,
  ) {
    this.#services = services;
    this.#context = context;
    this.#isRepeatable = isRepeatable;
    this.budget = new TransactionBudget(limits);
    this.#meter = meter;
  }

  /** The services of blobs within this unit: rows they write belong to it. Most units need none. */
  get services(): BlobServices {
    this.#servicesOfUnit ??= {
      database: this.#databaseOfUnit(this.#services.database),
      blobs: this.#blobsOfUnit(this.#services.blobs),
    };
    return this.#servicesOfUnit;
  }

  /** Whether the writer is held. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** After a commit the whole can neither be rolled back nor repeated. */
  get isPartlyCommitted(): boolean {
    return this.#isPartlyCommitted;
  }

  /** The bounds apply as long as the writer is not open: a transaction has its own time limit. */
  read<T>(work: (unit: ReadUnit) => Promise<T>, bounds?: ReadBounds): Promise<T> {
    if (this.#open) return this.#open.then(({ unit }) => work(unit));
    const { database } = this.#services;
    return database.read(
      (handle) => work(unitAtPresent(handle, this.#context)),
      this.#meter,
      bounds,
    );
  }

  async write<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> {
    this.#open ??= this.#begin();
    return work((await this.#open).unit);
  }

  /** Resolves once all changes are durable. @throws AppError store.* */
  async commit(): Promise<void> {
    await this.#end(true);
  }

  async rollback(): Promise<void> {
    // A writer that could not be opened has nothing to roll back, and its failure was thrown when
    // it was opened.
    await this.#end(false).catch(() => undefined);
  }

  async #end(isWanted: boolean): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    this.budget.end();
    if (!open) return;
    try {
      await (await open).end(isWanted);
      if (isWanted) this.#isPartlyCommitted = true;
    } finally {
      for (const action of this.#afterEnd.splice(0)) await action();
    }
  }

  async #begin(): Promise<OpenWrite> {
    const opened = Promise.withResolvers<WriteHandle>();
    const verdict = Promise.withResolvers<void>();
    const untilVerdict = async (handle: WriteHandle): Promise<void> => {
      opened.resolve(handle);
      await verdict.promise;
    };
    // Only the execution as a whole can be repeated.
    const ended = this.#services.database.write(untilVerdict, this.#meter, {
      runsOnce: true,
      isRepeatedByCaller: this.#isRepeatable && !this.#isPartlyCommitted,
    });
    ended.catch(opened.reject);
    const unit = unitAtPresent(await opened.promise, this.#context);
    this.budget.begin();
    return {
      unit,
      end: async (isWanted) => {
        if (isWanted) verdict.resolve();
        else verdict.reject(new Abandoned());
        await (isWanted ? ended : ended.catch(() => undefined));
      },
    };
  }

  #databaseOfUnit(database: Database): Database {
    return {
      engine: database.engine,
      read: (work) => this.read(({ handle }) => work(handle)),
      readLatest: (work) => this.read(({ handle }) => work(handle)),
      write: (work) => this.write(({ handle }) => work(handle)),
      snapshot: (work) => database.snapshot(work),
      scan: (query, options) => database.scan(query, options),
      migrate: (work) => database.migrate(work),
      close: () => database.close(),
    };
  }

  #blobsOfUnit(blobs: BlobStore): BlobStore {
    return {
      digestAlgorithm: blobs.digestAlgorithm,
      chunks: blobs.chunks,
      canList: blobs.canList,
      main: blobs.main,
      records: blobs.records,
      stage: (source, options) => this.#stage(blobs, source, options),
      flushDirectories: (keys) => blobs.flushDirectories(keys),
      open: (key, range) => blobs.open(key, range),
      read: (key, lengthBytes) => blobs.read(key, lengthBytes),
      stat: (key) => blobs.stat(key),
      exists: (key) => blobs.exists(key),
      remove: (key) => blobs.remove(key),
      setAside: (key) => blobs.setAside(key),
      listSetAside: () => blobs.listSetAside(),
      findAnnounced: (keys) => blobs.findAnnounced(keys),
      list: () => blobs.list(),
      listKeys: () => blobs.listKeys(),
      claim: (ownerId) => blobs.claim(ownerId),
      cleanTemporary: (options) => blobs.cleanTemporary(options),
    };
  }

  /** The temporary copy is kept until the row that names the content is committed or rolled back. */
  async #stage(blobs: BlobStore, ...args: Parameters<BlobStore['stage']>): Promise<StagedBlob> {
    const staged = await blobs.stage(...args);
    return {
      key: staged.key,
      digest: staged.digest,
      digestAlgorithm: staged.digestAlgorithm,
      sizeBytes: staged.sizeBytes,
      commit: () => staged.commit(),
      discard: () => staged.discard(),
      release: async () => {
        if (this.#open) this.#afterEnd.push(() => staged.release());
        else await staged.release();
      },
    };
  }
}
