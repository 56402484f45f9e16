import pg from 'pg';
import { AppError } from '../../base/errors/app-error.ts';
import { parserOf } from './column-parsers.ts';
import type { OutgoingMessages } from './outgoing-messages.ts';
import type { QueryResult, QueryText } from './query-target.ts';

/** A statement, and what is done with its result. */
export interface SentStatement {
  readonly query: QueryText;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The columns of the rows that a statement returns. */
export interface ResultShape {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** With all names: to copy it is faster than to add them one by one. */
  readonly blank: Readonly<Record<string, null>>;
}

const noColumns: ResultShape = { names: [], parsers: [], blank: {} };

interface BatchOptions {
  /** What the named statements of the connection return. */
  readonly shapes: Map<string, ResultShape>;
  readonly messages: OutgoingMessages;
}

/** What the driver remembers of the names on a connection. */
interface DriverConnection extends pg.Connection {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Statements with one Sync, as one query of the driver: the server answers them in one message instead of one
 * each, and runs none after one that has failed. What a named statement returns is asked for only once.
 */
export class StatementBatch extends pg.Query {
  /** Of the present statement: the driver remembers which names the server knows. */
  declare name: string | undefined;
  declare text: string | undefined;
  readonly #statements: readonly SentStatement[];
  readonly #shapes: Map<string, ResultShape>;
  readonly #messages: OutgoingMessages;
  readonly #results: QueryResult[] = [];
  #shape: ResultShape = noColumns;
  #rows: unknown[] = [];

  constructor(statements: readonly SentStatement[], { shapes, messages }: BatchOptions) {
    super('');
    this.#statements = statements;
    this.#shapes = shapes;
    this.#messages = messages;
    this.#beginNext();
  }

  override submit = (connection: pg.Connection): Error | null => {
    try {
      for (const { query } of this.#statements) this.#write(query, connection);
    } catch (error) {
      this.#messages.clear();
      return error as Error;
    }
    connection.stream.write(this.#messages.takeWithSync());
    return null;
  };

  handleRowDescription({ fields }: RowDescription): void {
    const names = fields.map(({ name }) => name);
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      blank: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers, blank } = this.#shape;
    const row: Record<string, unknown> = { ...blank };
    for (let at = 0; at < names.length; at += 1) {
      const text = fields[at] ?? null;
      if (text !== null) row[names[at] as string] = parsers[at]?.(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.name !== undefined) this.#shapes.set(this.name, this.#shape);
    // `INSERT 0 5`, `SELECT 5`, `CREATE TABLE`, `BEGIN`.
    const words = text.split(' ');
    const [command = ''] = words;
    const count = Number(words.at(-1));
    const rowCount = Number.isInteger(count) ? count : null;
    this.#results.push({ command, rows: this.#rows, rowCount });
    this.#beginNext();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** After the Sync, which is when an error can no longer come. */
  handleReadyForQuery(): void {
    for (const [at, result] of this.#results.entries()) this.#statements[at]?.resolve(result);
  }

  handleError(error: unknown, connection: pg.Connection): void {
    this.handleReadyForQuery();
    const [failed, ...others] = this.#statements.slice(this.#results.length);
    failed?.reject(error);
    for (const { query, reject } of others) {
      if (query.name !== undefined) {
        delete (connection as DriverConnection).submittedNamedStatements[query.name];
      }
      reject(
        new AppError('store.unknown', 'not run: a statement before it has failed', {
          cause: error,
        }),
      );
    }
  }

  #beginNext(): void {
    const next = this.#statements[this.#results.length]?.query;
    this.name = next?.name;
    this.text = next?.text;
    this.#rows = [];
    this.#shape = this.#shapes.get(this.name ?? '') ?? noColumns;
  }

  #write({ name, text, values }: QueryText, to: pg.Connection): void {
    const messages = this.#messages;
    const { parsedStatements, submittedNamedStatements } = to as DriverConnection;
    const isKnown =
      name !== undefined &&
      (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined);
    if (!isKnown) messages.addParse(name, text);
    if (!isKnown && name !== undefined) submittedNamedStatements[name] = text;
    messages.addBind(name, values);
    if (name === undefined || !this.#shapes.has(name)) messages.addDescribe();
    messages.addExecute();
  }
}
