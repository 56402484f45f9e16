import { assert, present } from '../../base/assert.ts';
import { monotonicMs } from '../../base/clock.ts';
import { isAppError } from '../../base/errors/app-error.ts';
import { slicesOf } from '../../base/slices.ts';
import type { PendingTree } from '../../model/pending-tree.ts';
import type { LikelyInsertion, MigrationHandle, QueryMeter } from '../database.ts';
import {
  bindParameters,
  type Compilable,
  type GivenRows,
  isSelect,
  type SqlBuilder,
  type Statement,
} from '../statement.ts';
import type { TreeState } from '../tree-state.ts';
import { partsWithin } from './parts-within.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type KnownTree, lockTreeBy, readTreeState, selectTreeRevision } from './postgres-tree.ts';
import {
  type Change,
  onlyReads,
  type QueryResult,
  type QueryText,
  type UnitQuery,
  type UnitTarget,
} from './query-target.ts';
import type { StatementNames } from './statement-names.ts';
import { type Assumptions, UnitToRepeat } from './unit-to-repeat.ts';

interface PostgresHandleOptions {
  readonly rows: SqlBuilder;
  readonly target: UnitTarget;
  readonly statements: StatementNames;
  readonly state: TreeState;
  readonly meter?: QueryMeter | undefined;
}

/** Postponed changes that are sent together. */
const rowsPerStatement = 100;
/** Characters of values that are sent without waiting, unless one statement alone has more. */
const charactersTogether = 1_048_576;
/** Of a unit that shares its transaction. */
const charactersShared = 65_536;

/** A unit that has sent more statements is not to run again for a name that is taken. */
const cheapStatements = 20;
const longTextLength = 16_384;

function lengthOf({ query: { values = [] } }: UnitQuery): number {
  let count = 0;
  for (const value of values) if (typeof value === 'string') count += value.length;
  return count;
}

function hasLongText(params: object): boolean {
  return Object.values(params).some(
    (value) => typeof value === 'string' && value.length > longTextLength,
  );
}

/** One unit of work on one connection of the pool. */
export class PostgresHandle implements MigrationHandle {
  readonly dialect = postgresDialect;
  readonly rows: SqlBuilder;
  readonly afterCommitActions: (() => void)[] = [];
  /** Of units that read: what they learn of the tree. */
  known: KnownTree | undefined;
  /** Before it there may be no tables. */
  isMigration = false;
  /** The error of a statement that the work did not wait for. */
  failure: { readonly error: unknown } | undefined;
  assumptions: Assumptions = { knownTree: false, freeNames: false, lateChanges: false };
  readonly #target: UnitTarget;
  readonly #statements: StatementNames;
  readonly #meter: QueryMeter | undefined;
  /** Sent with the next statement, before what is postponed. */
  #queue: UnitQuery[] = [];
  /** Sent before the next statement, or at the end of the unit. */
  readonly #postponed = new Map<string, Change>();
  #treeLock: 'shared' | 'exclusive' | undefined;
  #sent = 0;
  #state: TreeState;
  #changes = 0;
  #open = true;

  constructor({ rows, target, statements, state, meter }: PostgresHandleOptions) {
    this.rows = rows;
    this.#state = state;
    this.#target = target;
    this.#statements = statements;
    this.#meter = meter;
  }

  get builder(): SqlBuilder {
    return this.#state.builder;
  }

  get tree(): PendingTree {
    return this.#state.tree;
  }

  async readTree(): Promise<void> {
    await this.#sendQueued();
    this.#state = await this.#noting(readTreeState(this.rows, this.#target));
  }

  get stateVersion(): undefined {
    return undefined;
  }

  get changes(): number {
    return this.#changes;
  }

  get seesUncommitted(): boolean {
    return this.#changes > 0;
  }

  async all<Row>(query: Compilable<Row>): Promise<Row[]> {
    const built = this.#statements.built(query);
    const beganMs = monotonicMs();
    const { rows } = await this.#query(built);
    this.#statements.noteUse(built, monotonicMs() - beganMs);
    return rows as Row[];
  }

  allOfLarge<Row>(query: Compilable<Row>): Promise<Row[]> {
    return this.all(query);
  }

  async first<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0];
  }

  async fetchAll<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row[]> {
    return (await this.#query(this.#prepared(statement, params))).rows as Row[];
  }

  async fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    return (await this.fetchAll(statement, params))[0];
  }

  async run(query: Compilable<unknown>): Promise<number> {
    return (await this.#query(changeOf(query))).rowCount ?? 0;
  }

  async execute<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<number> {
    return (await this.#query(this.#prepared(statement, params))).rowCount ?? 0;
  }

  async insertLikely<Params extends object>(
    { likely, certain }: LikelyInsertion<Params>,
    params: Params,
  ): Promise<boolean> {
    if (!this.assumptions.freeNames || this.#sent > cheapStatements) {
      return (await this.execute(certain, params)) > 0;
    }
    const query = this.#prepared(likely, params);
    this.#enqueue({ query, change: changeBy(likely, params), translate: repeatIfTaken });
    this.#changes += 1;
    return true;
  }

  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void {
    this.#postponed.set(key, changeBy(statement, params));
  }

  /**
   * At the end of a unit's work: what is to be sent with its COMMIT. The unit fails if a statement
   * has failed that it did not wait for, whatever its work has made of the error.
   */
  async takeLast(): Promise<readonly UnitQuery[]> {
    if (this.failure) throw this.failure.error;
    this.#enqueuePostponed();
    const charactersMax = this.assumptions.lateChanges ? charactersShared : charactersTogether;
    const isShort = totalOf(this.#queue) <= charactersMax;
    const isChecked = this.#queue.some(({ check }) => check !== undefined);
    if (!isShort || isChecked) await this.#sendQueued();
    return this.#takeQueue();
  }

  /**
   * In the same round trip the revision of the tree: units that held the lock may have changed it.
   * The next statement is sent behind it without waiting, and sees what was committed before.
   */
  async lockTree(mode: 'shared' | 'exclusive'): Promise<void> {
    if (this.#treeLock === 'exclusive' || this.#treeLock === mode) return;
    if (this.assumptions.lateChanges) {
      // The transaction that it shares has the shared lock.
      if (mode === 'exclusive') this.#repeatAlone();
      return;
    }
    const lock = this.#fixed(lockTreeBy(mode));
    this.#treeLock = mode;
    if (this.isMigration) {
      await this.#query(lock);
      return;
    }
    // Counted as one with the statement that reads the revision.
    this.#enqueuePostponed();
    this.#queue.push({ query: lock });
    const query = this.#fixed(selectTreeRevision);
    if (this.assumptions.knownTree) {
      const { revision } = this.tree;
      this.#enqueue({ query, check: (result) => repeatUnless(revisionOf(result) === revision) });
      return;
    }
    if (revisionOf(await this.#query(query)) !== this.tree.revision) await this.readTree();
  }

  learnTree(revision: number): void {
    this.known?.learn(revision);
  }

  async script(sql: string): Promise<void> {
    await this.#query({ text: sql });
  }

  afterCommit(action: () => void): void {
    this.afterCommitActions.push(action);
  }

  end(): void {
    this.#open = false;
  }

  /** Of the parameters of several changes, as JSON. */
  prepareRows(statement: Statement<GivenRows, unknown>, rows: string): QueryText {
    return this.#prepared(statement, { rows });
  }

  #fixed(text: string): QueryText {
    return { text, name: this.#statements.ofFixed(text) };
  }

  #prepared<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): QueryText {
    const compiled = statement.compiledFor(this);
    return {
      text: compiled.sql,
      values: bindParameters(compiled, params),
      // Texts that apply pending changes are used for a short time only.
      ...(this.tree.isEmpty && { name: this.#statements.ofFixed(compiled.sql) }),
    };
  }

  async #query(query: QueryText): Promise<QueryResult> {
    assert(this.#open, 'a storage handle was used after its unit of work ended');
    if (this.failure) throw this.failure.error;
    if (!isSelect(query.text)) this.#changes += 1;
    this.#count();
    this.#enqueuePostponed();
    if (this.assumptions.lateChanges && !(this.#queue.length === 0 && onlyReads(query.text))) {
      this.#repeatAlone();
    }
    if (this.#queue.length === 0) return this.#noting(this.#target.query(query));
    if (totalOf(this.#queue) > charactersTogether) await this.#sendQueued();
    return this.#sendTogether(this.#takeQueue(), query);
  }

  /** A wrong assumption ends the unit, even if its work goes on. */
  async #noting<T>(sent: Promise<T>): Promise<T> {
    try {
      return await sent;
    } catch (error) {
      if (error instanceof UnitToRepeat) this.failure ??= { error };
      throw error;
    }
  }

  /** The statements before it are of the unit, and not of the caller: their error ends the unit. */
  async #sendTogether(before: readonly UnitQuery[], query: QueryText): Promise<QueryResult> {
    const own: { error?: unknown } = {};
    const last: UnitQuery = {
      query,
      translate: (error) => {
        own.error = error;
        return error;
      },
    };
    try {
      const results = await this.#target.queryTogether([...before, last]);
      return present(results.at(-1), 'each statement has a result');
    } catch (error) {
      if (error !== own.error) this.failure ??= { error };
      throw error;
    }
  }

  /** Waits for the results; as many at once as are not too long. */
  async #sendQueued(): Promise<void> {
    this.#enqueuePostponed();
    const queued = this.#takeQueue();
    if (queued.length > 0 && this.assumptions.lateChanges) this.#repeatAlone();
    try {
      const parts = partsWithin(queued, { lengthOf, lengthMax: charactersTogether });
      for (const part of parts) await this.#target.queryTogether(part);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }

  /** It would have changed something while others share its transaction. */
  #repeatAlone(): never {
    const error = new UnitToRepeat('lateChanges');
    this.failure ??= { error };
    throw error;
  }

  #takeQueue(): readonly UnitQuery[] {
    const queue = this.#queue;
    this.#queue = [];
    return queue;
  }

  #enqueue(query: UnitQuery): void {
    assert(this.#open, 'a storage handle was used after its unit of work ended');
    this.#enqueuePostponed();
    this.#queue.push(query);
    this.#count();
  }

  #enqueuePostponed(): void {
    if (this.#postponed.size === 0) return;
    const groups = Map.groupBy(this.#postponed.values(), ({ statement }) => statement);
    this.#postponed.clear();
    for (const [statement, group] of groups) {
      for (const some of slicesOf(group, rowsPerStatement)) {
        for (const unitQuery of this.#groupOf(statement, some)) {
          this.#queue.push(unitQuery);
          this.#count();
        }
      }
    }
  }

  /** As one statement where that saves work, and its text is not long. */
  #groupOf(statement: Change['statement'], changes: readonly Change[]): readonly UnitQuery[] {
    const rows = changes.map(({ params }) => params);
    if (rows.length > 1 && !rows.some(hasLongText)) {
      if (statement.ofRows)
        return [{ query: this.prepareRows(statement.ofRows, JSON.stringify(rows)) }];
      const together = statement.forMany?.postgres?.(this, rows);
      if (together) return together.map((query) => ({ query: changeOf(query) }));
    }
    return changes.map((change) => ({ query: this.#prepared(statement, change.params), change }));
  }

  #count(): void {
    this.#sent += 1;
    if (this.#meter) this.#meter.queries += 1;
  }
}

function changeBy<Params extends object>(
  statement: Statement<Params, unknown>,
  params: Params,
): Change {
  return { statement: statement as unknown as Change['statement'], params };
}

function changeOf(query: Compilable<unknown>): QueryText {
  const { sql, parameters } = query.compile();
  return { text: sql, values: [...parameters] };
}

function repeatIfTaken(error: unknown): unknown {
  return isAppError(error, 'store.unique') ? new UnitToRepeat('freeNames') : error;
}

function repeatUnless(isKnown: boolean): void {
  if (!isKnown) throw new UnitToRepeat('knownTree');
}

function revisionOf({ rows }: QueryResult): number | undefined {
  return (rows[0] as { revision: number } | undefined)?.revision;
}

function totalOf(queries: readonly UnitQuery[]): number {
  return queries.reduce((sum, query) => sum + lengthOf(query), 0);
}
