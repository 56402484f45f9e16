import type { Operation } from '../automation/define.ts';
import { attachDriveBlobOperation } from './drive/attach-blob.ts';
import { createDriveFileOperation } from './drive/create-file.ts';
import { createDriveFolderOperation } from './drive/create-folder.ts';
import { deleteItemOperation } from './drive/delete.ts';
import { getChangeSummaryOperation } from './drive/get-change-summary.ts';
import { getChildItemsOperation } from './drive/get-children.ts';
import { getFileSystemItemOperation } from './drive/get-file-system-item.ts';
import { getRootsOperation } from './drive/get-roots.ts';
import { getTopLevelFolderOperation } from './drive/get-top-level-folder.ts';
import { moveItemOperation } from './drive/move.ts';
import { renameItemOperation } from './drive/rename.ts';
import { scrollDescendantsOperation } from './drive/scroll-descendants.ts';
import { setSynchronizationOperation } from './drive/set-synchronization.ts';
import { updateDriveFileOperation } from './drive/update-file.ts';

/** What clients that synchronize folders call. */
export const driveOperations: readonly Operation[] = [
  attachDriveBlobOperation,
  createDriveFileOperation,
  createDriveFolderOperation,
  deleteItemOperation,
  getChangeSummaryOperation,
  getChildItemsOperation,
  getFileSystemItemOperation,
  getRootsOperation,
  getTopLevelFolderOperation,
  moveItemOperation,
  renameItemOperation,
  scrollDescendantsOperation,
  setSynchronizationOperation,
  updateDriveFileOperation,
];
