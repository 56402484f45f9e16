import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { defaultRepository } from '../../base/repository-name.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { ComposedMail } from '../../mail/compose-mail.ts';
import type { MailTransport } from '../../mail/mail-transport.ts';
import { fillMessage, oneLine, renderMail, type TextValues } from '../../mail/render-mail.ts';
import { unsubscribePath, unsubscribeToken } from '../../mail/unsubscribe-link.ts';
import { releaseLeases } from '../../repository/attachments/blob-leases.ts';
import { externalToken } from '../../repository/credentials/external-tokens.ts';
import { ensureTokenSecret } from '../../repository/credentials/token-secret.ts';
import { ensureSessionSecret } from '../../repository/principals/session-secret.ts';
import type { RepositoryContext } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';
import { defineJobKind, type JobKind } from '../job-kind.ts';
import {
  type MailPayload,
  type MessageContent,
  parseMailPayload,
  sendMailKind,
  type TemplateContent,
} from './mail-payload.ts';
import type { MailServices, MailSettings } from './mail-services.ts';

/** About a day, with the pauses between them. */
const attemptsMax = 30;

/**
 * Hands one mail to the mail server. It is sent once, unless the connection breaks, or the process
 * ends, after the mail server has taken it and before the job is done.
 */
export function sendMailJobKind(services: MailServices): JobKind {
  const { server, retryAfterMs } = services.mail;
  let transport: MailTransport | undefined;
  return defineJobKind<MailPayload>({
    kind: sendMailKind,
    concurrency: server?.poolSize ?? 1,
    // Mails may be many, and the mail server slow: other jobs keep room.
    priority: 'bulk',
    attemptsMax,
    retryAfterMs,
    isFinal: (error) => isAppError(error, 'mail.refused'),
    parse: parseMailPayload,
    close: () => transport?.close(),
    whenDiscarded: (handle, payload) => releaseLeases(handle, leasesOf(payload)),
    run: async ({ database, signal, complete }, payload) => {
      if (server === null) {
        throw new AppError('mail.refused', 'no mail server is configured: set mailHost');
      }
      const mail = await composedMail(services, database, payload);
      const envelope = { from: mail.from.address, to: payload.to.address };
      // Loaded with the first mail: most servers send none.
      const { MailTransport } = await import('../../mail/mail-transport.ts');
      const { composeMail } = await import('../../mail/compose-mail.ts');
      transport ??= new MailTransport(server);
      await transport.send({ envelope, open: () => composeMail(mail) }, signal);
      await database.write(async (handle) => {
        await releaseLeases(handle, leasesOf(payload));
        await complete(handle);
      });
    },
  });
}

function leasesOf(payload: unknown): readonly string[] {
  const { content } = parseMailPayload(payload);
  return content.kind === 'message' ? content.attachments.map(({ leaseId }) => leaseId) : [];
}

function composedMail(
  services: MailServices,
  database: Database,
  payload: MailPayload,
): Promise<ComposedMail> {
  const { content } = payload;
  return content.kind === 'message'
    ? writtenMail(services, payload, content)
    : templateMail(services, database, { ...payload, content });
}

async function templateMail(
  { mail, repository }: MailServices,
  database: Database,
  payload: Omit<MailPayload, 'content'> & { readonly content: TemplateContent },
): Promise<ComposedMail> {
  const { content } = payload;
  const { subscription, notification } = content;
  const secret = subscription ? await ensureSessionSecret(database) : '';
  const url = subscription
    ? mail.baseUrl +
      unsubscribePath +
      unsubscribeToken(secret, subscription) +
      parameterOf(repository)
    : undefined;
  const definition =
    notification === null ? undefined : repository.notifications.find(notification);
  const rendered = renderMail(mail.texts, {
    ...content,
    values: {
      ...withBaseUrl(withLabels(repository, content), mail.baseUrl),
      ...(await signInAddress(mail, database, content)),
      urlUnsubscribe: url,
    },
    entries: content.entries.map((each) => ({ subject: each.subject, url: each.url ?? undefined })),
    notification:
      notification === null
        ? undefined
        : { name: notification, subject: definition?.subject ?? null },
    subjectPrefix: mail.subjectPrefix,
  });
  return {
    ...headOf(payload, mail.from.address),
    from: mail.from,
    to: [payload.to],
    ...rendered,
    unsubscribeUrl: url,
    isAutomatic: true,
  };
}

/** Which repository the subscription is in. */
function parameterOf({ repositoryName }: RepositoryContext): string {
  if (repositoryName === defaultRepository) return '';
  return `?nxrepository=${encodeURIComponent(repositoryName)}`;
}

/** For external users the address of the document is one that signs them in first. */
async function signInAddress(
  { baseUrl }: MailSettings,
  database: Database,
  { externalTokenId, values }: TemplateContent,
): Promise<TextValues> {
  if (externalTokenId === undefined) return {};
  const token = externalToken(await ensureTokenSecret(database), externalTokenId);
  const requestedUrl = values.urlDocument?.replace(baseUrl, '') ?? '';
  const query = new URLSearchParams({ token, requestedUrl });
  return { urlDocument: `${baseUrl}startup?${query}` };
}

async function writtenMail(
  { blobs, mail }: MailServices,
  payload: MailPayload,
  content: MessageContent,
): Promise<ComposedMail> {
  const { from, to, cc, replyTo, isHtml } = content;
  const body = bodyOf(mail, content);
  return {
    ...headOf(payload, from.address),
    from,
    to,
    cc,
    replyTo,
    subject: oneLine(content.subject),
    text: isHtml ? undefined : body,
    html: isHtml ? body : undefined,
    attachments: content.attachments.map(({ name, mimeType, key }) => ({
      name,
      mimeType,
      open: () => Readable.from(contentOf(blobs, key as BlobKey), { objectMode: false }),
    })),
    isAutomatic: false,
  };
}

function bodyOf(mail: MailSettings, { body, template, values, isHtml }: MessageContent): string {
  const url = mail.baseUrl + mail.documentPath.replace('{id}', values.docId ?? '');
  const given = { ...withBaseUrl(values, mail.baseUrl), docUrl: url, urlDocument: url };
  if (template === null) return fillMessage(body, { values: given, isHtml });
  const told = { template, locale: null, values: given, subjectPrefix: '' };
  const rendered = renderMail(mail.texts, told);
  return isHtml ? rendered.html : rendered.text;
}

/** What models of workflows may have keys of translations for. */
const labelled = ['taskName', 'directive'] as const;

/** In the language of the recipient. */
function withLabels(
  { workflowModels }: RepositoryContext,
  { values, locale }: Pick<TemplateContent, 'values' | 'locale'>,
): TextValues {
  const labels = labelled.flatMap((name) => {
    const key = values[name];
    return key === undefined ? [] : [[name, workflowModels.translate(key, locale ?? [])] as const];
  });
  return { ...values, ...Object.fromEntries(labels) };
}

/** Addresses without a scheme are of this server. */
function withBaseUrl(values: TextValues, baseUrl: string): TextValues {
  const complete = Object.entries(values).map(([name, value]) => {
    const isRelative = name.startsWith('url') && value !== undefined && !/^https?:/.test(value);
    return [name, isRelative ? baseUrl + value : value];
  });
  return Object.fromEntries(complete);
}

/** Opened when it is read: not for a mail that is refused before. */
async function* contentOf(blobs: BlobStore, key: BlobKey): AsyncGenerator<Uint8Array> {
  yield* await blobs.open(key);
}

/** The id does not tell receivers how many mails the server sends. */
function headOf({ mailId, createdAtMs }: MailPayload | Omit<MailPayload, 'content'>, from: string) {
  const id = createHash('sha256').update(mailId).digest('hex').slice(0, 40);
  return { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`, dateMs: createdAtMs };
}
