import { now } from '../../base/clock.ts';
import {
  discardRequests,
  hasMailWork,
  listPending,
  markDone,
  type PendingMail,
  removeDone,
} from '../../repository/mail/pending-requests.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import { sendDigests } from './digests.ts';
import type { MailServices } from './mail-services.ts';
import type { MailWork } from './make-mails.ts';
import { isPassing } from './passing-error.ts';
import { findWantedEvents, serveEvent, serveMail } from './serve-events.ts';
import { serveWritten } from './serve-written.ts';

const mailsPerPage = 20;
/** Each may have a long text. */
const writtenPerPage = 5;
const eventsPerPage = 50;
const recipientsPerRemoval = 500;
const discardedTogether = 500;

/**
 * Finds the recipients of what units have left, and makes a job for each mail. Events may have many
 * recipients: mails that name theirs, such as invitations, do not wait for them.
 */
export function prepareMailsKind(services: MailServices): JobKind {
  return defineJobKind({
    kind: 'prepare-mails',
    concurrency: 1,
    attemptsMax: 10,
    isWanted: (handle) => hasMailWork(handle, now()),
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      const work = { ...services, database, log, signal };
      if (services.mail.server === null) return discardAll(work);
      await serveMails(work);
      while (await serveEvents(work)) signal.throwIfAborted();
      await sendDigests(work);
    },
  });
}

/** What is left from a time when a mail server was configured. */
async function discardAll({ database, log, signal }: MailWork): Promise<void> {
  let discarded = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await database.write((handle) => discardRequests(handle, discardedTogether));
    discarded += count;
    if (count < discardedTogether) break;
  }
  if (discarded > 0) log.warn({ requests: discarded }, 'mails are not made without a mail server');
}

async function serveMails(work: MailWork): Promise<void> {
  for (;;) {
    const mails = await work.database.read((handle) => listPending(handle, 'mail', mailsPerPage));
    for (const mail of mails) await serveOne(work, mail, () => serveMail(work, mail));
    const written = await work.database.read((handle) =>
      listPending(handle, 'written', writtenPerPage),
    );
    for (const mail of written) await serveOne(work, mail, () => serveWritten(work, mail));
    if (mails.length < mailsPerPage && written.length < writtenPerPage) return;
  }
}

/** False when there were none. */
async function serveEvents(work: MailWork): Promise<boolean> {
  const { database } = work;
  const events = await database.read((handle) => listPending(handle, 'event', eventsPerPage));
  const done = events.filter(({ isDone }) => isDone);
  for (const event of done) await removeAll(work, event.id);
  const waiting = events.filter(({ isDone }) => !isDone);
  for (const known of await findWantedEvents(work, waiting)) {
    await serveOne(work, known.event, () => serveEvent(work, known, () => serveMails(work)));
  }
  return events.length > 0;
}

/** A request that cannot be served is given up: it would stop all later ones. */
async function serveOne(
  work: MailWork,
  request: Pick<PendingMail, 'id' | 'isDone'>,
  serve: () => Promise<void>,
): Promise<void> {
  try {
    if (!request.isDone) await serve();
  } catch (error) {
    if (isPassing(error, work.signal)) throw error;
    work.log.error({ err: error, requestId: request.id }, 'a mail could not be made');
  }
  await work.database.write((handle) => markDone(handle, request.id));
  await removeAll(work, request.id);
}

async function removeAll({ database }: MailWork, id: string): Promise<void> {
  for (;;) {
    const state = await database.write((handle) => removeDone(handle, id, recipientsPerRemoval));
    if (state === 'removed') return;
  }
}
