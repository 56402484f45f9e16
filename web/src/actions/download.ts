import { Download } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import type { Action } from './action.ts';
import { fileOf } from './files.ts';

/** Folders and collections are archives of what is in them, notes files with their text. */
function hasFile(document: Doc): boolean {
  const { facets, type } = document;
  return facets.includes('Folderish') || type === 'Note' || fileOf(document) !== undefined;
}

export const downloadAction: Action = {
  id: 'download',
  label: 'actions.download',
  icon: Download,
  group: 'share',
  isProminent: true,
  stateFor: ({ documents }) => (documents.some(hasFile) ? 'ready' : 'hidden'),
  run: async (context) => (await import('./downloading.ts')).download(context),
};
