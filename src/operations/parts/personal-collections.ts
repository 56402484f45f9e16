import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import {
  findCollectionsFolder,
  findFavorites,
  getCollectionsFolder,
  getFavorites,
} from '../../repository/collections/personal-collections.ts';

/**
 * The favorites of the caller. Only callers who have none yet wait for the writer.
 *
 * @throws AppError resource.not-found when there is no domain for personal workspaces
 */
export async function loadFavorites(context: OperationContext): Promise<WorkingDocument> {
  const known = await context.read(findFavorites);
  if (known) return context.load({ id: known.id });
  return context.write(getFavorites);
}

/** The folder for the collections of the caller; as `loadFavorites`. */
export async function loadCollectionsFolder(context: OperationContext): Promise<WorkingDocument> {
  const known = await context.read(findCollectionsFolder);
  if (known) return context.load({ id: known.id });
  return context.write(getCollectionsFolder);
}
