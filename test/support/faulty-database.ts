import { AppError } from '../../src/base/errors/app-error.ts';
import type { PendingTree } from '../../src/model/pending-tree.ts';
import type {
  Database,
  LikelyInsertion,
  MigrationHandle,
  QueryMeter,
  ReadHandle,
  ScanOptions,
  WriteHandle,
  WriteOptions,
} from '../../src/storage/database.ts';
import type { EngineName, SqlDialect } from '../../src/storage/sql-dialect.ts';
import type { Compilable, SqlBuilder, Statement } from '../../src/storage/statement.ts';

/** Whether the query that fails had its effect (and the connection was lost then) or not. */
export type FaultMoment = 'before' | 'after';

/**
 * A real database whose Nth call fails once, as if the connection had been lost. The end of each
 * write unit counts as a call too: the commit that fails.
 */
export class FaultyDatabase implements Database {
  readonly engine: EngineName;
  readonly #inner: Database;
  #callsLeft = Number.POSITIVE_INFINITY;
  #unitsLeft = Number.POSITIVE_INFINITY;
  #moment: FaultMoment = 'before';
  #hasFailed = false;
  /** Statements and ends of write units so far. */
  calls = 0;

  constructor(inner: Database) {
    this.#inner = inner;
    this.engine = inner.engine;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The Nth call from now on fails, once. */
  failAt(call: number, moment: FaultMoment): void {
    this.#callsLeft = call;
    this.#moment = moment;
    this.#hasFailed = false;
  }

  /** The Nth write unit from now on is committed, and its reply is lost, once. */
  loseAnswerOf(unit: number): void {
    this.#unitsLeft = unit;
    this.#hasFailed = false;
  }

  /** No call fails any more. */
  heal(): void {
    this.#callsLeft = Number.POSITIVE_INFINITY;
    this.#unitsLeft = Number.POSITIVE_INFINITY;
  }

  read<T>(work: (handle: ReadHandle) => Promise<T>, meter?: QueryMeter): Promise<T> {
    return this.#inner.read((handle) => work(new FaultyHandle(handle as WriteHandle, this)), meter);
  }

  readLatest<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#inner.readLatest((handle) => work(new FaultyHandle(handle as WriteHandle, this)));
  }

  snapshot<T>(work: (handle: ReadHandle) => Promise<T>): Promise<T> {
    return this.#inner.snapshot((handle) => work(new FaultyHandle(handle as WriteHandle, this)));
  }

  async *scan<Row>(query: Compilable<Row>, options?: ScanOptions): AsyncGenerator<readonly Row[]> {
    for await (const page of this.#inner.scan(query, options)) {
      yield await this.guard(async () => page);
    }
  }

  async write<T>(
    work: (handle: WriteHandle) => Promise<T>,
    meter?: QueryMeter,
    options?: WriteOptions,
  ): Promise<T> {
    const unit = async (handle: WriteHandle): Promise<T> => {
      const result = await work(new FaultyHandle(handle, this));
      await this.guard(async () => undefined);
      return result;
    };
    const value = await this.#inner.write(unit, meter, options);
    this.#unitsLeft -= 1;
    if (this.#unitsLeft === 0) this.#fail();
    return value;
  }

  migrate<T>(work: (handle: MigrationHandle) => Promise<T>): Promise<T> {
    return this.#inner.migrate(work);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async guard<T>(call: () => Promise<T>): Promise<T> {
    this.calls += 1;
    this.#callsLeft -= 1;
    if (this.#callsLeft !== 0) return call();
    if (this.#moment === 'after') await call();
    return this.#fail();
  }

  #fail(): never {
    this.#hasFailed = true;
    throw new AppError('store.unavailable', undefined, { cause: new Error('on purpose') });
  }
}

class FaultyHandle implements WriteHandle {
  readonly dialect: SqlDialect;
  readonly rows: SqlBuilder;
  readonly #inner: WriteHandle;
  readonly #faults: FaultyDatabase;

  constructor(inner: WriteHandle, faults: FaultyDatabase) {
    this.dialect = inner.dialect;
    this.rows = inner.rows;
    this.#inner = inner;
    this.#faults = faults;
  }

  all<Row>(query: Compilable<Row>): Promise<Row[]> {
    return this.#faults.guard(() => this.#inner.all(query));
  }

  allOfLarge<Row>(query: Compilable<Row>): Promise<Row[]> {
    return this.#faults.guard(() => this.#inner.allOfLarge(query));
  }

  first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    return this.#faults.guard(() => this.#inner.first(query));
  }

  fetchAll<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    return this.#faults.guard(() => this.#inner.fetchAll(statement, params));
  }

  fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    return this.#faults.guard(() => this.#inner.fetchFirst(statement, params));
  }

  run(query: Compilable<unknown>): Promise<number> {
    return this.#faults.guard(() => this.#inner.run(query));
  }

  execute<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<number> {
    return this.#faults.guard(() => this.#inner.execute(statement, params));
  }

  insertLikely<Params extends object>(
    insertion: LikelyInsertion<Params>,
    params: Params,
  ): Promise<boolean> {
    return this.#faults.guard(() => this.#inner.insertLikely(insertion, params));
  }

  get builder(): SqlBuilder {
    return this.#inner.builder;
  }

  get tree(): PendingTree {
    return this.#inner.tree;
  }

  learnTree(revision: number): void {
    this.#inner.learnTree(revision);
  }

  readTree(): Promise<void> {
    return this.#faults.guard(() => this.#inner.readTree());
  }

  get stateVersion(): number | undefined {
    return this.#inner.stateVersion;
  }

  get changes(): number {
    return this.#inner.changes;
  }

  get seesUncommitted(): boolean {
    return this.#inner.seesUncommitted;
  }

  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void {
    this.#inner.postpone(key, statement, params);
  }

  lockTree(mode: 'shared' | 'exclusive'): Promise<void> {
    return this.#faults.guard(() => this.#inner.lockTree(mode));
  }

  afterCommit(action: () => void): void {
    this.#inner.afterCommit(action);
  }
}
