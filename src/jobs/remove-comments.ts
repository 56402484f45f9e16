import { hasLeftFolder, removeLeftFolder } from '../repository/comments/comment-folders.ts';
import { createSystemUnit, type RepositoryContext } from '../repository/unit/unit.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

/**
 * Removes the comments of versions and proxies that are gone: they are not below these, so they are
 * not removed with them.
 */
export function removeCommentsKind({
  repository,
}: {
  readonly repository: RepositoryContext;
}): JobKind {
  return defineJobKind({
    kind: 'remove-comments',
    concurrency: 1,
    priority: 'bulk',
    isWanted: hasLeftFolder,
    parse: () => undefined,
    async run({ database, signal }) {
      for (let isLeft = true; isLeft; ) {
        signal.throwIfAborted();
        isLeft = await database.write((handle) =>
          removeLeftFolder(createSystemUnit(handle, repository)),
        );
      }
    },
  });
}
