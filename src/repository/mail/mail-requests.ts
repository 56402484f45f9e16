import { newMailId } from '../../base/ids.ts';
import { stringifyJson } from '../../base/json.ts';
import type { NamedAddress } from '../../base/mail-address.ts';
import { systemUsername } from '../../model/principal.ts';
import type { MailRequestTable } from '../../storage/mail-tables.ts';
import { defineStatement, type SqlBuilder } from '../../storage/statement.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { UnitContext, WriteUnit } from '../unit/unit.ts';

/** Values of the placeholders of a mail, as they are written in its text. */
export type MailValues = Readonly<Record<string, string>>;

/** A document that a mail names: its title and address are written when the mail is made. */
interface NamedDocument {
  readonly id: string;
}

/** A mail from texts of the server, in the language of each recipient, who get one each. */
export interface TemplateMail {
  /** `user:<name>`, `group:<name>` or a mail address. Those without an address get none. */
  readonly to: readonly string[];
  /** The name of its texts; see `model/data/mail`. */
  readonly template: string;
  /**
   * Long ones are cut. Names of values with an address begin with `url`; one without a scheme is
   * below the base URL of the server.
   */
  readonly values: MailValues;
  /** Gives the values `docTitle`, `docPath` and `docUrl`, if it still exists. */
  readonly document?: NamedDocument;
  /** Users who may not read the document get no mail, and none is sent of one that is gone. */
  readonly isForReaders?: boolean;
  /** The address of the document signs in with this token; see `external-tokens.ts`. */
  readonly externalTokenId?: string | undefined;
}

/** Something that happened to a document, for its subscribers. */
export interface MailEvent {
  readonly eventId: string;
  readonly documentId: string;
  readonly values: MailValues;
  /** For notifications that are not subscribed to; written as in `TemplateMail`. */
  readonly recipients?: readonly string[] | undefined;
  /** The name of the texts for these recipients, instead of that of the notification. */
  readonly template?: string | undefined;
}

type NewRequest = Omit<MailRequestTable, 'is_done'>;

function insertion(builder: SqlBuilder, p: NewRequest) {
  const { id, kind, details, created_at } = p;
  return builder.insertInto('mail_request').values({ id, kind, details, created_at, is_done: 0 });
}

const insertRequest = defineStatement<NewRequest, unknown>(insertion, {
  forMany: {
    postgres: ({ builder }, requests) => [
      builder
        .insertInto('mail_request')
        .values(requests.map((request) => ({ ...request, is_done: 0 }))),
    ],
  },
});

/** Of one value: a mail shows the beginning of a long text. */
const valueLengthMax = 4_000;

/**
 * Leaves a mail to the server, which makes it once the unit is committed, and sends it as often as
 * needed. Without a mail server nothing is stored. Costs the caller no query.
 */
export function queueMail(unit: WriteUnit, mail: TemplateMail): void {
  if (!unit.sendsMail || mail.to.length === 0) return;
  const details = { ...mail, values: withAuthor(unit, mail.values) };
  storeRequest(unit, { kind: 'mail', details });
}

/** A mail that a user has written, to addresses. */
export interface WrittenMail {
  readonly from: NamedAddress;
  readonly to: readonly NamedAddress[];
  readonly cc: readonly NamedAddress[];
  /** Recipients whom the others do not see. */
  readonly bcc: readonly NamedAddress[];
  readonly replyTo: readonly NamedAddress[];
  readonly subject: string;
  /** Text with placeholders, or the name of a text of the server. */
  readonly body: string;
  readonly template: string | null;
  readonly isHtml: boolean;
  readonly values: MailValues;
  readonly attachments: readonly MailAttachment[];
}

/** Content that a lease keeps until it is sent. */
export interface MailAttachment {
  readonly name: string;
  readonly mimeType: string;
  readonly key: string;
  readonly leaseId: string;
}

/** As `queueMail`, for a mail in the words of a user. */
export function queueWrittenMail(unit: WriteUnit, mail: WrittenMail): void {
  if (unit.sendsMail) storeRequest(unit, { kind: 'written', details: mail });
}

/** As `queueMail`, for those who are subscribed to the event. */
export function queueEvent(unit: WriteUnit, event: MailEvent): void {
  if (!unit.sendsMail) return;
  const { eventId, documentId, values, recipients } = event;
  const isPlain = recipients === undefined && Object.keys(values).length === 0;
  const details = { ...event, values: withAuthor(unit, values) };
  // Several such events in one unit are one for other users.
  const key = isPlain ? `${eventId} of ${documentId}` : undefined;
  storeRequest(unit, { kind: 'event', details, key });
}

/** Whether events of the unit lead to mail: those of the server itself do not. */
export function sendsEvents({ sendsMail, principal, actingFor }: UnitContext): boolean {
  return sendsMail && (principal.username !== systemUsername || actingFor !== undefined);
}

function withAuthor({ principal, actingFor }: UnitContext, values: MailValues): MailValues {
  const author = actingFor ?? principal.username;
  const entries = Object.entries({ author, ...values });
  return Object.fromEntries(entries.map(([name, value]) => [name, shortened(value)]));
}

function shortened(value: string): string {
  if (value.length <= valueLengthMax) return value;
  return `${value.slice(0, valueLengthMax).toWellFormed()}…`;
}

interface StoredRequest {
  readonly kind: string;
  readonly details: object;
  /** A later request of the unit replaces one of the same key. */
  readonly key?: string | undefined;
}

function storeRequest(unit: WriteUnit, { kind, details, key }: StoredRequest): void {
  const id = newMailId();
  unit.handle.postpone(`mail request ${key ?? id}`, insertRequest, {
    id,
    kind,
    details: stringifyJson(details),
    created_at: unit.nowMs,
  });
  announceAfterCommit(unit.handle, (listener) => listener.workLeft?.());
}
