import type {
  Database,
  MigrationHandle,
  QueryMeter,
  QueryThreadCounts,
  ReadBounds,
  ReadHandle,
  ScanOptions,
  WriteHandle,
  WriteOptions,
} from '../storage/database.ts';
import type { Compilable } from '../storage/statement.ts';
import { checkLease, completeJob, type Lease, type LeaseState, lostLease } from './leases.ts';

interface LeasedDatabaseOptions {
  readonly database: Database;
  readonly lease: Lease;
  /** Called with the state of the lease that each unit finds. */
  onState(state: LeaseState): void;
}

/**
 * The store as a job sees it: every write is committed only while the job holds its lease. The check is
 * the last statement of the unit, so no worker can claim the job between it and the commit.
 */
export class LeasedDatabase implements Database {
  readonly #options: LeasedDatabaseOptions;
  /** Units that end the job: its row is gone before they do. */
  readonly #completing = new WeakSet<WriteHandle>();

  constructor(options: LeasedDatabaseOptions) {
    this.#options = options;
  }

  get engine(): Database['engine'] {
    return this.#inner.engine;
  }

  get queryThreads(): QueryThreadCounts | undefined {
    return this.#inner.queryThreads;
  }

  read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    return this.#inner.read(work, meter, bounds);
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#inner.readLatest(work);
  }

  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#inner.snapshot(work);
  }

  scan<Row>(query: Compilable<Row>, options?: ScanOptions): AsyncGenerator<readonly Row[]> {
    return this.#inner.scan(query, options);
  }

  /** @throws AppError request.conflict when another worker has claimed the job; nothing is stored */
  write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    options?: WriteOptions,
  ): Promise<T> {
    const checked = async (handle: WriteHandle): Promise<T> => {
      const value = await work(handle);
      if (!this.#completing.has(handle)) await this.#check(handle);
      return value;
    };
    return this.#inner.write(checked, meter, options);
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#inner.migrate(work);
  }

  /** A job must not close the store. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws AppError request.conflict when another worker has claimed the job */
  async complete(handle: WriteHandle): Promise<void> {
    await completeJob(handle, this.#options.lease);
    this.#completing.add(handle);
  }

  get #inner(): Database {
    return this.#options.database;
  }

  async #check(handle: WriteHandle): Promise<void> {
    const { lease, onState } = this.#options;
    const state = await checkLease(handle, lease);
    onState(state);
    if (state === 'lost') throw lostLease(lease);
  }
}
