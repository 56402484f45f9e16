import type { Doc } from '../../api/types.ts';
import type { Text } from '../../i18n/i18n.tsx';

/** The root has no title of its own. */
export function named(folder: Doc, text: Text): Doc {
  return folder.path === '/' ? { ...folder, title: text('browse.root') } : folder;
}
