import { FileUp, FolderUp } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { containerTypeIn, takesFiles } from '../documents/subtypes.ts';
import { uploadChosen } from '../uploads/choose.ts';
import { reportUpload } from '../uploads/report-upload.ts';
import type { Action, ActionContext, ActionState, ActionTarget } from './action.ts';
import { may } from './permissions.ts';

/** The selected folder, or the shown one if nothing is selected. */
function targetOf({ documents, folder }: ActionTarget): Doc | undefined {
  if (documents.length === 0) return folder;
  const [document] = documents;
  return documents.length === 1 && document && isFolder(document) ? document : undefined;
}

function stateIf(isPossible: (folder: Doc) => boolean) {
  return (target: ActionTarget): ActionState => {
    const folder = targetOf(target);
    const isOpen = folder && isFolder(folder) && may(folder, 'AddChildren') && isPossible(folder);
    return isOpen ? 'ready' : 'hidden';
  };
}

export const uploadFiles: Action = {
  id: 'upload-files',
  label: 'uploads.files',
  icon: FileUp,
  group: 'create',
  stateFor: stateIf(takesFiles),
  run: (context) => choose(context, false),
};

export const uploadFolder: Action = {
  id: 'upload-folder',
  label: 'uploads.folder',
  icon: FolderUp,
  group: 'create',
  stateFor: stateIf((folder) => containerTypeIn(folder) !== undefined),
  run: (context) => choose(context, true),
};

async function choose(target: ActionContext, chooses: boolean): Promise<void> {
  const folder = targetOf(target);
  if (!folder) return;
  const uploading = uploadChosen(folder, { isFolder: chooses });
  await uploading.catch((error: unknown) => reportUpload(target.text, error));
}
