import { Readable } from 'node:stream';
import { monotonicMs, repeat, sleepUnlessAborted } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { MailServerOptions } from './mail-options.ts';
import { type Envelope, MailConnection } from './smtp-connection.ts';

/** Mail servers close connections that are not used, often after some seconds. */
const idleMs = 5_000;
/** Many mail servers take no more on one connection. */
const mailsPerConnection = 100;

/** A mail whose bytes can be read more than once. */
interface Outgoing {
  readonly envelope: Envelope;
  /** The message, with its header. */
  open(): AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** Hands mails to the mail server, on connections that are used again for a while. */
export class MailTransport {
  readonly #options: MailServerOptions;
  readonly #idle = new Set<MailConnection>();
  #stopSweeping: (() => void) | undefined;
  #isClosed = false;

  constructor(options: MailServerOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the mail server has taken the mail over. A connection that was used before may be
   * closed meanwhile: nothing of the mail was sent then, and a new one is opened.
   *
   * @throws AppError mail.refused when the mail server does not want it and never will,
   *   mail.unavailable for all that may be better later
   */
  async send(mail: Outgoing, signal: AbortSignal): Promise<void> {
    const late = new AbortController();
    const ended = new AbortController();
    const limit = AbortSignal.any([signal, late.signal]);
    void sleepUnlessAborted(this.#options.timeLimitMs, ended.signal).then(() => late.abort());
    const known = this.#takeIdle();
    const attempt = new Attempt(mail, limit);
    try {
      if (known && (await this.#tryKnown(known, attempt))) return;
      await this.#trySending(new MailConnection(this.#options), attempt);
    } catch (error) {
      throw describe(error, { hasBegun: attempt.hasBegun, isLate: limit.aborted });
    } finally {
      ended.abort();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopSweeping?.();
    for (const connection of this.#idle) connection.quit();
    this.#idle.clear();
  }

  /** False when the connection turned out to be closed. */
  async #tryKnown(connection: MailConnection, attempt: Attempt): Promise<boolean> {
    try {
      await this.#trySending(connection, attempt);
      return true;
    } catch (error) {
      const status = statusOf(error);
      const isStale = !attempt.hasBegun && (status === undefined || status === 421);
      if (isStale && !attempt.limit.aborted) return false;
      throw error;
    }
  }

  async #trySending(connection: MailConnection, attempt: Attempt): Promise<void> {
    const stop = () => connection.close();
    attempt.limit.addEventListener('abort', stop);
    try {
      attempt.limit.throwIfAborted();
      if (!connection.isOpen) await connection.open();
      await connection.send(attempt.mail.envelope, attempt.message());
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      attempt.limit.removeEventListener('abort', stop);
    }
    this.#keep(connection);
  }

  #takeIdle(): MailConnection | undefined {
    for (const connection of this.#idle) {
      this.#idle.delete(connection);
      if (connection.isOpen) return connection;
    }
    return undefined;
  }

  #keep(connection: MailConnection): void {
    const { poolSize } = this.#options;
    const isUseful = this.#idle.size < poolSize && connection.sent < mailsPerConnection;
    if (this.#isClosed || !isUseful) {
      connection.quit();
      return;
    }
    connection.usedMs = monotonicMs();
    this.#idle.add(connection);
    this.#stopSweeping ??= repeat(idleMs, () => this.#sweep());
  }

  #sweep(): void {
    for (const connection of this.#idle) {
      if (monotonicMs() - connection.usedMs < idleMs) continue;
      this.#idle.delete(connection);
      connection.quit();
    }
    if (this.#idle.size > 0) return;
    this.#stopSweeping?.();
    this.#stopSweeping = undefined;
  }
}

/** What is known of sending one mail. */
class Attempt {
  readonly mail: Outgoing;
  readonly limit: AbortSignal;
  /** The mail server has asked for the message: if the connection breaks, it may have it. */
  hasBegun = false;

  constructor(mail: Outgoing, limit: AbortSignal) {
    this.mail = mail;
    this.limit = limit;
  }

  /** Nothing is read before the mail server asks for it. */
  message(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    this.hasBegun = true;
    yield* await this.mail.open();
  }
}

interface SmtpError {
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

function statusOf(error: unknown): number | undefined {
  const { responseCode } = (error ?? {}) as SmtpError;
  return typeof responseCode === 'number' ? responseCode : undefined;
}

const commandsOfMails: ReadonlySet<unknown> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** A refusal is about this mail: what the server says to a login may be put right. */
function describe(
  error: unknown,
  { hasBegun, isLate }: { readonly hasBegun: boolean; readonly isLate: boolean },
): unknown {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const { command } = (error ?? {}) as SmtpError;
  const text = error instanceof Error ? error.message : String(error);
  if (status !== undefined && status >= 500 && commandsOfMails.has(command)) {
    return new AppError('mail.refused', `the mail server refuses the mail: ${text}`, {
      cause: error,
    });
  }
  const reason = isLate ? 'the mail server took too long' : text;
  const outcome = hasBegun ? '; perhaps it has the mail nevertheless' : '';
  return new AppError('mail.unavailable', `${reason}${outcome}`, { cause: error });
}
