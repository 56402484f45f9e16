import { newMailId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import type { Logger } from '../../base/log.ts';
import { type NamedAddress, parseNamedAddress } from '../../base/mail-address.ts';
import type { Document } from '../../model/document.ts';
import { claimRecipients } from '../../repository/mail/pending-requests.ts';
import { findMailUsers, type MailUser } from '../../repository/notifications/recipients.ts';
import { type RecipientSlice, refusingUsers } from '../../repository/notifications/subscribers.ts';
import { createSystemUnit } from '../../repository/unit/unit.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { enqueueJob } from '../queue.ts';
import { digestDueMs } from './digest-time.ts';
import { type MailPayload, sendMailKind, type TemplateContent } from './mail-payload.ts';
import type { MailServices } from './mail-services.ts';

export interface MailWork extends MailServices {
  readonly database: Database;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** What the mails of one request have in common. */
export interface MailDraft {
  readonly requestId: string;
  readonly createdAtMs: number;
  readonly content: Omit<TemplateContent, 'kind' | 'locale' | 'subscription' | 'entries'>;
  /** Only users who may read it get the mail. */
  readonly document?: Document | undefined;
  /** What the recipients are subscribed to. */
  readonly source?: Document | undefined;
  /** May wait for the next collected mail. */
  readonly isCollected: boolean;
}

interface Addressee {
  readonly username: string | null;
  readonly address: NamedAddress;
  readonly locale: string | null;
  readonly sourceTitle: string | undefined;
}

/** Makes one job for each recipient of a slice who has not had one of the request. */
export async function makeMails(
  work: MailWork,
  draft: MailDraft,
  slice: RecipientSlice,
): Promise<void> {
  const addressees = await work.database.read((handle) =>
    findAddressees(work, handle, draft, slice),
  );
  if (addressees.length === 0) return;
  await work.database.write(async (handle) => {
    const names = addressees.map(keyOf);
    const claimed = await claimRecipients(handle, draft.requestId, [...new Set(names)]);
    for (const addressee of addressees) {
      if (claimed.has(keyOf(addressee))) await storeMail(work, handle, draft, { addressee, slice });
    }
  });
}

function keyOf({ username, address }: Addressee): string {
  return username === null ? `mailto:${address.address}` : `user:${username}`;
}

async function findAddressees(
  { repository, log }: MailWork,
  handle: ReadHandle,
  { document, source }: MailDraft,
  slice: RecipientSlice,
): Promise<readonly Addressee[]> {
  const refusing =
    slice.place && slice.isByGroup
      ? await refusingUsers(handle, slice.place, slice.usernames)
      : new Set<string>();
  const usernames = slice.usernames.filter((name) => !refusing.has(name));
  const documents = [document, source].filter((each) => each !== undefined);
  const unit = createSystemUnit(handle, repository);
  const { users, skipped } = await findMailUsers(unit, { usernames, documents });
  if (skipped.length > 0) {
    log.warn({ users: skipped }, 'mails are not sent to users whose mail address cannot be used');
  }
  const named = slice.addresses.flatMap((text) => parseNamedAddress(text) ?? []);
  if (named.length < slice.addresses.length) {
    log.warn('mails are not sent to addresses that cannot be used');
  }
  const readers = users.filter(({ mayRead }) => document === undefined || mayRead[0] === true);
  return [
    ...readers.map((user) => ({
      ...user,
      sourceTitle: sourceTitleFor(user, { document, source }),
    })),
    ...named.map((address) => ({ username: null, address, locale: null, sourceTitle: undefined })),
  ];
}

/** Of a folder that the user may not read any more, the title is not shown. */
function sourceTitleFor(
  { mayRead }: MailUser,
  { document, source }: Pick<MailDraft, 'document' | 'source'>,
): string | undefined {
  const shown = source !== undefined && mayRead[1] === true ? source : document;
  return source === undefined || shown === undefined ? undefined : titleOf(shown);
}

/** The title, else the name, else the id. */
export function titleOf({ properties, name, id }: Document): string {
  const title = properties['dc:title'];
  if (typeof title === 'string' && title !== '') return title;
  return name === '' ? id : name;
}

async function storeMail(
  { mail }: MailWork,
  handle: WriteHandle,
  draft: MailDraft,
  { addressee, slice }: { readonly addressee: Addressee; readonly slice: RecipientSlice },
): Promise<void> {
  const { username, address, locale, sourceTitle } = addressee;
  const { values } = draft.content;
  const content: TemplateContent = {
    ...draft.content,
    kind: 'template',
    locale,
    values: sourceTitle === undefined ? values : { ...values, sourceTitle },
    subscription: slice.place && username !== null ? { ...slice.place, username } : null,
    entries: [],
  };
  if (draft.isCollected && mail.digest !== 'off' && username !== null) {
    await handle.run(
      handle.builder.insertInto('mail_digest_item').values({
        id: newMailId(),
        username,
        due_at: digestDueMs(draft.createdAtMs, mail.digest),
        details: stringifyJson({ content, documentId: draft.document?.id ?? null }),
        created_at: draft.createdAtMs,
      }),
    );
    return;
  }
  await enqueueMail(handle, { createdAtMs: draft.createdAtMs, to: address, content });
}

/** The job of one mail. */
export async function enqueueMail(
  handle: WriteHandle,
  mail: Omit<MailPayload, 'mailId'>,
): Promise<void> {
  const payload: MailPayload = { mailId: newMailId(), ...mail };
  await enqueueJob(handle, { kind: sendMailKind, payload });
}
