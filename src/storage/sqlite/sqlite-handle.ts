import { assert } from '../../base/assert.ts';
import { monotonicMs } from '../../base/clock.ts';
import type { MigrationHandle, QueryMeter } from '../database.ts';
import {
  bindParameters,
  type Compilable,
  isSelect,
  type SqlBuilder,
  type Statement,
} from '../statement.ts';
import type { BoundedReader } from './bounded-reader.ts';
import type { ReadStatement } from './query-thread-program.ts';
import type { QueryThreads } from './query-threads.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Of a unit without a time limit. */
const largeReadMs = 60_000;

/** One unit of work on one connection; unusable once the unit has ended. */
export class SqliteHandle implements MigrationHandle {
  readonly engine = 'sqlite' as const;
  readonly builder: SqlBuilder;
  readonly afterCommitActions: (() => void)[] = [];
  deadlineMs: number | undefined;
  /** Runs what a unit with a deadline reads; without one the connection does. */
  boundedReader: BoundedReader | undefined;
  /** What reads large rows; without them the connection does. */
  threads: QueryThreads | undefined;
  readonly #connection: SqliteConnection;
  readonly #meter: QueryMeter | undefined;
  readonly #postponed = new Map<string, () => void>();
  #changes = 0;
  #open = true;

  constructor(builder: SqlBuilder, connection: SqliteConnection, meter?: QueryMeter) {
    this.builder = builder;
    this.#connection = connection;
    this.#meter = meter;
  }

  get changes(): number {
    return this.#changes;
  }

  async all<Row>(query: Compilable<Row>): Promise<Row[]> {
    const { sql, parameters } = query.compile();
    return this.#read({ method: 'all', sql, parameters }) as Row[] | Promise<Row[]>;
  }

  async allOfLarge<Row>(query: Compilable<Row>): Promise<Row[]> {
    if (!this.threads) return this.all(query);
    const { sql, parameters } = query.compile();
    this.#begin(sql);
    const deadlineMs = this.deadlineMs ?? monotonicMs() + largeReadMs;
    const rows = await this.threads.run({ method: 'all', sql, parameters }, deadlineMs);
    return rows as Row[];
  }

  async first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    const { sql, parameters } = query.compile();
    return this.#read({ method: 'get', sql, parameters }) as Promise<Row | undefined>;
  }

  async fetchAll<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    const compiled = statement.compiledFor(this.builder);
    const parameters = bindParameters(compiled, params);
    return this.#read({ method: 'all', sql: compiled.sql, parameters }) as Row[] | Promise<Row[]>;
  }

  async fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    const compiled = statement.compiledFor(this.builder);
    const parameters = bindParameters(compiled, params);
    return this.#read({ method: 'get', sql: compiled.sql, parameters }) as Promise<Row | undefined>;
  }

  async run(query: Compilable<unknown>): Promise<number> {
    const { sql, parameters } = query.compile();
    return this.#change(sql, parameters);
  }

  async execute<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<number> {
    const compiled = statement.compiledFor(this.builder);
    return this.#change(compiled.sql, bindParameters(compiled, params));
  }

  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void {
    this.#postponed.set(key, () => {
      const compiled = statement.compiledFor(this.builder);
      this.#count();
      this.#connection.run(compiled.sql, bindParameters(compiled, params));
    });
  }

  /** At the end of a unit's work. */
  async sendPostponed(): Promise<void> {
    this.#sendPostponed();
  }

  #sendPostponed(): void {
    if (this.#postponed.size === 0) return;
    const sends = [...this.#postponed.values()];
    this.#postponed.clear();
    for (const send of sends) send();
  }

  async lockTree(): Promise<void> {
    this.#sendPostponed();
    this.#count();
  }

  async script(sql: string): Promise<void> {
    this.#begin(sql);
    this.#connection.script(sql);
  }

  afterCommit(action: () => void): void {
    this.afterCommitActions.push(action);
  }

  end(): void {
    this.#open = false;
  }

  /** The answer, or a promise of it when a thread gives it. */
  #read(statement: ReadStatement): unknown {
    this.#begin(statement.sql);
    if (this.boundedReader && this.deadlineMs !== undefined) {
      return this.boundedReader.run(statement, this.deadlineMs);
    }
    return this.#connection[statement.method](statement.sql, statement.parameters);
  }

  #change(sql: string, parameters: readonly unknown[]): number {
    this.#begin(sql);
    return this.#connection.run(sql, parameters);
  }

  #begin(sql: string): void {
    this.#sendPostponed();
    this.#count();
    if (!isSelect(sql)) this.#changes += 1;
  }

  #count(): void {
    assert(this.#open, 'a storage handle was used after its unit of work ended');
    if (this.#meter) this.#meter.queries += 1;
  }
}
