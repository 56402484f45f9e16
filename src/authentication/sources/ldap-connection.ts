import { connect, isIP } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { Client, type Entry, ResultCodeError, type SearchOptions } from 'ldapts';
import { isWithin } from '../../base/clock.ts';
import type { LdapSource } from '../../model/sign-in-source.ts';

/** Entries that one search may return. */
const entriesMax = 1_000;

/** Result codes that say something about the account, not about the server. */
const refusals: ReadonlySet<number> = new Set([
  10, // referral: the account is on another server, which is not asked
  19, // constraint violation: locked by a policy
  32, // no such object
  34, // not a DN
  48, // inappropriate authentication: an entry without a password
  49, // invalid credentials
  50, // insufficient access
  53, // unwilling to perform: the account is closed
]);

/** One connection to a directory server, for one sign-in or one check. */
export class LdapConnection {
  readonly #source: LdapSource;
  readonly #client: Client;
  #close: () => void = () => undefined;
  #isOpened = false;

  private constructor(source: LdapSource) {
    this.#source = source;
    const { url, timeLimitMs } = source;
    const isSecure = url.startsWith('ldaps:');
    this.#client = new Client({
      url,
      timeout: timeLimitMs,
      connectTimeout: timeLimitMs,
      // With these options the library would encrypt from the beginning.
      ...(isSecure && { tlsOptions: this.#tlsOptions() }),
      createConnection: ((port: number, host: string) =>
        this.#opened(connect(port, host))) as typeof connect,
      createSecureConnection: ((...given: [ConnectionOptions] | [number, string, object]) =>
        given.length === 1
          ? connectSecurely(given[0])
          : this.#opened(connectSecurely(...given))) as typeof connectSecurely,
    });
  }

  /**
   * Does the work on a new connection, which is closed afterwards. It is cut when the time is up, wherever
   * the server hangs.
   *
   * @throws anything when the server is away, late or misconfigured
   */
  static async use<T>(
    source: LdapSource,
    work: (connection: LdapConnection) => Promise<T>,
  ): Promise<T> {
    const connection = new LdapConnection(source);
    const running = connection.#start().then(() => work(connection));
    try {
      if (await isWithin(running, source.timeLimitMs)) return await running;
      throw new Error(`no answer within ${source.timeLimitMs} ms`);
    } finally {
      connection.#close();
    }
  }

  /** False when the server refuses the account. */
  async bind(dn: string, password: string): Promise<boolean> {
    try {
      await this.#client.bind(dn, password);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  /** As the account that may search. @throws Error when it is refused */
  async bindService(): Promise<void> {
    const { service } = this.#source;
    if (service && !(await this.bind(service.dn, service.password))) {
      throw new Error(`the server refuses ${service.dn}: check bindDn and its password`);
    }
  }

  /** Entries that the server itself has; referrals to other servers are not followed. */
  async search(base: string, options: SearchOptions): Promise<readonly Entry[]> {
    const { searchEntries } = await this.#client.search(base, {
      sizeLimit: entriesMax,
      timeLimit: Math.ceil(this.#source.timeLimitMs / 1_000),
      ...options,
    });
    return searchEntries;
  }

  async #start(): Promise<void> {
    const { url, tls } = this.#source;
    if (url.startsWith('ldap:') && tls === 'starttls') {
      await this.#client.startTLS(this.#tlsOptions());
    }
  }

  #tlsOptions(): ConnectionOptions {
    const { ca, url } = this.#source;
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    return {
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== null && { ca }),
    };
  }

  /** The library connects again when the server closes, then without encryption: once is enough. */
  #opened<S extends { destroy(): unknown }>(socket: S): S {
    if (this.#isOpened) {
      socket.destroy();
      throw new Error('the server has closed the connection');
    }
    this.#isOpened = true;
    this.#close = () => socket.destroy();
    return socket;
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof ResultCodeError && refusals.has(error.code);
}

export function textsOf(entry: Entry, attribute: string): readonly string[] {
  const name = attribute.toLowerCase();
  const found = Object.entries(entry).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found ?? []]
    .flat()
    .map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
}
