import { AppError } from '../../base/errors/app-error.ts';
import type { CheckpointMode, WalState } from './checkpoint.ts';
import { ReplyThread } from './reply-thread.ts';
import type {
  UpkeepThreadReply,
  UpkeepThreadRequest,
  UpkeepThreadSetup,
} from './upkeep-thread-program.ts';
import type { MergeState } from './word-segments.ts';

/** It needs little more than its program; SQLite allocates outside of the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** The thread could not flush the database or the WAL: the kernel may have discarded pages. */
export class FailedFlush extends Error {}

type Result = Exclude<UpkeepThreadReply, { readonly message: string }>;

/** One thread with its own connection for what keeps the store in order; it does one thing at a time. */
export class UpkeepThread extends ReplyThread<UpkeepThreadRequest, UpkeepThreadReply, Result> {
  constructor(setup: UpkeepThreadSetup) {
    const program = 'upkeep-thread-program';
    super({ program, workerData: setup, resourceLimits, endedText: 'the thread ended' });
  }

  /** Loads the driver, which takes long. @throws as `copy` */
  async open(): Promise<void> {
    await this.run('open');
  }

  /** @throws FailedFlush; AppError store.unavailable when the thread ended over it; AppError store.* */
  copy(mode: CheckpointMode): Promise<WalState> {
    return this.run(mode) as Promise<WalState>;
  }

  /** Does a small part of the work. @throws as `copy` */
  mergeWords(): Promise<MergeState> {
    return this.run('mergeWords') as Promise<MergeState>;
  }

  protected override take(reply: UpkeepThreadReply): void {
    if ('message' in reply) this.reject(errorOf(reply));
    else this.resolve(reply);
  }
}

function errorOf(reply: Exclude<UpkeepThreadReply, Result>): unknown {
  const { code, message, cause } = reply;
  if (reply.isFailedFlush) return new FailedFlush(message, { cause });
  return code === undefined ? cause : new AppError(code, message, { cause });
}
