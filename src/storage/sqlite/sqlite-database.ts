import { monotonicMs } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import {
  type Database,
  type MigrationHandle,
  type QueryMeter,
  type QueryThreadCounts,
  type ReadBounds,
  type ReadHandle,
  type ScanOptions,
  scanPageRowsDefault,
  type WriteHandle,
  type WriteOptions,
} from '../database.ts';
import { createSqlBuilder } from '../sql-builder.ts';
import type { Compilable } from '../statement.ts';
import type { TreeState } from '../tree-state.ts';
import { BoundedReader } from './bounded-reader.ts';
import { Checkpointer, type CheckpointLimits } from './checkpointer.ts';
import { QueryThreads } from './query-threads.ts';
import { scanOnLoop } from './scan-on-loop.ts';
import { ScanThreads } from './scan-threads.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteHandle, unlimitedReadMs } from './sqlite-handle.ts';
import { CommittedTree, readTreeState } from './sqlite-tree.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { WalSync } from './wal-sync.ts';
import { WordMerger } from './word-merger.ts';

interface SqliteOptions {
  readonly path: string;
  /** How long a write may wait in the queue. */
  readonly queueTimeoutMs: number;
  /** Threads for slow statements of reads with a time limit; without them these run on the event loop. */
  readonly queryThreads?: number;
  /** For warnings about checkpoints. */
  readonly log?: Logger | undefined;
  readonly checkpointLimits?: Partial<CheckpointLimits>;
  /** False while rows are copied, which may come before those that they refer to. */
  readonly checksReferences?: boolean | undefined;
}

const busyTimeoutMs = 5_000;

/**
 * SQLite behind the Database port: one writer connection behind a queue, one connection for reads,
 * further ones for long snapshots that overlap, and threads, each with one, for slow queries.
 */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite' as const;
  readonly #builder = createSqlBuilder('sqlite');
  readonly #path: string;
  readonly #writerConnection: SqliteConnection;
  readonly #readerConnection: SqliteConnection;
  readonly #threads: QueryThreads | undefined;
  readonly #scanThreads: ScanThreads | undefined;
  readonly #boundedReader: BoundedReader | undefined;
  readonly #walSync: WalSync;
  readonly #checkpointer: Checkpointer;
  readonly #wordMerger: WordMerger;
  readonly #writer: SqliteWriter;
  readonly #idleSnapshots: SqliteConnection[] = [];
  readonly #tree: CommittedTree;
  #sharedState: TreeState | undefined;
  /** Of the shared snapshot; the pending changes are known as of the version in `#treeVersion`. */
  #sharedVersion: number | undefined;
  #treeVersion: number | undefined;
  /** Undefined once the snapshot has ended: later statements may see another state. */
  readonly #versionNow = (): number | undefined =>
    this.#readerConnection.inTransaction ? this.#sharedVersion : undefined;
  #isOpen = true;

  constructor(options: SqliteOptions) {
    this.#path = options.path;
    this.#tree = new CommittedTree(this.#builder);
    this.#writerConnection = new SqliteConnection({
      path: options.path,
      readonly: false,
      busyTimeoutMs,
      checksReferences: options.checksReferences,
    });
    // While the store was opened, another process may have been closing it. From now on the writer waits.
    this.#writerConnection.script('pragma busy_timeout = 0');
    this.#readerConnection = this.#openReader();
    const threadsMax = options.queryThreads ?? 0;
    if (threadsMax > 0) {
      const threads = new QueryThreads({ path: options.path, busyTimeoutMs, threadsMax });
      this.#threads = threads;
      this.#scanThreads = new ScanThreads({ path: options.path, busyTimeoutMs });
      this.#boundedReader = new BoundedReader({ connection: this.#readerConnection, threads });
    }
    this.#walSync = new WalSync(options.path);
    const checkpointer = new Checkpointer({
      path: options.path,
      connection: this.#writerConnection,
      walSync: this.#walSync,
      queryThreads: this.#threads,
      log: options.log,
      limits: options.checkpointLimits,
    });
    this.#checkpointer = checkpointer;
    const wordMerger = new WordMerger({
      path: options.path,
      connection: this.#writerConnection,
      walSync: this.#walSync,
      log: options.log,
      pauseOf: () => checkpointer.pause,
      onMerged: () => {
        if (!this.#writerConnection.inTransaction) checkpointer.committed();
      },
    });
    this.#wordMerger = wordMerger;
    this.#writer = new SqliteWriter({
      builder: this.#builder,
      connection: this.#writerConnection,
      walSync: this.#walSync,
      queueTimeoutMs: options.queueTimeoutMs,
      onCommit: () => {
        this.#endSharedSnapshot();
        checkpointer.committed();
        wordMerger.committed();
      },
      pauseOf: () => checkpointer.pause ?? wordMerger.pause,
      boundedReader: this.#boundedReader,
    });
  }

  get queryThreads(): QueryThreadCounts | undefined {
    return this.#threads;
  }

  async read<T>(
    work: (handle: ReadHandle) => Promise<T>,
    meter?: QueryMeter,
    bounds?: ReadBounds,
  ): Promise<T> {
    const state = this.#shareSnapshot();
    const connection = this.#readerConnection;
    const handle = new SqliteHandle({ rows: this.#builder, connection, state, meter });
    handle.givesTurns = true;
    handle.versionNow = this.#versionNow;
    handle.versionAtBegin = this.#sharedVersion;
    handle.threads = this.#threads;
    handle.boundedReader = this.#boundedReader;
    if (bounds || this.#boundedReader) {
      handle.deadlineMs = monotonicMs() + (bounds?.timeLimitMs ?? unlimitedReadMs);
    }
    try {
      return await work(handle);
    } finally {
      handle.end();
    }
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    this.#endSharedSnapshot();
    return this.read(work);
  }

  /**
   * Reads of one turn of the event loop share a snapshot: taking one costs SQLite more than a point
   * read (3 µs of 5.5, measured). A commit of this process ends it at once, so a caller sees its
   * acknowledged writes; one of another process is seen in the next turn, or after `readLatest`.
   */
  #shareSnapshot(): TreeState {
    if (this.#sharedState && this.#readerConnection.inTransaction) return this.#sharedState;
    this.#readerConnection.run('BEGIN', []);
    setImmediate(() => this.#endSharedSnapshot());
    try {
      const version = this.#readerConnection.dataVersion();
      const isKnown = version === this.#treeVersion;
      this.#sharedState = isKnown ? this.#tree.state : this.#tree.seenBy(this.#readerConnection);
      this.#treeVersion = version;
      this.#sharedVersion = version;
      return this.#sharedState;
    } catch (error) {
      this.#endSharedSnapshot();
      throw error;
    }
  }

  #endSharedSnapshot(): void {
    this.#sharedState = undefined;
    this.#sharedVersion = undefined;
    if (this.#isOpen && this.#readerConnection.inTransaction)
      this.#readerConnection.run('COMMIT', []);
  }

  async snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    const connection = this.#idleSnapshots.pop() ?? this.#openReader();
    let handle: SqliteHandle | undefined;
    try {
      connection.run('BEGIN', []);
      const state = readTreeState(this.#builder, connection);
      handle = new SqliteHandle({ rows: this.#builder, connection, state });
      handle.givesTurns = true;
      return await work(handle);
    } finally {
      handle?.end();
      if (connection.inTransaction) connection.run('COMMIT', []);
      this.#idleSnapshots.push(connection);
    }
  }

  async *scan<Row>(
    query: Compilable<Row>,
    { signal, pageRows = scanPageRowsDefault }: ScanOptions = {},
  ): AsyncGenerator<readonly Row[]> {
    const { sql, parameters } = query.compile();
    const statement = { sql, parameters, pageRows };
    if (this.#scanThreads) {
      const pages = this.#scanThreads.scan(statement, signal);
      yield* pages as AsyncGenerator<readonly Row[]>;
      return;
    }
    const connection = this.#idleSnapshots.pop() ?? this.#openReader();
    try {
      yield* scanOnLoop(connection, statement, signal) as AsyncGenerator<readonly Row[]>;
    } finally {
      if (this.#isOpen) this.#idleSnapshots.push(connection);
      else connection.close();
    }
  }

  write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    options?: WriteOptions,
  ): Promise<T> {
    return this.#writer.submit(work, meter, options);
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#writer.submitMigration(work);
  }

  async close(): Promise<void> {
    await this.#threads?.close();
    await this.#scanThreads?.close();
    await this.#writer.drain();
    await this.#wordMerger.close();
    await this.#checkpointer.close();
    this.#isOpen = false;
    await this.#walSync.close();
    for (const connection of this.#idleSnapshots.splice(0)) connection.close();
    // The connection that is closed last copies the WAL and deletes it, if it is the writer's. After a
    // failed flush it must stay: the copies made before may be lost.
    if (this.#walSync.hasFailed) this.#writerConnection.close();
    this.#readerConnection.close();
    if (!this.#walSync.hasFailed) this.#writerConnection.close();
  }

  #openReader(): SqliteConnection {
    return new SqliteConnection({ path: this.#path, readonly: true, busyTimeoutMs });
  }
}
