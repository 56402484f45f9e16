import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import { present } from '../base/assert.ts';
import type { EngineName, SqlDialect } from './sql-dialect.ts';
import type { Tables } from './tables.ts';

/** Builds queries and cannot run them: only a handle can. */
export type SqlBuilder = Kysely<Tables>;

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

interface CompiledStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a statement is compiled for, such as a handle. */
interface StatementTarget {
  readonly builder: SqlBuilder;
  readonly dialect: SqlDialect;
}

/** A query compiled once per builder; compiling costs more than running it on the hot path. */
export interface Statement<Params extends object, Row> {
  compiledFor(target: StatementTarget): CompiledStatement;
  /** Few statements that do the same for many, for engines that have less work with them. */
  readonly forMany?: Partial<Readonly<Record<EngineName, ForMany<Params>>>> | undefined;
  /** On PostgreSQL one text that does the same for any number of parameters, also of several units. */
  readonly ofRows?: Statement<GivenRows, unknown> | undefined;
  /**
   * On SQLite the statement, when it is postponed, waits for the commit that its unit shares with others,
   * which is cheaper for what is written together; it is sent before a text for which this is true.
   */
  readonly isNeededBefore?: ((sql: string) => boolean) | undefined;
  /** Only for inference. */
  readonly types?: { params: Params; row: Row };
}

/** `rows` may be of any number; no two are about the same row of the table. */
type ForMany<Params extends object> = (
  target: StatementTarget,
  rows: readonly Params[],
) => readonly Compilable<unknown>[];

export interface GivenRows {
  /** The parameters of each row, as a JSON array of objects. */
  readonly rows: string;
}

class ParameterSlot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Declares a hot statement. `build` sees placeholders of the parameters' types; it runs once for
 * each builder.
 */
export function defineStatement<Params extends object, Row>(
  build: (builder: SqlBuilder, params: Params, dialect: SqlDialect) => Compilable<Row>,
  options: Pick<Statement<Params, Row>, 'forMany' | 'ofRows' | 'isNeededBefore'> = {},
): Statement<Params, Row> {
  const compiled = new WeakMap<SqlBuilder, CompiledStatement>();
  const slots = new Proxy({}, { get: (_target, name) => new ParameterSlot(String(name)) });
  return {
    compiledFor({ builder, dialect }) {
      const known = compiled.get(builder);
      if (known) return known;
      const fresh = build(builder, slots as Params, dialect).compile();
      compiled.set(builder, fresh);
      return fresh;
    },
    ...options,
  };
}

export function bindParameters(statement: CompiledStatement, params: object): unknown[] {
  const values = params as Record<string, unknown>;
  return statement.parameters.map((parameter) => {
    if (!(parameter instanceof ParameterSlot)) return parameter;
    const value = values[parameter.name];
    return value === null ? null : present(value, `statement parameter ${parameter.name}`);
  });
}

/**
 * Keywords are written in lower case. Recursions only read: a unit would forget what it has looked up after
 * each statement that may change data.
 */
export function isSelect(sql: string): boolean {
  return sql.startsWith('select') || reading.test(sql);
}

const reading = /^\s*(?:select|with recursive)\b/;

/** A hand-written query for what the builder cannot express, a recursion for example. */
export function compilable<Row>(builder: SqlBuilder, query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(builder) };
}
