import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { NamedAddress } from '../../base/mail-address.ts';
import { getAtXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue, type PropertyValue } from '../../model/value.ts';
import { getXpath } from '../../repository/attachments/attached-blobs.ts';
import { extendLeases, leaseBlob } from '../../repository/attachments/blob-leases.ts';
import { attachmentLifeMs } from '../../repository/mail/attachment-life.ts';
import { type MailAttachment, queueWrittenMail } from '../../repository/mail/mail-requests.ts';
import type { ReadUnit, WriteUnit } from '../../repository/unit/unit.ts';
import { resolveRecipients } from '../parts/mail-recipients.ts';

const messageLengthMax = 1_000_000;
const subjectLengthMax = 1_000;
const filesMax = 100;

interface MailParams {
  readonly from: string;
  readonly message: string;
  readonly subject: string;
  readonly HTML: boolean;
  readonly 'Strict User Resolution': boolean;
  readonly bcc: readonly string[] | null;
  readonly cc: readonly string[] | null;
  readonly files: readonly string[] | null;
  readonly replyto: readonly string[] | null;
  readonly to: readonly string[] | null;
}

export const mailDocumentOperation = defineOperation({
  id: 'Document.Mail',
  aliases: ['Notification.SendMail'],
  label: 'Send E-Mail',
  category: 'Notification',
  description:
    'Leaves a mail about the input document to the server, which sends it after the call, and again if the mail server cannot take it. Without a mail server nothing is sent.',
  access: 'administrator',
  params: {
    from: required('string', 'The sender: a user or an address.'),
    message: required(
      'string',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders of messages
      'The text, in which ${docTitle}, ${docPath}, ${docUrl} and ${author} are replaced; template:name for a text of the server.',
      { widget: 'MailTemplate' },
    ),
    subject: required('string', 'The subject, one line.'),
    HTML: withDefault('boolean', false, {
      description: 'Whether the text is HTML.',
      values: ['false'],
    }),
    'Strict User Resolution': withDefault('boolean', true, {
      description: 'Whether recipients who are not known are an error, and are not left out.',
    }),
    bcc: optional('stringlist', 'Recipients whom the others do not see.'),
    cc: optional('stringlist', 'Recipients of a copy.'),
    files: optional('stringlist', 'Where the files are in the document that are attached.'),
    replyto: optional('stringlist', 'To whom replies go.'),
    rollbackOnError: withDefault('boolean', true, {
      description: 'Whether a mail that cannot be made is an error of the call.',
      values: ['true'],
    }),
    to: optional('stringlist', 'Recipients: users, groups, user:name, group:name or addresses.'),
    viewId: withDefault('string', 'view_documents', {
      description: 'Has no effect.',
      values: ['view_documents'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, params) {
        try {
          await sendMail(context, document, params);
        } catch (error) {
          const isOfMail = isAppError(error, 'mail.invalid') || isAppError(error, 'mail.too-large');
          if (!isOfMail || params.rollbackOnError) throw error;
          context.log.warn({ err: error, documentId: document.id }, 'a mail could not be made');
        }
        return document;
      },
    },
  ],
});

async function sendMail(
  context: OperationContext,
  document: WorkingDocument,
  params: MailParams,
): Promise<void> {
  const { repository, log } = context;
  checkTexts(params);
  const template = templateOf(context, params.message);
  const people = await context.read((unit) => findPeople(unit, params));
  if (!repository.sendsMail) {
    log.warn({ documentId: document.id }, 'a mail is not sent: no mail server is configured');
    return;
  }
  const blobs = attachedBlobs(document, params.files ?? []);
  const sizeBytes = blobs.reduce((sum, { length }) => sum + length, 0);
  const max = repository.mailRules.attachmentsBytesMax;
  if (sizeBytes > max) {
    throw new AppError('mail.too-large', `files: have ${sizeBytes} bytes, more than ${max}`);
  }
  const { subject, message, HTML: isHtml } = params;
  await context.write(async (unit) => {
    const attachments = await leaseFiles(unit, blobs);
    const values = valuesOf(unit, document);
    queueWrittenMail(unit, {
      ...people,
      subject,
      body: message,
      template,
      isHtml,
      values,
      attachments,
    });
  });
}

/** @throws AppError mail.invalid */
function checkTexts({ subject, message }: MailParams): void {
  if (/\p{Cc}/u.test(subject) || subject.length > subjectLengthMax) {
    const text = `subject: send one line of at most ${subjectLengthMax} characters`;
    throw new AppError('mail.invalid', text);
  }
  if (message.length <= messageLengthMax) return;
  throw new AppError('mail.invalid', `message: has more than ${messageLengthMax} characters`);
}

/** @throws AppError mail.invalid */
function templateOf({ repository }: OperationContext, message: string): string | null {
  const [, name] = /^template:(.{1,200})$/s.exec(message) ?? [];
  if (name === undefined) return null;
  if (repository.mailRules.templates.has(name)) return name;
  throw new AppError('mail.invalid', `message: there is no template ${JSON.stringify(name)}`);
}

interface People {
  readonly from: NamedAddress;
  readonly to: readonly NamedAddress[];
  readonly cc: readonly NamedAddress[];
  readonly bcc: readonly NamedAddress[];
  readonly replyTo: readonly NamedAddress[];
}

/** @throws AppError mail.invalid */
async function findPeople(unit: ReadUnit, params: MailParams): Promise<People> {
  const isStrict = params['Strict User Resolution'];
  const resolve = (parameter: string, names: readonly string[] | null) =>
    resolveRecipients(unit, { parameter, names: names ?? [], isStrict });
  const [from] = await resolveRecipients(unit, {
    parameter: 'from',
    names: [params.from],
    isStrict: true,
  });
  if (!from) throw new AppError('mail.invalid', 'from: the user has no mail address');
  const to = await resolve('to', params.to);
  const cc = await resolve('cc', params.cc);
  const bcc = await resolve('bcc', params.bcc);
  const replyTo = await resolve('replyto', params.replyto);
  if (to.length + cc.length + bcc.length === 0) {
    throw new AppError('mail.invalid', 'to, cc, bcc: name a recipient with a mail address');
  }
  return { from, to, cc, bcc, replyTo };
}

/** A place may have many files, such as the list of attachments. */
function attachedBlobs(document: WorkingDocument, xpaths: readonly string[]): BlobValue[] {
  const given = xpaths.filter((xpath) => xpath.trim() !== '');
  const blobs = given.flatMap((xpath) =>
    blobsIn(getAtXpath(document.properties, getXpath(document.shape, xpath.trim()))),
  );
  if (blobs.length <= filesMax) return blobs;
  throw new AppError('mail.too-large', `files: more than ${filesMax} files`);
}

function blobsIn(value: PropertyValue | undefined): readonly BlobValue[] {
  if (value === undefined || value === null || typeof value !== 'object') return [];
  if (isBlobValue(value)) return [value];
  return Object.values(value).flatMap((each) => blobsIn(each as PropertyValue));
}

async function leaseFiles(
  unit: WriteUnit,
  blobs: readonly BlobValue[],
): Promise<readonly MailAttachment[]> {
  const attachments: MailAttachment[] = [];
  for (const { key, name, mimeType } of blobs) {
    attachments.push({
      name: name ?? 'file',
      mimeType: mimeType ?? 'application/octet-stream',
      key,
      leaseId: await leaseBlob(unit.handle, key as BlobKey, unit.nowMs),
    });
  }
  const ids = attachments.map(({ leaseId }) => leaseId);
  await extendLeases(unit.handle, ids, unit.nowMs + attachmentLifeMs);
  return attachments;
}

function valuesOf({ principal }: WriteUnit, document: WorkingDocument): Record<string, string> {
  const { 'dc:title': given } = document.properties;
  const docTitle = typeof given === 'string' && given !== '' ? given : document.name;
  const docPath = document.path ?? '';
  return {
    docTitle,
    docPath,
    docId: document.id,
    author: principal.username,
    'Document.title': docTitle,
    'Document.path': docPath,
    'Document.id': document.id,
  };
}
