import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { withPending } from '../../automation/working-documents.ts';
import type { Acl } from '../../model/acl.ts';
import { editOwnAcls } from '../../repository/editing/security.ts';
import type { ReadHandle } from '../../storage/database.ts';

type AclChange = (
  present: readonly Acl[],
  handle: ReadHandle,
) => readonly Acl[] | Promise<readonly Acl[]>;

/**
 * Changes the document's own ACLs, starting from the stored ones under the lock. Other changes of
 * the document stay unsaved.
 *
 * @throws AppError as `editOwnAcls`
 */
export async function changeAcls(
  context: OperationContext,
  document: WorkingDocument,
  change: AclChange,
): Promise<WorkingDocument> {
  const { id } = document;
  const stored = await context.write((unit) =>
    editOwnAcls(unit, { id, edit: (present) => change(present, unit.handle) }),
  );
  return withPending(stored, document);
}
