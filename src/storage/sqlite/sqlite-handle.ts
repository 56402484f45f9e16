import { setImmediate as nextTurn } from 'node:timers/promises';
import { assert } from '../../base/assert.ts';
import { monotonicMs } from '../../base/clock.ts';
import { giveTurn, isLongText, isTurnOver } from '../../base/turns.ts';
import type { PendingTree } from '../../model/pending-tree.ts';
import type { LikelyInsertion, MigrationHandle, QueryMeter } from '../database.ts';
import {
  bindParameters,
  type Compilable,
  isSelect,
  type SqlBuilder,
  type Statement,
} from '../statement.ts';
import type { TreeState } from '../tree-state.ts';
import type { BoundedReader } from './bounded-reader.ts';
import { LateChanges, type Postponed } from './late-changes.ts';
import { inParts, sentPerTurn } from './postponed-parts.ts';
import type { ReadStatement } from './query-thread-program.ts';
import type { QueryThreads } from './query-threads.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { readTreeState } from './sqlite-tree.ts';

function hasLargeValue(parameters: readonly unknown[]): boolean {
  return parameters.some((value) => typeof value === 'string' && isLongText(value));
}

/** A statement with this many parameters or rows changes many rows and is rarely the only one. */
const many = 1_000;

function isLong(parameters: readonly unknown[], changedRows: number): boolean {
  return changedRows >= many || parameters.length >= many || hasLargeValue(parameters);
}

/** Called for every row that is read alone, so it only checks the large columns of documents. */
function isLargeRow(found: unknown): boolean {
  const { properties } = (found ?? {}) as { readonly properties?: unknown };
  return typeof properties === 'string' && isLongText(properties);
}

interface SqliteHandleOptions {
  readonly rows: SqlBuilder;
  readonly connection: SqliteConnection;
  readonly state: TreeState;
  readonly meter?: QueryMeter | undefined;
}

/** For units without a time limit: no request waits for so long. */
export const unlimitedReadMs = 600_000;

/** Units that have read for no longer need not wait for those that have. */
const freeMs = 1;

/** One unit of work on one connection; unusable once the unit has ended. */
export class SqliteHandle implements MigrationHandle {
  readonly dialect = sqliteDialect;
  readonly rows: SqlBuilder;
  readonly afterCommitActions: (() => void)[] = [];
  /** Whether other units have run in the open transaction. */
  followsOthers = false;
  deadlineMs: number | undefined;
  /**
   * Runs the reads of a unit with a deadline, and what has a long step in a unit that has seen no
   * uncommitted changes: a thread sees only what is committed. Otherwise the connection does.
   */
  boundedReader: BoundedReader | undefined;
  /** What units before it in the transaction leave to the commit; undefined where nothing may wait for it. */
  late: LateChanges | undefined;
  /** Whether other work runs between the statements, if they take long. */
  givesTurns = false;
  /** Of units that share a snapshot: the present one's version, and that of the one they began with. */
  versionNow: (() => number | undefined) | undefined;
  versionAtBegin: number | undefined;
  /** Threads that read large rows; without them the connection does. */
  threads: QueryThreads | undefined;
  readonly #connection: SqliteConnection;
  readonly #meter: QueryMeter | undefined;
  readonly #postponed = new Map<string, Postponed>();
  #ownLate: LateChanges | undefined;
  #sending: Promise<void> | undefined;
  #state: TreeState;
  #statements = 0;
  #changes = 0;
  /** Whether postponed statements were sent. */
  #hasSent = false;
  /** How long its reads have held the event loop. */
  #usedMs = 0;
  #open = true;

  constructor({ rows, connection, state, meter }: SqliteHandleOptions) {
    this.rows = rows;
    this.#state = state;
    this.#connection = connection;
    this.#meter = meter;
  }

  get builder(): SqlBuilder {
    return this.#state.builder;
  }

  get tree(): PendingTree {
    return this.#state.tree;
  }

  async readTree(): Promise<void> {
    if (this.#hasPostponed) await this.sendPostponed();
    this.#state = readTreeState(this.rows, this.#connection);
  }

  learnTree(): void {
    // Each snapshot reads the pending changes with its rows.
  }

  get stateVersion(): number | undefined {
    const version = this.versionNow?.();
    return version === this.versionAtBegin ? version : undefined;
  }

  get changes(): number {
    return this.#changes;
  }

  /** Whether it has run so many statements that their COMMIT takes some milliseconds. */
  get isLarge(): boolean {
    return this.#statements >= many;
  }

  /** Whether a failure of the unit would have to be undone. */
  get hasWritten(): boolean {
    return this.#changes > 0 || this.#hasSent;
  }

  /** So many statements of the unit that its meter has counted. */
  get statements(): number {
    return this.#statements;
  }

  get state(): TreeState {
    return this.#state;
  }

  get seesUncommitted(): boolean {
    return this.followsOthers || this.#changes > 0;
  }

  async all<Row>(query: Compilable<Row>): Promise<Row[]> {
    const { sql, parameters } = query.compile();
    return this.#read({ method: 'all', sql, parameters }) as Promise<Row[]>;
  }

  async allOfLarge<Row>(query: Compilable<Row>): Promise<Row[]> {
    if (!this.threads) return this.all(query);
    const { sql, parameters } = query.compile();
    await this.#prepareFor(sql);
    this.#begin(sql);
    const deadlineMs = this.deadlineMs ?? monotonicMs() + unlimitedReadMs;
    const { value } = await this.threads.run({ method: 'all', sql, parameters }, deadlineMs);
    return value as Row[];
  }

  async first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    const { sql, parameters } = query.compile();
    return this.#read({ method: 'get', sql, parameters }) as Promise<Row | undefined>;
  }

  async fetchAll<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    const compiled = statement.compiledFor(this);
    const parameters = bindParameters(compiled, params);
    return this.#read({ method: 'all', sql: compiled.sql, parameters }) as Promise<Row[]>;
  }

  async fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    const compiled = statement.compiledFor(this);
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
    const compiled = statement.compiledFor(this);
    return this.#change(compiled.sql, bindParameters(compiled, params));
  }

  async insertLikely<Params extends object>(
    { certain }: LikelyInsertion<Params>,
    params: Params,
  ): Promise<boolean> {
    return (await this.execute(certain, params)) > 0;
  }

  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void {
    const change = { statement: statement as unknown as Postponed['statement'], params };
    if (this.late && statement.isNeededBefore) {
      this.#postponed.delete(key);
      this.#ownLate ??= new LateChanges();
      if (this.#ownLate.add(key, change)) this.#count();
      return;
    }
    this.#ownLate?.drop(key);
    this.#postponed.set(key, change);
  }

  /** Before the next statement, and at the end of a unit's work. */
  async sendPostponed(): Promise<void> {
    // Another statement of the unit may be about to send them.
    while (this.#sending) await this.#sending;
    const changes = [...this.#postponed.values()];
    this.#postponed.clear();
    const isNeeded = changes.some(({ statement }) =>
      this.#needsLate(statement.compiledFor(this).sql),
    );
    await this.#sendTogether(isNeeded ? [...this.#takeLate(), ...changes] : changes);
  }

  /** What this unit and those before it have left to the commit. */
  async sendLate(): Promise<void> {
    while (this.#sending) await this.#sending;
    await this.#sendTogether(this.#takeLate());
  }

  /** When the unit has succeeded: what waits for the commit is no longer its own. */
  leaveLate(): void {
    if (this.#ownLate) this.late?.addAll(this.#ownLate);
    this.#ownLate = undefined;
  }

  #takeLate(): readonly Postponed[] {
    this.leaveLate();
    return this.late?.take() ?? [];
  }

  #needsLate(sql: string): boolean {
    const isNeeded = this.late?.areNeededBefore(sql) || this.#ownLate?.areNeededBefore(sql);
    return isNeeded === true;
  }

  async #sendTogether(changes: readonly Postponed[]): Promise<void> {
    this.#sending = this.#sendAll(Map.groupBy(changes, ({ statement }) => statement));
    try {
      await this.#sending;
    } finally {
      this.#sending = undefined;
    }
  }

  get #hasPostponed(): boolean {
    return this.#postponed.size > 0 || this.#sending !== undefined;
  }

  /** Sends what must be there before the statement, if there is anything. */
  #prepareFor(sql: string): Promise<void> | undefined {
    if (this.#needsLate(sql)) return this.sendPostponed().then(() => this.sendLate());
    return this.#hasPostponed ? this.sendPostponed() : undefined;
  }

  get #seesCommitted(): boolean {
    return !this.seesUncommitted && !this.#hasSent;
  }

  async lockTree(): Promise<void> {
    if (this.#hasPostponed) await this.sendPostponed();
    this.#count();
  }

  async script(sql: string): Promise<void> {
    await this.#prepareFor(sql);
    this.#begin(sql);
    this.#connection.script(sql);
  }

  afterCommit(action: () => void): void {
    this.afterCommitActions.push(action);
  }

  end(): void {
    this.#open = false;
  }

  /** The result, or a promise of it when a thread computes it. */
  async #read(statement: ReadStatement): Promise<unknown> {
    const preparing = this.#prepareFor(statement.sql);
    if (preparing) await preparing;
    if (this.givesTurns && this.#usedMs > freeMs && isTurnOver()) await giveTurn();
    this.#begin(statement.sql);
    const found = await this.#run(statement);
    return isLargeRow(found) ? nextTurn(found) : found;
  }

  #run(statement: ReadStatement): unknown {
    const { method, sql, parameters } = statement;
    const beganMs = monotonicMs();
    try {
      const reader = this.boundedReader;
      if (reader && this.deadlineMs !== undefined) return reader.run(statement, this.deadlineMs);
      if (reader && this.#seesCommitted && reader.isForFreeThread(statement)) {
        return reader.runOnThread(statement, monotonicMs() + unlimitedReadMs);
      }
      return this.#connection[method](sql, parameters);
    } finally {
      this.#usedMs += monotonicMs() - beganMs;
    }
  }

  async #change(sql: string, parameters: readonly unknown[]): Promise<number> {
    const preparing = this.#prepareFor(sql);
    if (preparing) await preparing;
    // Writing such a value has taken long.
    if (hasLargeValue(parameters)) await nextTurn();
    this.#begin(sql);
    const changed = this.#connection.run(sql, parameters);
    return isLong(parameters, changed) ? nextTurn(changed) : changed;
  }

  async #sendAll(groups: ReadonlyMap<Postponed['statement'], readonly Postponed[]>) {
    for (const [statement, group] of groups) {
      const rows = group.map(({ params }) => params);
      if (!statement.forMany?.sqlite) await this.#sendEach(statement, rows);
      else for (const part of inParts(rows)) await this.#sendPart(statement, part);
    }
  }

  async #sendPart(statement: Postponed['statement'], rows: readonly object[]): Promise<void> {
    const together = rows.length > 1 ? statement.forMany?.sqlite?.(this, rows) : undefined;
    if (!together) return this.#sendEach(statement, rows);
    for (const query of together) {
      const { sql, parameters } = query.compile();
      this.#send(sql, parameters);
    }
    await nextTurn();
  }

  async #sendEach(statement: Postponed['statement'], rows: readonly object[]): Promise<void> {
    const compiled = statement.compiledFor(this);
    for (const [at, params] of rows.entries()) {
      const parameters = bindParameters(compiled, params);
      const isLarge = hasLargeValue(parameters);
      if (isLarge) await nextTurn();
      this.#send(compiled.sql, parameters);
      if (isLarge || (at + 1) % sentPerTurn === 0) await nextTurn();
    }
  }

  #send(sql: string, parameters: readonly unknown[]): void {
    this.#count();
    this.#hasSent = true;
    this.#connection.run(sql, parameters);
  }

  #begin(sql: string): void {
    this.#count();
    if (!isSelect(sql)) this.#changes += 1;
  }

  #count(): void {
    assert(this.#open, 'a storage handle was used after its unit of work ended');
    this.#statements += 1;
    if (this.#meter) this.#meter.queries += 1;
  }
}
