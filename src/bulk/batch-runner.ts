import { monotonicMs, now, sleepUnlessAborted } from '../base/clock.ts';
import { AppError } from '../base/errors/app-error.ts';
import { failureText } from '../jobs/failure-text.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import type { BulkItemError } from '../model/bulk-command.ts';
import { createUnit } from '../repository/unit/unit.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { WriteHandle } from '../storage/database.ts';
import { type BatchOutcome, standardRetries } from './action.ts';
import type { OpenCommand } from './command-context.ts';
import { loadOwner } from './command-owner.ts';
import type { BulkEnvironment } from './environment.ts';
import { AlreadyDone, beginBatch, Stopped, settleBatch } from './settle-batch.ts';
import type { Slice } from './slice-rows.ts';
import { isTransient } from './transient.ts';

interface BatchRunnerOptions {
  readonly environment: BulkEnvironment;
  readonly job: JobContext;
  readonly row: BulkCommandTable;
  readonly opened: OpenCommand;
  /** Items of one unit. */
  readonly batchSize: number;
  /** A batch that fails is not done item by item. */
  readonly isWhole: boolean;
}

/** Does the items of one part of a command, batch by batch. */
export class BatchRunner {
  readonly #options: BatchRunnerOptions;
  /** Kept, as an operation hides the error of its unit. */
  #end: Stopped | AlreadyDone | undefined;

  constructor(options: BatchRunnerOptions) {
    this.#options = options;
  }

  /**
   * Does the next batch; returns the slice with what is left, undefined when that is to be read again.
   *
   * @throws Stopped
   */
  async next(slice: Slice): Promise<Slice | undefined> {
    this.#end = undefined;
    try {
      return await this.#next(slice);
    } catch (error) {
      if (error instanceof AlreadyDone) return undefined;
      throw error;
    }
  }

  async #next(slice: Slice): Promise<Slice> {
    const { batchSize, environment, job } = this.#options;
    const to = Math.min(slice.done + batchSize, slice.items.length);
    await environment.pacer.rested();
    const startMs = monotonicMs();
    try {
      await this.#withRetries(slice, to);
    } catch (error) {
      this.#rethrowEnd(error);
      if (isTransient(error) || this.#options.isWhole) await this.fail(slice, to, error);
      else await this.#oneByOne(slice, to, error);
    }
    environment.counts.processed += to - slice.done;
    await environment.pacer.rest(monotonicMs() - startMs, job.signal);
    return { ...slice, done: to };
  }

  /** Counts the items as failed. */
  async fail(slice: Slice, to: number, error: unknown): Promise<void> {
    const { job, environment } = this.#options;
    const reason = this.#reasonOf(error);
    const errors = slice.items.slice(slice.done, to).map((itemId) => ({ itemId, message: reason }));
    const startedMs = now();
    await job.database.write(async (handle) => {
      await this.#begin(handle, slice, to);
      await this.#settle(handle, { slice, to, outcome: { errors }, startedMs, tookMs: 0 });
    });
    environment.counts.failed += errors.length;
  }

  /** What a batch could not do together: the items that fail alone are counted. */
  async #oneByOne(slice: Slice, to: number, error: unknown): Promise<void> {
    if (to - slice.done === 1) return this.fail(slice, to, error);
    for (let done = slice.done; done < to; done += 1) {
      this.#options.job.signal.throwIfAborted();
      const one = { ...slice, done };
      try {
        await this.#withRetries(one, done + 1);
      } catch (ownError) {
        this.#rethrowEnd(ownError);
        await this.fail(one, done + 1, ownError);
      }
    }
  }

  /** With growing pauses, when the store cannot take the batch. */
  async #withRetries(slice: Slice, to: number): Promise<void> {
    const { opened, job } = this.#options;
    const { maxRetries, delayMs, maxDelayMs } = opened.action.retries ?? standardRetries;
    for (let retry = 0; ; retry += 1) {
      try {
        return await this.#once(slice, to);
      } catch (error) {
        this.#rethrowEnd(error);
        if (!isTransient(error) || retry >= maxRetries) throw error;
        const pauseMs = Math.min(delayMs * 2 ** retry, maxDelayMs);
        job.log.warn({ err: error, pauseMs, ...this.#names }, 'a batch will be tried again');
        await sleepUnlessAborted(pauseMs, job.signal);
      }
    }
  }

  async #once(slice: Slice, to: number): Promise<void> {
    const { job, row, environment, opened } = this.#options;
    const { action, context } = opened;
    const items = slice.items.slice(slice.done, to);
    const startedMs = now();
    const beganMs = monotonicMs();
    let failed = 0;
    const settle = async (handle: WriteHandle, outcome: BatchOutcome): Promise<void> => {
      failed = outcome.errors?.length ?? 0;
      const tookMs = monotonicMs() - beganMs;
      await this.#settle(handle, { slice, to, outcome, startedMs, tookMs });
    };
    if (action.runApart) {
      const principal = await job.database.read((handle) => loadOwner(handle, row));
      await action.runApart({ ...context, principal, items }, async (unit, outcome) => {
        await this.#begin(unit.handle, slice, to);
        await settle(unit.handle, outcome);
      });
    } else {
      await job.database.write(async (handle) => {
        await this.#begin(handle, slice, to);
        const principal = await loadOwner(handle, row);
        const unit = createUnit(handle, environment.services.repository, principal);
        const outcome = await action.run?.(unit, { ...context, principal, items });
        await settle(handle, outcome ?? {});
      });
    }
    environment.counts.failed += failed;
  }

  async #begin(handle: WriteHandle, slice: Slice, to: number): Promise<void> {
    try {
      await beginBatch(handle, slice, to);
    } catch (error) {
      if (error instanceof Stopped || error instanceof AlreadyDone) this.#end = error;
      throw error;
    }
  }

  #settle(
    handle: WriteHandle,
    batch: {
      readonly slice: Slice;
      readonly to: number;
      readonly outcome: BatchOutcome;
      readonly startedMs: number;
      readonly tookMs: number;
    },
  ): Promise<void> {
    const { environment, opened } = this.#options;
    const { action, context } = opened;
    const describe = ({ itemId, message }: BulkItemError): string =>
      action.describeFailure?.(itemId, message, context.params) ??
      `${action.name} fails on ${itemId}: ${message}`;
    return settleBatch(handle, { ...batch, describe }, { action, environment });
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof AppError)) {
      this.#options.job.log.error(
        { err: error, ...this.#names },
        'an item of a bulk command failed',
      );
    }
    return failureText(error);
  }

  /** Errors that end the job and are none of its items. */
  #rethrowEnd(error: unknown): void {
    if (this.#end) throw this.#end;
    if (this.#options.job.signal.aborted) throw error;
  }

  get #names() {
    const { id: commandId, action } = this.#options.row;
    return { commandId, action };
  }
}
