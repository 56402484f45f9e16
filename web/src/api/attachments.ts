import type { QueryClient } from '@tanstack/react-query';
import { saveEdit, storedValuesQuery } from './edits.ts';
import { kindOf } from './errors.ts';
import type { Doc, Value } from './types.ts';

const property = 'files:files';

/** Items have the file under this name. */
export interface Attachment {
  readonly file: Value;
}

export function attachmentsOf({ properties }: Pick<Doc, 'properties'>): readonly Attachment[] {
  const list = properties[property];
  return Array.isArray(list) ? (list as readonly unknown[] as readonly Attachment[]) : [];
}

/** Has to work on any list: what another person has done meanwhile stays. */
export type AttachmentEdit = (items: readonly Attachment[]) => readonly Attachment[];

const attemptsMax = 5;

/** Changes the attachments of a document as they are now. */
export async function changeAttachments(
  client: QueryClient,
  { uid, parentRef: parent }: Pick<Doc, 'uid' | 'parentRef'>,
  edit: AttachmentEdit,
): Promise<void> {
  for (let left = attemptsMax; ; left -= 1) {
    const current = await client.fetchQuery({ ...storedValuesQuery(uid), staleTime: 0 });
    const next = edit(attachmentsOf(current)).map(({ file }) => ({ file }));
    const properties = { [property]: next };
    try {
      const { changeToken } = current;
      await saveEdit(client, { uid, parent, changeToken: changeToken ?? '', properties });
      return;
    } catch (error) {
      if (kindOf(error) !== 'conflict' || left === 0) throw error;
    }
  }
}
