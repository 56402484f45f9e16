import { now } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import type { Logger } from '../base/log.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { BlobServices } from '../repository/attachments/blobs.ts';
import {
  hasDueRequests,
  listDueRequests,
  postponeRequest,
  type RecordRequest,
} from '../repository/attachments/record-requests.ts';
import { pauseAfter, storeRecord } from '../repository/attachments/store-record.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

const requestsPerPage = 100;

interface RecordWork extends BlobServices {
  readonly records: BlobStore;
  readonly log: Logger;
}

/** Moves contents of records to their store, one after the other; nothing while there is no such store. */
export function storeRecordsKind({ blobs }: Pick<BlobServices, 'blobs'>): JobKind {
  const { records } = blobs;
  return defineJobKind({
    kind: 'store-records',
    concurrency: 1,
    isWanted: async (handle) => records !== undefined && hasDueRequests(handle, now()),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      // Enqueued by a server that has such a store.
      if (records) await storeAll({ database, blobs, records, log }, signal);
    },
  });
}

async function storeAll(work: RecordWork, signal: AbortSignal): Promise<void> {
  for (;;) {
    const page = await work.database.readLatest((handle) =>
      listDueRequests(handle, { nowMs: now(), limit: requestsPerPage }),
    );
    if (page.length === 0) return;
    for (const request of page) {
      signal.throwIfAborted();
      await storeOrPostpone(work, request, signal);
    }
  }
}

/** A damaged or missing content does not keep the others waiting. Other failures concern all of them. */
async function storeOrPostpone(
  work: RecordWork,
  request: RecordRequest,
  signal: AbortSignal,
): Promise<void> {
  try {
    await storeRecord(work, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error, 'store.corrupt')) throw error;
    const { key, attempts } = request;
    work.log.warn(
      { key, attempts: attempts + 1, reason: error.message },
      'a content of a record could not be moved to the folder of records',
    );
    await work.database.write((handle) =>
      postponeRequest(handle, request, now() + pauseAfter(attempts)),
    );
  }
}
