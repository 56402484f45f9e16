import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf, readMail } from '../previews/read-mail.ts';
import type { TaskFolder } from './task-folder.ts';

export interface AttachmentParams {
  /** In their order in the mail, from 0. */
  readonly index: number;
}

export interface TakenAttachment {
  readonly file: string;
  readonly name: string | null;
  readonly mimeType: string;
}

/** A file attached to a mail. @throws when there are not so many */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { index }: AttachmentParams,
): Promise<TakenAttachment> {
  const attachment = (await readMail(path)).attachments[index];
  if (!attachment) throw new Error(`it has no attached file ${index}`);
  const file = join(out, 'attachment');
  await writeFile(file, bytesOf(attachment.content));
  return { file, name: attachment.filename, mimeType: attachment.mimeType };
}
