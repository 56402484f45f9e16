import { connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to the connection that sends the next COMMIT. */
export type CommitFault =
  | 'none'
  /** The network accepts it and breaks: the database never receives it. */
  | 'lost'
  /** The database neither receives it nor notices that its client is gone. */
  | 'lost silently'
  /** The database executes it, and its reply is lost. */
  | 'answer lost';

const commit = Buffer.from('COMMIT\0');

/** A network between a program and its PostgreSQL that fails when a test says so. */
export class PostgresProxy {
  readonly #server: Server;
  #target: URL;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #faults: CommitFault[] = [];
  #roundTrips = 0;
  #isDown = false;
  #goesDown = false;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    server.on('connection', (client) => this.#join(client));
  }

  static async open(databaseUrl: string): Promise<PostgresProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PostgresProxy(server, new URL(databaseUrl));
  }

  /** Of the same database, by way of this network. */
  get url(): string {
    const url = new URL(this.#target);
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    url.host = `127.0.0.1:${address.port}`;
    return url.href;
  }

  /** Connections that are made from now on are to that server; those there are stay. */
  moveTo(databaseUrl: string): void {
    this.#target = new URL(databaseUrl);
  }

  /** One for each of the next commits. */
  failCommits(...faults: readonly CommitFault[]): void {
    this.#faults = [...faults];
  }

  /** How often a program has sent something after the database had answered. */
  get roundTrips(): number {
    return this.#roundTrips;
  }

  get pendingFaults(): number {
    return this.#faults.length;
  }

  /** From the next fault on nothing gets through, until `comeUp`. */
  goDownWithFault(): void {
    this.#goesDown = true;
  }

  /** At once: connections end, and none is made until `comeUp`. */
  goDown(): void {
    this.#goDownFor(undefined);
  }

  comeUp(): void {
    this.#isDown = false;
    this.#goesDown = false;
  }

  /** Ends all connections as a network does. */
  cutAll(): void {
    this.#cutOthers(undefined);
  }

  #goDownFor(exempted: readonly [Socket, Socket] | undefined): void {
    this.#isDown = true;
    this.#cutOthers(exempted);
  }

  #cutOthers(exempted: readonly [Socket, Socket] | undefined): void {
    for (const pair of this.#pairs) {
      if (pair !== exempted) for (const socket of pair) socket.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket): void {
    if (this.#isDown) {
      client.resetAndDestroy();
      return;
    }
    const database = connect(Number(this.#target.port), '127.0.0.1');
    const pair = [client, database] as const;
    this.#pairs.add(pair);
    let isSilenced = false;
    let isAnswered = true;
    client.on('data', (chunk: Buffer) => {
      if (isAnswered) this.#roundTrips += 1;
      isAnswered = false;
      if (isSilenced) return;
      const next = chunk.includes(commit) ? this.#faults.shift() : undefined;
      const fault = next === 'none' ? undefined : next;
      if (fault !== undefined && this.#goesDown) this.#goDownFor(pair);
      if (fault === undefined || fault === 'answer lost') database.write(chunk);
      if (fault === 'lost') database.destroy();
      if (fault === 'lost' || fault === 'lost silently') client.resetAndDestroy();
      if (fault === 'answer lost') database.once('data', () => client.resetAndDestroy());
      isSilenced = fault !== undefined;
    });
    database.on('data', (chunk) => {
      isAnswered = true;
      if (!isSilenced) client.write(chunk);
    });
    const isHalfOpen = () => isSilenced && client.destroyed;
    client.on('close', () => {
      if (!isHalfOpen()) database.destroy();
    });
    database.on('close', () => {
      client.destroy();
      this.#pairs.delete(pair);
    });
    for (const socket of pair) socket.on('error', () => undefined);
  }
}
