import type { PoolClient } from 'pg';
import { assert, present } from '../../base/assert.ts';
import { isWithin, monotonicMs } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { nothingStored } from '../database.ts';
import { OutgoingMessages } from './outgoing-messages.ts';
import { endsConnection, refusesWrites, translatePostgresError } from './postgres-errors.ts';
import { onlyReads, type QueryResult, type QueryTarget, type QueryText } from './query-target.ts';
import { destroy } from './server-client.ts';
import { readServerFacts, runOf, type ServerFacts } from './server-facts.ts';
import { type ResultShape, type SentStatement, StatementBatch } from './statement-batch.ts';

/** A connection that has more named statements is not used again: its server process keeps each. */
const namesMax = 1_000;

interface ConnectionOptions {
  /** Whether the server process keeps what was prepared under a name until the connection ends. */
  readonly hasNames: boolean;
  readonly onLoss: () => void;
}

/**
 * One connection of the pool. It always listens for its loss: the driver reports the end of a
 * connection as an event, in use or not, and an error event without a listener ends the process.
 */
export class PostgresConnection implements QueryTarget {
  readonly #client: PoolClient;
  readonly #batches = { shapes: new Map<string, ResultShape>(), messages: new OutgoingMessages() };
  /** Until the end of this turn of the event loop. */
  #held: SentStatement[] = [];
  readonly #heldReads = new Map<string, Promise<QueryResult>>();
  readonly #options: ConnectionOptions;
  #facts: ServerFacts | undefined;
  #checkedMs = 0;
  #loss: unknown;
  #isLost = false;

  constructor(client: PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    client.on('error', (error) => this.#lose(error));
  }

  /** Whether the connection has ended: the server has rolled back what was not committed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The server run at the time the connection was made, see `server-facts.ts`. */
  get serverRun(): string {
    return this.#facts === undefined ? '' : runOf(this.#facts);
  }

  /** Of its server; undefined where it cannot be read. */
  get timeline(): number | undefined {
    return this.#facts?.timeline;
  }

  /** When its server was last known to reply. */
  get checkedMs(): number {
    return this.#checkedMs;
  }

  /** Once, before the first use. */
  async begin(): Promise<ServerFacts> {
    this.#facts = await readServerFacts(this);
    this.#checkedMs = monotonicMs();
    return this.#facts;
  }

  /** Whether its server replies, after connections to it were lost. */
  async isAlive(limitMs: number): Promise<boolean> {
    const reply = this.query({ text: 'select 1', values: [] }).then(() => {
      this.#checkedMs = monotonicMs();
    });
    reply.catch(() => undefined);
    return (await isWithin(reply, limitMs)) && !this.#isLost;
  }

  /** Ends it at once: its server was replaced, or does not reply. */
  drop(reason: Error): void {
    this.#lose(reason);
    destroy(this.#client);
  }

  query(query: QueryText): Promise<QueryResult> {
    const [sent] = this.queryEach([query]);
    return present(sent, 'each statement has a result');
  }

  /**
   * Sends statements in one write, without waiting between them; the server runs them in order.
   * Inside a transaction none runs after one that has failed. A caller must handle every promise.
   */
  queryEach(queries: readonly QueryText[]): Promise<QueryResult>[] {
    checkSendable(queries);
    this.#sendHeld();
    const sent = queries.map(sentLater);
    this.#sendAll(sent);
    return sent.map(({ promise }) => promise);
  }

  /**
   * As `queryEach`, together with all that this turn of the event loop sends, at its end. Statements that
   * read the same are sent once: at the same moment they find the same.
   */
  queryInTurn(queries: readonly QueryText[]): Promise<QueryResult>[] {
    checkSendable(queries);
    if (this.#held.length === 0) setImmediate(() => this.#sendHeld());
    return queries.map((query) => {
      const key = onlyReads(query.text) ? keyOf(query) : undefined;
      const known = key === undefined ? undefined : this.#heldReads.get(key);
      if (known) return known.then(copyOf);
      const sent = sentLater(query);
      this.#held.push(sent);
      if (key !== undefined) this.#heldReads.set(key, sent.promise);
      return sent.promise;
    });
  }

  /** The error of a statement before the commit: the server has rolled back the transaction. */
  lossError(): AppError {
    return new AppError('store.unavailable', undefined, {
      detail: nothingStored,
      cause: this.#loss,
    });
  }

  /** A connection that is lost, or whose state is not known, is closed instead of used again. */
  release({ isUsable = true }: { readonly isUsable?: boolean } = {}): void {
    this.#client.release(this.#isLost || !isUsable || this.#batches.shapes.size > namesMax);
  }

  #sendHeld(): void {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#heldReads.clear();
    this.#sendAll(held);
  }

  #sendAll(statements: readonly SentStatement[]): void {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      for (const together of sentTogether(statements)) this.#send(together);
    } finally {
      stream.uncork();
    }
  }

  #send(together: readonly SentStatement[]): void {
    const [first] = together;
    if (!first) return;
    const { hasNames } = this.#options;
    const statements = together.map(({ query, resolve, reject }) => ({
      query: hasNames ? query : withoutName(query),
      resolve,
      reject: (error: unknown) => reject(this.#errorOf(error)),
    }));
    if (isExtended(first.query)) this.#client.query(new StatementBatch(statements, this.#batches));
    else this.#client.query(first.query.text).then(first.resolve, statements[0]?.reject);
  }

  #errorOf(error: unknown): unknown {
    // A server that only reads is left: another one may be the primary now.
    if (endsConnection(error) || refusesWrites(error)) this.#lose(error);
    return this.#isLost ? this.lossError() : translatePostgresError(error);
  }

  #lose(error: unknown): void {
    // The first error has the cause; later ones only say that the connection is gone.
    if (this.#isLost) return;
    this.#loss = error;
    this.#isLost = true;
    this.#options.onLoss();
  }
}

/** The driver could not write others. */
function checkSendable(queries: readonly QueryText[]): void {
  for (const { values = [] } of queries) assert(values.every(isSendable), 'values can be sent');
}

function isSendable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Array.isArray(value) && value.every(isSendable);
}

function sentLater(query: QueryText) {
  return { query, ...Promise.withResolvers<QueryResult>() };
}

function withoutName({ text, values = [] }: QueryText): QueryText {
  return { text, values };
}

/** The others are texts that the server takes apart by itself, and answers one by one. */
function isExtended({ name, values }: QueryText): boolean {
  return name !== undefined || values !== undefined;
}

function* sentTogether(statements: readonly SentStatement[]): Generator<readonly SentStatement[]> {
  let together: SentStatement[] = [];
  for (const statement of statements) {
    if (isExtended(statement.query)) {
      together.push(statement);
      continue;
    }
    yield together;
    together = [];
    yield [statement];
  }
  yield together;
}

function keyOf({ text, name, values }: QueryText): string {
  return JSON.stringify([name ?? text, values]);
}

/** Units that share a result do not share its rows. */
function copyOf(result: QueryResult): QueryResult {
  return { ...result, rows: result.rows.map((row) => ({ ...(row as object) })) };
}
