import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Config } from '../../src/config/settings.ts';
import { createSqlBuilder } from '../../src/storage/sql-builder.ts';
import type { Compilable, SqlBuilder } from '../../src/storage/statement.ts';
import type { Tables } from '../../src/storage/tables.ts';

type Row<Table extends keyof Tables> = Tables[Table];
type Value = string | number | null;
type Runner = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** Which rows: columns and the values they have. */
export type Where<Table extends keyof Tables> = Partial<Row<Table>>;

/**
 * Damages a store from outside the program, with foreign keys disabled, and repairs it again
 * afterwards.
 */
export class Vandal {
  readonly #builder: SqlBuilder;
  readonly #run: Runner;
  readonly #undo: (() => Promise<unknown>)[] = [];
  readonly close: () => Promise<void>;

  private constructor(builder: SqlBuilder, run: Runner, close: () => Promise<void>) {
    this.#builder = builder;
    this.#run = run;
    this.close = close;
  }

  static async open(config: Config): Promise<Vandal> {
    if (config.databaseUrl === null) {
      const db = new Sqlite(join(config.data, 'cartulary.db'));
      db.pragma('foreign_keys = OFF');
      const run = async (sql: string, parameters: readonly unknown[]) => {
        const statement = db.prepare(sql);
        const rows = statement.reader ? statement.all(...parameters) : [];
        if (!statement.reader) statement.run(...parameters);
        // Reads of one turn see one state of the store: that of before the damage.
        await nextTurn();
        return rows;
      };
      return new Vandal(createSqlBuilder('sqlite'), run, async () => {
        db.close();
      });
    }
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    await client.query('SET session_replication_role = replica');
    const run = async (text: string, values: readonly unknown[]) =>
      (await client.query(text, [...values])).rows;
    return new Vandal(createSqlBuilder('postgres'), run, () => client.end());
  }

  /** Changes one column of one row. */
  async set<Table extends keyof Tables>(
    table: Table,
    where: Where<Table>,
    change: Where<Table>,
  ): Promise<void> {
    const [row] = await this.#rows(table, where);
    if (!row) throw new Error(`no row in ${table} to damage`);
    const old = Object.fromEntries(Object.keys(change).map((name) => [name, toValue(row[name])]));
    const changed = { ...where, ...change };
    await this.#update(table, where, change as Record<string, Value>);
    this.#undo.push(() => this.#update(table, changed, old));
  }

  async remove<Table extends keyof Tables>(table: Table, where: Where<Table>): Promise<void> {
    const rows = await this.#rows(table, where);
    if (rows.length === 0) throw new Error(`no row in ${table} to remove`);
    await this.#execute(
      this.#builder.deleteFrom(table as 'acl').where((e) => e.and(where as Where<'acl'>)),
    );
    for (const row of rows) {
      const values = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, toValue(value)]),
      );
      this.#undo.push(() => this.#insert(table, values));
    }
  }

  async insert<Table extends keyof Tables>(table: Table, row: Row<Table>): Promise<void> {
    await this.#insert(table, row as unknown as Record<string, Value>);
    this.#undo.push(() =>
      this.#execute(
        this.#builder
          .deleteFrom(table as 'acl')
          .where((e) => e.and(row as unknown as Where<'acl'>)),
      ),
    );
  }

  /** Everything as it was. */
  async repair(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo();
  }

  async #rows(table: keyof Tables, where: object): Promise<Record<string, unknown>[]> {
    const query = this.#builder
      .selectFrom(table as 'acl')
      .selectAll()
      .where((e) => e.and(where as Where<'acl'>));
    return (await this.#execute(query)) as Record<string, unknown>[];
  }

  #update(table: keyof Tables, where: object, change: Record<string, Value>): Promise<unknown> {
    return this.#execute(
      this.#builder
        .updateTable(table as 'acl')
        .set(change)
        .where((e) => e.and(where as Where<'acl'>)),
    );
  }

  #insert(table: keyof Tables, row: Record<string, Value>): Promise<unknown> {
    return this.#execute(this.#builder.insertInto(table as 'acl').values(row as never));
  }

  #execute(query: Compilable<unknown>): Promise<unknown[]> {
    const { sql, parameters } = query.compile();
    return this.#run(sql, parameters);
  }
}

/** The driver of PostgreSQL parses JSON, which goes back as text. */
function toValue(value: unknown): Value {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
}
