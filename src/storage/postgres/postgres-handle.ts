import { assert } from '../../base/assert.ts';
import { slicesOf } from '../../base/slices.ts';
import type { PendingTree } from '../../model/pending-tree.ts';
import type { MigrationHandle, QueryMeter } from '../database.ts';
import {
  bindParameters,
  type Compilable,
  isSelect,
  type SqlBuilder,
  type Statement,
} from '../statement.ts';
import type { TreeState } from '../tree-state.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { type KnownTree, readTreeState, selectTreeRevision } from './postgres-tree.ts';
import type { QueryResult, QueryTarget, QueryText } from './query-target.ts';

/** Key of the advisory lock that serialises changes of the tree's shape; any fixed number. */
const treeLockKey = 7_071_001;

/** Names of server-side prepared statements must differ per text and stay short. */
const statementNames = new Map<string, string>();

function statementName(sql: string): string {
  let name = statementNames.get(sql);
  if (name === undefined) {
    name = `s${statementNames.size}`;
    statementNames.set(sql, name);
  }
  return name;
}

interface PostgresHandleOptions {
  readonly rows: SqlBuilder;
  readonly target: QueryTarget;
  readonly state: TreeState;
  readonly meter?: QueryMeter | undefined;
}

/** A statement that is sent before the next one, or at the end of the unit. */
interface Postponed {
  readonly statement: Statement<object, unknown>;
  readonly params: object;
}

/** Postponed changes that are sent together. */
const rowsPerStatement = 100;
const longTextLength = 16_384;

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
  readonly #target: QueryTarget;
  readonly #meter: QueryMeter | undefined;
  readonly #postponed = new Map<string, Postponed>();
  #state: TreeState;
  #changes = 0;
  #open = true;

  constructor({ rows, target, state, meter }: PostgresHandleOptions) {
    this.rows = rows;
    this.#state = state;
    this.#target = target;
    this.#meter = meter;
  }

  get builder(): SqlBuilder {
    return this.#state.builder;
  }

  get tree(): PendingTree {
    return this.#state.tree;
  }

  async readTree(): Promise<void> {
    if (this.#postponed.size > 0) await this.sendPostponed();
    this.#state = await readTreeState(this.rows, this.#target);
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
    const { sql, parameters } = query.compile();
    return (await this.#query({ text: sql, values: [...parameters] })).rows as Row[];
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
    return (await this.#prepared(statement, params)).rows as Row[];
  }

  async fetchFirst<Params extends object, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined> {
    return (await this.fetchAll(statement, params))[0];
  }

  async run(query: Compilable<unknown>): Promise<number> {
    const { sql, parameters } = query.compile();
    return (await this.#query({ text: sql, values: [...parameters] })).rowCount ?? 0;
  }

  async execute<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<number> {
    return (await this.#prepared(statement, params)).rowCount ?? 0;
  }

  postpone<Params extends object>(
    key: string,
    statement: Statement<Params, unknown>,
    params: Params,
  ): void {
    this.#postponed.set(key, { statement: statement as unknown as Postponed['statement'], params });
  }

  /** At the end of a unit's work, and before any other statement. */
  async sendPostponed(): Promise<void> {
    const groups = Map.groupBy(this.#postponed.values(), ({ statement }) => statement);
    this.#postponed.clear();
    const { changes } = this;
    for (const [statement, group] of groups) {
      for (const some of slicesOf(group, rowsPerStatement)) {
        await this.#sendGroup(
          statement,
          some.map(({ params }) => params),
        );
      }
    }
    this.#changes = changes;
  }

  /** As one statement where that saves round trips, and its text is not long. */
  async #sendGroup(statement: Postponed['statement'], rows: readonly object[]): Promise<void> {
    const isTogether = rows.length > 1 && !rows.some(hasLongText);
    const together = isTogether ? statement.forMany?.postgres?.(this, rows) : undefined;
    for (const query of together ?? []) {
      const { sql, parameters } = query.compile();
      await this.#query({ text: sql, values: [...parameters] });
    }
    if (!together) for (const params of rows) await this.#prepared(statement, params);
  }

  /** In the same round trip the revision of the tree: units that held the lock may have changed it. */
  async lockTree(mode: 'shared' | 'exclusive'): Promise<void> {
    const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    const select = `select ${lock}(${treeLockKey})`;
    if (this.isMigration) {
      await this.#query({ text: select });
      return;
    }
    const results: unknown = await this.#query({ text: `${select}; ${selectTreeRevision}` });
    const { rows } = (Array.isArray(results) ? results.at(-1) : results) as QueryResult;
    const [found] = rows as { revision: number }[];
    if (found?.revision !== this.tree.revision) await this.readTree();
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

  #prepared<Params extends object>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<QueryResult> {
    const compiled = statement.compiledFor(this);
    return this.#query({
      text: compiled.sql,
      values: bindParameters(compiled, params),
      // Texts that apply pending changes are used for a short time only.
      ...(this.tree.isEmpty && { name: statementName(compiled.sql) }),
    });
  }

  async #query(query: QueryText): Promise<QueryResult> {
    if (this.#postponed.size > 0) await this.sendPostponed();
    assert(this.#open, 'a storage handle was used after its unit of work ended');
    if (this.#meter) this.#meter.queries += 1;
    if (!isSelect(query.text)) this.#changes += 1;
    return this.#target.query(query);
  }
}
