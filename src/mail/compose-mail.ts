import type { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { NamedAddress } from '../base/mail-address.ts';

interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  open(): Readable;
}

export interface ComposedMail {
  /** The same for each attempt, so that a receiver detects one that it has already. */
  readonly messageId: string;
  readonly dateMs: number;
  readonly from: NamedAddress;
  readonly to: readonly NamedAddress[];
  readonly cc?: readonly NamedAddress[];
  readonly replyTo?: readonly NamedAddress[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly attachments?: readonly Attachment[];
  /** Where the recipient ends a subscription with one click, see RFC 8058. */
  readonly unsubscribeUrl?: string | undefined;
  /** Mail that a program has written, see RFC 3834: no replies by programs. */
  readonly isAutomatic: boolean;
}

/** The bytes of a message, as they are sent. Files are read as far as the receiver takes them. */
export function composeMail(mail: ComposedMail): AsyncIterable<Uint8Array> {
  const { unsubscribeUrl } = mail;
  const composer = new MailComposer({
    messageId: mail.messageId,
    date: new Date(mail.dateMs),
    from: { ...mail.from },
    to: mail.to.map((each) => ({ ...each })),
    cc: (mail.cc ?? []).map((each) => ({ ...each })),
    replyTo: (mail.replyTo ?? []).map((each) => ({ ...each })),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ name, mimeType, open }) => ({
      filename: name,
      contentType: mimeType,
      content: open(),
    })),
    headers: {
      ...(mail.isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      }),
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().createReadStream();
}
