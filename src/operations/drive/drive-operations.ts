import type { Operation } from '../../automation/define.ts';
import { attachDriveBlobOperation } from './attach-blob.ts';
import { createDriveFileOperation } from './create-file.ts';
import { createDriveFolderOperation } from './create-folder.ts';
import { deleteItemOperation } from './delete.ts';
import { getChangeSummaryOperation } from './get-change-summary.ts';
import { getChildItemsOperation } from './get-children.ts';
import { getFileSystemItemOperation } from './get-file-system-item.ts';
import { getRootsOperation } from './get-roots.ts';
import { getTopLevelFolderOperation } from './get-top-level-folder.ts';
import { moveItemOperation } from './move.ts';
import { renameItemOperation } from './rename.ts';
import { scrollDescendantsOperation } from './scroll-descendants.ts';
import { setSynchronizationOperation } from './set-synchronization.ts';
import { updateDriveFileOperation } from './update-file.ts';

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
