import { assert } from '../../base/assert.ts';
import type { MigrationHandle, QueryMeter } from '../database.ts';
import {
  bindParameters,
  type Compilable,
  isSelect,
  type SqlBuilder,
  type Statement,
} from '../statement.ts';
import { postgresDialect } from './postgres-dialect.ts';
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

/** One unit of work on one connection of the pool. */
export class PostgresHandle implements MigrationHandle {
  readonly dialect = postgresDialect;
  readonly builder: SqlBuilder;
  readonly afterCommitActions: (() => void)[] = [];
  readonly #target: QueryTarget;
  readonly #meter: QueryMeter | undefined;
  readonly #postponed = new Map<string, () => Promise<unknown>>();
  #changes = 0;
  #open = true;

  constructor(builder: SqlBuilder, target: QueryTarget, meter?: QueryMeter) {
    this.builder = builder;
    this.#target = target;
    this.#meter = meter;
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
    this.#postponed.set(key, async () => {
      const { changes } = this;
      await this.#prepared(statement, params);
      this.#changes = changes;
    });
  }

  /** At the end of a unit's work, and before any other statement. */
  async sendPostponed(): Promise<void> {
    const sends = [...this.#postponed.values()];
    this.#postponed.clear();
    for (const send of sends) await send();
  }

  async lockTree(mode: 'shared' | 'exclusive'): Promise<void> {
    const text =
      mode === 'shared'
        ? 'select pg_advisory_xact_lock_shared($1)'
        : 'select pg_advisory_xact_lock($1)';
    await this.#query({ text, values: [treeLockKey], name: `lock-${mode}` });
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
      name: statementName(compiled.sql),
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
