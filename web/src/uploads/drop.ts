import { api } from '../api/client.ts';
import type { Doc } from '../api/types.ts';

/** Uploads dropped files into a folder. Called while the drop is handled: later they cannot be read. */
export async function uploadDropped(
  { files }: DataTransfer,
  { uid }: Pick<Doc, 'uid' | 'title'>,
): Promise<void> {
  await api.operation('FileManager.Import', {
    input: [...files],
    context: { currentDocument: uid },
  });
}
