import { monotonicMs, sleepUnlessAborted } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';

/** Bounds of one transaction of an operation or chain; settings. */
export interface TransactionLimits {
  readonly operationsMax: number;
  readonly timeLimitMs: number;
}

/**
 * Up to this many operations are not refused for their time: they are slow because the server is,
 * or because one of them is large.
 */
const operationsMin = 20;

const remedy = 'nothing of it was stored; use smaller lists or a transaction for each run (newTx)';

/**
 * Prevents one transaction from blocking others: from its first change on they may have to wait for
 * its end, and always do on SQLite. Operations are counted from there, one for each element of a
 * list; none is interrupted.
 */
export class TransactionBudget {
  readonly #limits: TransactionLimits;
  #beganAtMs: number | undefined;
  #operations = 0;

  constructor(limits: TransactionLimits) {
    this.#limits = limits;
  }

  begin(): void {
    this.#beganAtMs = monotonicMs();
    this.#operations = 0;
  }

  end(): void {
    this.#beganAtMs = undefined;
  }

  /** Before each operation. @throws AppError transaction.too-large */
  charge(operations: number): void {
    if (this.#beganAtMs === undefined) return;
    const { operationsMax, timeLimitMs } = this.#limits;
    this.#operations += operations;
    if (this.#operations > operationsMax) {
      throw tooLarge(
        `The transaction runs more than ${operationsMax} operations after its first change (setting transactionOperationsMax)`,
      );
    }
    if (this.#operations <= operationsMin || monotonicMs() - this.#beganAtMs <= timeLimitMs) return;
    throw tooLarge(
      `The transaction takes longer than ${timeLimitMs} ms after its first change (setting transactionTimeLimitMs) and has run ${this.#operations} operations`,
    );
  }

  /** Runs work that waits for something outside the store; within the time limit if others wait. */
  async bounded<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    if (this.#beganAtMs === undefined) return work(undefined);
    const { timeLimitMs } = this.#limits;
    const expiry = new AbortController();
    const done = new AbortController();
    const leftMs = Math.max(0, this.#beganAtMs + timeLimitMs - monotonicMs());
    void sleepUnlessAborted(leftMs, done.signal).then(() => {
      if (!done.signal.aborted) expiry.abort(waitedTooLong(timeLimitMs));
    });
    try {
      return await work(expiry.signal);
    } catch (error) {
      throw expiry.signal.aborted ? expiry.signal.reason : error;
    } finally {
      done.abort('done');
    }
  }
}

function tooLarge(what: string): AppError {
  return new AppError('transaction.too-large', `${what}: ${remedy}`);
}

function waitedTooLong(timeLimitMs: number): AppError {
  return new AppError(
    'transaction.too-large',
    `A file was not there ${timeLimitMs} ms after the first change of the transaction (setting transactionTimeLimitMs): nothing of it was stored; fetch or make files before the first change`,
  );
}
