import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { FileDescription } from './formats.ts';
import { htmlReader } from './html-text.ts';
import { extractionLimits } from './limits.ts';
import type { TextSink } from './text-sink.ts';

/** Reads the text of an attached file; when it throws, the file is skipped. */
type ReadAttachment = (file: FileDescription, bytes: Uint8Array) => Promise<void>;

/**
 * The text of a mail: subject, addresses, text, and the names and texts of attached files.
 *
 * @throws when it is not a mail
 */
export async function readMail(
  bytes: Uint8Array,
  sink: TextSink,
  readAttachment: ReadAttachment,
): Promise<void> {
  const mail = await PostalMime.parse(bytes);
  if (mail.headers.length === 0) throw new Error('it has no headers of a mail');
  for (const text of [mail.subject, ...peopleOf(mail)]) {
    sink.add(text ?? '');
    sink.separate();
  }
  if (mail.text !== undefined) sink.addLines(mail.text);
  else addHtml(mail.html ?? '', sink);
  for (const attachment of mail.attachments.slice(0, extractionLimits.attachmentsMax)) {
    if (sink.isFull) return;
    sink.separate();
    sink.add(attachment.filename ?? '');
    sink.separate();
    await addAttachment(attachment, readAttachment);
  }
}

function peopleOf({ from, to, cc, bcc, replyTo }: Email): string[] {
  const addresses = [from, ...(to ?? []), ...(cc ?? []), ...(bcc ?? []), ...(replyTo ?? [])];
  return addresses.flatMap((address) => (address ? namesOf(address) : []));
}

function namesOf({ name, address, group }: Address): string[] {
  const members = (group ?? []).flatMap(namesOf);
  return [name, address ?? '', ...members];
}

function addHtml(html: string, sink: TextSink): void {
  const reader = htmlReader(sink);
  reader.write(html);
  reader.end();
}

async function addAttachment(attachment: Attachment, read: ReadAttachment): Promise<void> {
  const { content, filename: name, mimeType } = attachment;
  if (typeof content === 'string') return;
  try {
    await read({ name, mimeType, encoding: null }, new Uint8Array(content));
  } catch {
    // Attached files that cannot be read do not fail the mail.
  }
}
