import type { BlobKey } from '../../base/ids.ts';
import type { NamedAddress } from '../../base/mail-address.ts';
import { slicesOf } from '../../base/slices.ts';
import {
  extendLeases,
  leaseBlob,
  releaseLeases,
} from '../../repository/attachments/blob-leases.ts';
import { attachmentLifeMs } from '../../repository/mail/attachment-life.ts';
import type { MailAttachment } from '../../repository/mail/mail-requests.ts';
import { claimRecipients, type PendingWritten } from '../../repository/mail/pending-requests.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { MessageContent } from './mail-payload.ts';
import { enqueueMail, type MailWork } from './make-mails.ts';

/** Jobs made in one unit: each has the text of the mail. */
const mailsPerUnit = 10;

/** One job for each recipient: one who is refused does not stop the mail to the others. */
export async function serveWritten(
  { database, signal }: MailWork,
  { id, createdAtMs, details }: PendingWritten,
): Promise<void> {
  const { bcc, ...head } = details;
  const recipients = distinct([...details.to, ...details.cc, ...bcc]);
  for (const some of slicesOf(recipients, mailsPerUnit)) {
    signal.throwIfAborted();
    await database.write(async (handle) => {
      const keys = some.map(({ address }) => `mailto:${address}`);
      const claimed = await claimRecipients(handle, id, keys);
      for (const to of some) {
        if (!claimed.has(`mailto:${to.address}`)) continue;
        const attachments = await leaseAll(handle, details.attachments, createdAtMs);
        const content: MessageContent = {
          ...head,
          kind: 'message',
          to: [...head.to],
          cc: [...head.cc],
          replyTo: [...head.replyTo],
          values: { ...head.values },
          attachments,
        };
        await enqueueMail(handle, { createdAtMs, to, content });
      }
    });
  }
  await database.write((handle) =>
    releaseLeases(
      handle,
      details.attachments.map(({ leaseId }) => leaseId),
    ),
  );
}

function distinct(addresses: readonly NamedAddress[]): readonly NamedAddress[] {
  return [...new Map(addresses.map((each) => [each.address.toLowerCase(), each])).values()];
}

/** Each mail keeps the files by itself, as each is sent by itself. */
async function leaseAll(
  handle: WriteHandle,
  attachments: readonly MailAttachment[],
  nowMs: number,
): Promise<MessageContent['attachments']> {
  const leased: MessageContent['attachments'] = [];
  for (const each of attachments) {
    const leaseId = await leaseBlob(handle, each.key as BlobKey, nowMs);
    leased.push({ ...each, leaseId });
  }
  const ids = leased.map(({ leaseId }) => leaseId);
  await extendLeases(handle, ids, nowMs + attachmentLifeMs);
  return leased;
}
