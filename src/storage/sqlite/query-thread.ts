import { AppError } from '../../base/errors/app-error.ts';
import type {
  QueryThreadReply,
  QueryThreadSetup,
  ReadStatement,
  ThreadResult,
} from './query-thread-program.ts';
import { ReplyThread } from './reply-thread.ts';

/** The old generation needs what the largest rows need; the young one of 32 MB would rarely be full. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };
const endedText = 'the thread of the query ended before the query did; try again';

/** One thread with its own connection; it runs one statement at a time. */
export class QueryThread extends ReplyThread<ReadStatement, QueryThreadReply, ThreadResult> {
  /** The rows so far of a result that comes in parts. */
  #rows: unknown[] = [];

  constructor(setup: QueryThreadSetup) {
    super({ program: 'query-thread-program', workerData: setup, resourceLimits, endedText });
  }

  protected override take(reply: QueryThreadReply): void {
    if ('rows' in reply) {
      for (const row of reply.rows) this.#rows.push(row);
      this.post('more');
    } else if ('value' in reply) this.resolve(this.#completed(reply));
    else if (reply.code === undefined) this.reject(reply.cause);
    else this.reject(new AppError(reply.code, reply.message, { cause: reply.cause }));
  }

  #completed(last: ThreadResult): ThreadResult {
    if (this.#rows.length === 0) return last;
    const rows = this.#rows;
    this.#rows = [];
    for (const row of last.value as readonly unknown[]) rows.push(row);
    return { ...last, value: rows };
  }
}
