import type { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServerOptions } from './mail-options.ts';

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** One connection to the mail server. Errors that come while nothing is sent end it. */
export class MailConnection {
  readonly #connection: SMTPConnection;
  readonly #options: MailServerOptions;
  #fail: ((error: Error) => void) | undefined;
  #isOpen = false;
  /** Mails sent so far. */
  sent = 0;
  /** When it was last used, by the monotonic clock. */
  usedMs = 0;

  constructor(options: MailServerOptions) {
    this.#options = options;
    const half = Math.ceil(options.timeLimitMs / 2);
    this.#connection = new SMTPConnection({
      host: options.host,
      port: options.port,
      secure: options.tls === 'tls',
      requireTLS: options.tls === 'starttls',
      ignoreTLS: options.tls === 'off',
      connectionTimeout: half,
      greetingTimeout: half,
      dnsTimeout: half,
      socketTimeout: options.timeLimitMs,
      socketCloseTimeout: 0,
      tls: { rejectUnauthorized: !options.acceptsAnyCertificate },
    });
    this.#connection.on('error', (error: Error) => this.#end(error));
    this.#connection.on('end', () => this.#end(new Error('the mail server closed the connection')));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    await this.#step<void>((done) => this.#connection.connect((error) => done(error ?? null)));
    this.#isOpen = true;
    const { login } = this.#options;
    if (login === null) return;
    const credentials = { user: login.user, pass: login.password };
    await this.#step<void>((done) =>
      this.#connection.login({ ...credentials, credentials }, (error) => done(error)),
    );
  }

  /** Resolves when the mail server has taken the mail over. */
  async send({ from, to }: Envelope, message: Readable): Promise<void> {
    await this.#step<void>((done) =>
      this.#connection.send({ from, to: [to] }, message, (error) => done(error)),
    );
    this.sent += 1;
  }

  /** Waits for nothing. */
  close(): void {
    this.#isOpen = false;
    this.#connection.close();
    this.#end(new Error('the connection was closed'));
  }

  quit(): void {
    this.#isOpen = false;
    this.#connection.quit();
  }

  #step<T>(
    begin: (done: (error: Error | null | undefined, value?: T) => void) => void,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject;
      begin((error, value) => {
        this.#fail = undefined;
        if (error) reject(error);
        else resolve(value as T);
      });
    });
  }

  #end(error: Error): void {
    this.#isOpen = false;
    const fail = this.#fail;
    this.#fail = undefined;
    fail?.(error);
  }
}
