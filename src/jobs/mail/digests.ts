import { now } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { languageOf } from '../../mail/mail-texts.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { Document } from '../../model/document.ts';
import { findDocumentsById } from '../../repository/documents/find-many.ts';
import { findMailUsers, type MailUser } from '../../repository/notifications/recipients.ts';
import { createSystemUnit, withoutLargeValues } from '../../repository/unit/unit.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { MailDigestItemTable } from '../../storage/mail-tables.ts';
import type { TemplateContent } from './mail-payload.ts';
import { enqueueMail, type MailWork } from './make-mails.ts';
import { isPassing } from './passing-error.ts';

interface ItemDetails {
  readonly content: TemplateContent;
  readonly documentId: string | null;
}

const usersPerPage = 20;
/** Events that one mail lists; of more it tells the number. */
const listedMax = 50;

/** Sends the collected mails that are due: one for each user. */
export async function sendDigests(work: MailWork): Promise<void> {
  const dueMs = now();
  for (;;) {
    const usernames = await work.database.read((handle) => dueUsers(handle, dueMs));
    for (const username of usernames) {
      work.signal.throwIfAborted();
      await sendDigest(work, username, dueMs).catch((error) =>
        giveUp(work, { error, username, dueMs }),
      );
    }
    if (usernames.length < usersPerPage) return;
  }
}

/** Of one user: the others get theirs. */
async function giveUp(
  { database, log, signal }: MailWork,
  { error, username, dueMs }: { error: unknown; username: string; dueMs: number },
): Promise<void> {
  if (isPassing(error, signal)) throw error;
  log.error({ err: error, user: username }, 'a collected mail could not be made');
  await database.write((handle) => removeDue(handle, username, dueMs));
}

function removeDue(handle: WriteHandle, username: string, dueMs: number): Promise<number> {
  return handle.run(
    handle.builder
      .deleteFrom('mail_digest_item')
      .where('username', '=', username)
      .where('due_at', '<=', dueMs),
  );
}

async function dueUsers(handle: ReadHandle, dueMs: number): Promise<readonly string[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('mail_digest_item')
      .select('username')
      .distinct()
      .where('due_at', '<=', dueMs)
      .limit(usersPerPage),
  );
  return rows.map(({ username }) => username);
}

async function sendDigest(work: MailWork, username: string, dueMs: number): Promise<void> {
  const { database } = work;
  const digest = await database.read((handle) => readDigest(work, handle, { username, dueMs }));
  await database.write(async (handle) => {
    const removed = await removeDue(handle, username, dueMs);
    if (removed === 0 || digest === undefined) return;
    const { user, entries, more } = digest;
    const count = String(entries.length + more);
    const content: TemplateContent = {
      kind: 'template',
      template: 'digest',
      locale: user.locale,
      values: { count, ...(more > 0 && { more: String(more) }) },
      notification: null,
      subscription: null,
      entries,
    };
    await enqueueMail(handle, { createdAtMs: now(), to: user.address, content });
  });
}

interface Digest {
  readonly user: MailUser;
  readonly entries: TemplateContent['entries'];
  readonly more: number;
}

/** Undefined when there is nothing that the user may still read. */
async function readDigest(
  { repository, mail }: MailWork,
  handle: ReadHandle,
  { username, dueMs }: { readonly username: string; readonly dueMs: number },
): Promise<Digest | undefined> {
  const due = handle.builder
    .selectFrom('mail_digest_item')
    .where('username', '=', username)
    .where('due_at', '<=', dueMs);
  const rows = await handle.all(
    due.selectAll().orderBy('created_at').orderBy('id').limit(listedMax),
  );
  const [counted] = await handle.all(due.select((e) => e.fn.countAll<number>().as('count')));
  const items = rows.map(detailsOf);
  const unit = withoutLargeValues(createSystemUnit(handle, repository));
  const ids = items.flatMap(({ documentId }) => documentId ?? []);
  const documents = await findDocumentsById(unit, [...new Set(ids)]);
  const { users } = await findMailUsers(unit, { usernames: [username], documents });
  const [user] = users;
  if (!user) return undefined;
  const readable = items.filter(({ documentId }) => mayRead(user, documents, documentId));
  if (readable.length === 0) return undefined;
  const { language } = languageOf(mail.texts, user.locale);
  const entries = readable.map(({ content }) => {
    const name = content.notification;
    const definition = name === null ? undefined : repository.notifications.find(name);
    const notification = name === null ? undefined : { name, subject: definition?.subject ?? null };
    const told = { ...content, entries: [], notification, locale: language, subjectPrefix: '' };
    return {
      subject: renderMail(mail.texts, told).subject,
      url: content.values.urlDocument ?? null,
    };
  });
  return { user, entries, more: Number(counted?.count ?? 0) - rows.length };
}

function mayRead(
  { mayRead }: MailUser,
  documents: readonly Document[],
  documentId: string | null,
): boolean {
  if (documentId === null) return true;
  const index = documents.findIndex(({ id }) => id === documentId);
  return index !== -1 && mayRead[index] === true;
}

function detailsOf({ details }: MailDigestItemTable): ItemDetails {
  return parseJson(details) as unknown as ItemDetails;
}
