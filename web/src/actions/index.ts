import type { Action } from './action.ts';
import { addTagAction } from './add-tag.ts';
import { copyAction, cutAction, pasteAction } from './clipboard-actions.ts';
import { addToCollection } from './collection-add.ts';
import { copyCallAction } from './copy-call.ts';
import { copyIdAction } from './copy-id.ts';
import { copyLinkAction } from './copy-link.ts';
import { copyPathAction } from './copy-path.ts';
import { copyToAction } from './copy-to.ts';
import { createAction } from './create.ts';
import { deleteAction } from './delete.ts';
import { downloadAction } from './download.ts';
import { downloadPdfAction } from './download-pdf.ts';
import { duplicateAction } from './duplicate.ts';
import { exportCsvAction } from './export-csv.ts';
import { addToFavorites, removeFromFavorites } from './favorite.ts';
import { lock, unlock } from './lock.ts';
import { moveAction } from './move.ts';
import { openAction, openInTabAction } from './open.ts';
import { previewAction } from './preview.ts';
import { printAction } from './print.ts';
import { publish } from './publish.ts';
import { renameAction } from './rename.ts';
import { restoreAction } from './restore.ts';
import { share } from './share.ts';
import { showTrashAction } from './show-trash.ts';
import { startWorkflowAction } from './start-workflow.tsx';
import { subscribe, unsubscribe } from './subscribe.ts';
import { trashAction } from './trash.ts';
import { uploadFiles, uploadFolder } from './upload.ts';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [
  openAction,
  openInTabAction,
  previewAction,
  showTrashAction,
  createAction,
  pasteAction,
  renameAction,
  restoreAction,
  moveAction,
  copyToAction,
  duplicateAction,
  cutAction,
  copyAction,
  downloadAction,
  downloadPdfAction,
  exportCsvAction,
  copyLinkAction,
  copyIdAction,
  copyPathAction,
  copyCallAction,
  printAction,
  trashAction,
  deleteAction,
  startWorkflowAction,
  lock,
  unlock,
  addToFavorites,
  removeFromFavorites,
  addToCollection,
  addTagAction,
  share,
  publish,
  subscribe,
  unsubscribe,
  uploadFiles,
  uploadFolder,
];
