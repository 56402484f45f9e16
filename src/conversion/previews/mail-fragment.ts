import type { Address, Attachment, Email } from 'postal-mime';
import { escapeHtml } from '../../base/escape-html.ts';
import type { FragmentSource } from './fragment.ts';
import { fragmentLimits } from './fragment-limits.ts';
import { bytesOf, readMail } from './read-mail.ts';
import { safeHtml } from './safe-html.ts';

const { attachmentsMax, inlinePictureBytesMax } = fragmentLimits;

/** The head of a mail, its text, and links to the files attached to it. */
export async function mailFragment({ path }: FragmentSource): Promise<string> {
  const mail = await readMail(path);
  const subject = escapeHtml(mail.subject ?? '');
  return `<h1>${subject}</h1>
<dl class="head">
${headOf(mail)}</dl>
<article>
${bodyOf(mail)}
</article>
${attachmentsOf(mail.attachments)}`;
}

function headOf({ from, sender, to, cc, bcc, replyTo, date }: Email): string {
  const lines: readonly (readonly [string, readonly Address[] | undefined])[] = [
    ['From', from ? [from] : sender && [sender]],
    ['To', to],
    ['Cc', cc],
    ['Bcc', bcc],
    ['Reply to', replyTo],
  ];
  const people = lines.map(([label, addresses]) =>
    line(label, (addresses ?? []).map(named).join(', ')),
  );
  return `${people.join('')}${line('Date', dateText(date ?? ''))}`;
}

/** Dates that could be read come in the form of ISO 8601, in UTC. */
function dateText(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2 UTC');
}

function line(label: string, text: string): string {
  return text === '' ? '' : `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>\n`;
}

function named({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(named).join(', ')}`;
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}

function bodyOf({ html, text, attachments }: Email): string {
  if (html === undefined) return `<pre class="text">${escapeHtml(text ?? '')}</pre>`;
  return safeHtml(html, { pictureOf: pictureReader(attachments) });
}

const pictureType = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i;

/** Pictures of the mail itself become a part of the page; others are not loaded. */
function pictureReader(attachments: readonly Attachment[]) {
  let bytesLeft: number = inlinePictureBytesMax;
  const byId = new Map(attachments.map((each) => [each.contentId?.replace(/^<|>$/g, ''), each]));
  return (source: string): string | undefined => {
    if (/^data:image\/(?:png|jpeg|gif|webp);/i.test(source)) return source;
    const id = /^cid:(.+)$/i.exec(source)?.[1];
    const found = id === undefined ? undefined : byId.get(decoded(id));
    if (!found || !pictureType.test(found.mimeType)) return undefined;
    const bytes = bytesOf(found.content);
    if (bytes.length > bytesLeft) return undefined;
    bytesLeft -= bytes.length;
    return `data:${found.mimeType.toLowerCase()};base64,${bytes.toString('base64')}`;
  };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Pictures within the text are listed as well, as not every text shows them. */
function attachmentsOf(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return '';
  const items = attachments.slice(0, attachmentsMax).map(({ filename, mimeType, content }, at) => {
    const name = escapeHtml(filename ?? `attachment ${at + 1}`);
    const bytes = bytesOf(content).length.toLocaleString('en');
    const type = escapeHtml(mimeType);
    return `<li><a href="attachment-${at}" download>${name}</a> (${type}, ${bytes} bytes)</li>\n`;
  });
  return `<section class="attachments">\n<h2>Attached files</h2>\n<ul>\n${items.join('')}</ul>\n</section>\n`;
}
