import type { Operation } from '../automation/define.ts';
import type { OperationContext } from '../automation/operation-context.ts';
import { AppError } from '../base/errors/app-error.ts';
import { defaultRepository } from '../base/repository-name.ts';
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

const operations: readonly Operation[] = [
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

/**
 * What clients that synchronize folders call. The roots of a user, and the ids of items, are those
 * of the default repository.
 */
export const driveOperations: readonly Operation[] = operations.map((operation) => ({
  ...operation,
  methods: operation.methods.map((method) => ({
    ...method,
    run: (context: OperationContext, input: never, params: never) => {
      refuseOtherRepository(context);
      return method.run(context, input, params);
    },
  })),
}));

/** @throws AppError server.not-implemented */
function refuseOtherRepository({ repository: { repositoryName } }: OperationContext): void {
  if (repositoryName === defaultRepository) return;
  throw new AppError(
    'server.not-implemented',
    `Folders are synchronized in the repository ${defaultRepository} only, not in ${repositoryName}`,
  );
}
