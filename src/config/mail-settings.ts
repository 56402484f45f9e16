import { setting } from './setting-definition.ts';
import {
  flag,
  integer,
  mailAddress,
  oneOf,
  optional,
  text,
  textList,
  zeroOr,
} from './setting-values.ts';

/** Settings of mail and notifications; a part of the list in `settings.ts`. */
export const mailSettings = {
  invitationDays: setting({
    env: 'CARTULARY_INVITATION_DAYS',
    description: 'how long the link in the mail to an invited user is good for',
    default: 7,
    parse: integer(1, 365, 'days'),
  }),
  mailAttachmentsMaxMegabytes: setting({
    env: 'CARTULARY_MAIL_ATTACHMENTS_MAX_MEGABYTES',
    description: 'how large the files attached to one mail may be together',
    default: 20,
    parse: integer(1, 1_000, 'mebibytes'),
  }),
  mailDocumentPath: setting({
    env: 'CARTULARY_MAIL_DOCUMENT_PATH',
    description:
      'address of a document in mails, below publicUrl, with {id} in the place of its id and {repository} in that of the name of its repository',
    default: 'ui/#!/doc/{id}',
    parse: text({ pattern: /^(?!\/)[\x21-\x7e]{0,500}$/, expected: 'a path without / before it' }),
  }),
  mailFrom: setting<string | null>({
    env: 'CARTULARY_MAIL_FROM',
    description: 'sender of the mails of the server, such as Archive <archive@example.org>',
    default: null,
    parse: optional(mailAddress),
  }),
  mailHost: setting<string | null>({
    env: 'CARTULARY_MAIL_HOST',
    description: 'SMTP server to which mail is handed; no mail is sent when not set',
    default: null,
    parse: optional(text({ pattern: /^[\w.:-]{1,255}$/, expected: 'a host name or address' })),
  }),
  mailPassword: setting<string | null>({
    env: 'CARTULARY_MAIL_PASSWORD',
    description: 'password of mailUser at the SMTP server',
    isSecret: true,
    default: null,
    parse: optional(text({ pattern: /^.{1,1000}$/s, expected: 'a text of 1 to 1000 characters' })),
  }),
  mailPoolSize: setting({
    env: 'CARTULARY_MAIL_POOL_SIZE',
    description: 'mails that are sent at the same time, each on a connection of its own',
    default: 4,
    parse: integer(1, 50, 'connections'),
  }),
  mailPort: setting({
    env: 'CARTULARY_MAIL_PORT',
    description: 'port of the SMTP server; 0 takes 465 with mailTls tls, else 587',
    default: 0,
    parse: zeroOr(integer(1, 65_535, '')),
  }),
  mailRetrySeconds: setting({
    env: 'CARTULARY_MAIL_RETRY_SECONDS',
    description: 'pause after the first failed attempt to send a mail; later ones are longer',
    default: 60,
    parse: integer(1, 3_600, 'seconds'),
  }),
  mailSubjectPrefix: setting({
    env: 'CARTULARY_MAIL_SUBJECT_PREFIX',
    description: 'text before the subjects of notifications',
    default: '[Cartulary]',
    parse: text({ pattern: /^[^\p{Cc}]{0,100}$/u, expected: 'up to 100 characters of one line' }),
  }),
  mailTemplateFiles: setting<readonly string[]>({
    env: 'CARTULARY_MAIL_TEMPLATE_FILES',
    description: 'JSON files with texts of mails, which replace those of the server',
    isPath: true,
    default: [],
    parse: textList,
  }),
  mailTimeLimitMs: setting({
    env: 'CARTULARY_MAIL_TIME_LIMIT_MS',
    description: 'how long sending one mail may take; connecting takes at most half of it',
    default: 60_000,
    parse: integer(500, 3_600_000, 'milliseconds'),
  }),
  mailTls: setting({
    env: 'CARTULARY_MAIL_TLS',
    description:
      'starttls refuses servers without it, tls encrypts from the beginning, offered uses it where the server has it, off never',
    default: 'starttls' as 'starttls' | 'tls' | 'offered' | 'off',
    parse: oneOf('starttls', 'tls', 'offered', 'off'),
  }),
  mailTlsUnverified: setting({
    env: 'CARTULARY_MAIL_TLS_UNVERIFIED',
    description: 'accept any certificate of the SMTP server; for tests and closed networks',
    default: false,
    parse: flag,
  }),
  mailUser: setting<string | null>({
    env: 'CARTULARY_MAIL_USER',
    description: 'user name at the SMTP server; no login when not set',
    default: null,
    parse: optional(text({ pattern: /^[^\p{Cc}]{1,500}$/u, expected: 'a name of one line' })),
  }),
  notificationDigest: setting({
    env: 'CARTULARY_NOTIFICATION_DIGEST',
    description: 'collect the notifications of each user into one mail: off, hourly or daily (UTC)',
    default: 'off' as 'off' | 'hourly' | 'daily',
    parse: oneOf('off', 'hourly', 'daily'),
  }),
  notificationFiles: setting<readonly string[]>({
    env: 'CARTULARY_NOTIFICATION_FILES',
    description: 'JSON files with additional notifications; later ones replace earlier ones',
    isPath: true,
    default: [],
    parse: textList,
  }),
  taskReminderHours: setting<number | null>({
    env: 'CARTULARY_TASK_REMINDER_HOURS',
    description:
      'how long before a task is due its actors get a reminder by mail, once; none when not set',
    default: null,
    parse: optional(integer(0, 8_760, 'hours')),
  }),
} as const;

interface MailConfig {
  readonly mailFrom: string | null;
  readonly mailHost: string | null;
  readonly mailPassword: string | null;
  readonly mailTls: string;
  readonly mailUser: string | null;
}

/** Problems of combinations of values that are valid one by one. */
export function mailProblems(config: MailConfig): readonly string[] {
  const problems: string[] = [];
  if (config.mailHost !== null && config.mailFrom === null) {
    problems.push('mailFrom: with mailHost, mails need a sender; set both');
  }
  if ((config.mailUser === null) !== (config.mailPassword === null)) {
    problems.push('mailUser, mailPassword: one is of no use without the other; set both or none');
  }
  if (config.mailUser !== null && config.mailTls === 'off') {
    problems.push('mailTls: off would send the password as plain text; use starttls or tls');
  }
  return problems;
}
