import { now, sleepUnlessAborted } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { Database, WriteHandle } from '../../storage/database.ts';
import {
  type DownloadEvent,
  recordDownload,
  recordSignIn,
  type SignInEvent,
} from './audit-events.ts';
import type { AuditAuthor } from './audit-log.ts';

/**
 * Records events without a change of the store: sign-ins and downloads. They do not wait for their
 * entries, or every reader would wait for writers; entries that arrive meanwhile are stored by one
 * unit. Those that cannot be stored are reported in the log.
 */
export interface AuditTrail {
  /** The comment says how, or why not. */
  signIn(eventId: SignInEvent['eventId'], username: string, comment?: string): void;
  download(author: AuditAuthor, event: DownloadEvent): void;
  /** Resolves when all entries passed so far are stored. */
  settle(): Promise<void>;
}

type Entry = (handle: WriteHandle) => void;

interface AuditTrailOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly isAudited: boolean;
  /** How long entries wait for others, where another process is the one that writes; not at all by default. */
  readonly gatherMs?: number;
}

/** More than this wait only if the store accepts no writes at all. */
const waitingMax = 10_000;

export function createAuditTrail({
  database,
  log,
  isAudited,
  gatherMs = 0,
}: AuditTrailOptions): AuditTrail {
  let waiting: Entry[] = [];
  let running: Promise<void> | undefined;
  let lostCount = 0;
  let gathering = new AbortController();
  const store = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (gatherMs > 0) await sleepUnlessAborted(gatherMs, gathering.signal);
      const entries = waiting;
      waiting = [];
      try {
        await database.write(async (handle) => {
          for (const entry of entries) entry(handle);
        });
      } catch (error) {
        lostCount += entries.length;
        log.error({ err: error, lostCount }, 'entries of the audit could not be stored');
      }
    }
    running = undefined;
  };
  const add = (entry: Entry): void => {
    if (!isAudited) return;
    if (waiting.length >= waitingMax) {
      lostCount += 1;
      return;
    }
    waiting.push(entry);
    running ??= store();
  };
  return {
    signIn(eventId, username, comment) {
      const event = { eventId, username, nowMs: now(), ...(comment !== undefined && { comment }) };
      add((handle) => recordSignIn(handle, event));
    },
    download: (author, event) => add((handle) => recordDownload(handle, author, event)),
    settle: async () => {
      gathering.abort('settle');
      await running;
      gathering = new AbortController();
    },
  };
}
