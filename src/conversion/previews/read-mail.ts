import { readFile, stat } from 'node:fs/promises';
import PostalMime, { type Email } from 'postal-mime';
import { fragmentLimits } from './fragment-limits.ts';

const { mailBytesMax } = fragmentLimits;

/** @throws when it is too large or not a mail */
export async function readMail(path: string): Promise<Email> {
  const { size } = await stat(path);
  if (size > mailBytesMax) throw new Error(`it has more than ${mailBytesMax / 1024 / 1024} MB`);
  const mail = await PostalMime.parse(await readFile(path));
  if (mail.headers.length === 0) throw new Error('it has no headers of a mail');
  return mail;
}

/** Contents of attached files come as bytes unless the library is asked for text. */
export function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
