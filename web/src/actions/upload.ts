import { FileUp, FolderUp } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { uploadChosen } from '../uploads/choose.ts';
import type { Action, ActionState, ActionTarget } from './action.ts';
import { may } from './permissions.ts';

/** The selected folder, or the shown one if nothing is selected. */
function targetOf({ documents, folder }: ActionTarget): Doc | undefined {
  if (documents.length === 0) return folder;
  const [document] = documents;
  return documents.length === 1 && document && isFolder(document) ? document : undefined;
}

function stateFor(target: ActionTarget): ActionState {
  const folder = targetOf(target);
  const isOpen = folder && isFolder(folder) && may(folder, 'AddChildren') && allowsFiles(folder);
  return isOpen ? 'ready' : 'hidden';
}

/** Some folders hold other folders only. */
function allowsFiles({ contextParameters: { subtypes } }: Doc): boolean {
  if (!Array.isArray(subtypes)) return true;
  return subtypes.some((each: { readonly type?: unknown }) => each.type === 'File');
}

export const uploadFiles: Action = {
  id: 'upload-files',
  label: 'uploads.files',
  icon: FileUp,
  group: 'create',
  stateFor,
  run: (context) => choose(context, false),
};

export const uploadFolder: Action = {
  id: 'upload-folder',
  label: 'uploads.folder',
  icon: FolderUp,
  group: 'create',
  stateFor,
  run: (context) => choose(context, true),
};

async function choose(target: ActionTarget, chooses: boolean): Promise<void> {
  const folder = targetOf(target);
  if (folder) await uploadChosen(folder, { isFolder: chooses });
}
