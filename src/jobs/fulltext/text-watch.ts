import { jittered, sleepUnlessAborted } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { listenForCommits } from '../../repository/unit/notices.ts';
import type { Database } from '../../storage/database.ts';
import { ensureTextJobs } from './missing-jobs.ts';

interface TextWatchOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Whether the texts of files are read at all. */
  readonly readsFiles: boolean;
  /** How often to look for what other processes have left; a second when left out. */
  readonly pollMs?: number;
}

interface TextWatch {
  stop(): Promise<void>;
}

const pollMsDefault = 1_000;
/** Files that come one after the other are one job. */
const gatherMs = 200;

/**
 * Has the text taken out of the files of documents, and the words of long texts stored: enqueues the
 * jobs where a unit has left them work, in this process at once, and what others or a crash have left
 * when it looks the next time.
 */
export function startTextWatch({ database, log, readsFiles, pollMs }: TextWatchOptions): TextWatch {
  const stopping = new AbortController();
  let alarm = new AbortController();
  const watch = async (): Promise<void> => {
    const stopListening = await database.read(async ({ builder }) =>
      listenForCommits(builder, { textsWaiting: () => alarm.abort() }),
    );
    let isFailing = false;
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      const failure = await look(database, readsFiles);
      // Once for each outage: the next look tries again.
      if (failure && !isFailing) log.error(failure, 'texts of files could not be asked for yet');
      isFailing = failure !== undefined;
      const signal = AbortSignal.any([alarm.signal, stopping.signal]);
      await sleepUnlessAborted(jittered(pollMs ?? pollMsDefault), signal);
      await sleepUnlessAborted(gatherMs, stopping.signal);
    }
    stopListening();
  };
  const watching = watch().catch((error: unknown) => {
    log.error({ err: error }, 'texts of files are not taken out any more; restart the server');
  });
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

async function look(
  database: Database,
  readsFiles: boolean,
): Promise<{ readonly err: unknown } | undefined> {
  try {
    await ensureTextJobs(database, { readsFiles });
    return undefined;
  } catch (err) {
    return { err };
  }
}
