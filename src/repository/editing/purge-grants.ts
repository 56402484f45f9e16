import type { DocumentId } from '../../base/ids.ts';
import { removeGrantsTo } from '../../model/acl-edits.ts';
import { findDocument } from '../documents/documents.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { editOwnAcls } from './security.ts';

interface GrantPurge {
  readonly id: DocumentId;
  readonly usernames: ReadonlySet<string>;
}

/**
 * Removes the entries that grant the users or groups a permission from all lists of the document.
 * What denies them a permission stays: without it they might get rights through a group. Returns
 * whether there were any.
 *
 * @throws AppError permission.denied
 */
export async function purgeGrants(
  unit: WriteUnit,
  { id, usernames }: GrantPurge,
): Promise<boolean> {
  const found = await findDocument(unit, { id });
  if (!found || found.isVersion) return false;
  let isChanged = false;
  await editOwnAcls(unit, {
    id,
    edit: (present) => {
      const left = removeGrantsTo(present, usernames);
      isChanged = left !== present;
      return left;
    },
  });
  return isChanged;
}
