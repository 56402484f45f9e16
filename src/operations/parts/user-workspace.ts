import type { OperationContext } from '../../automation/operation-context.ts';
import type { WorkingDocument } from '../../automation/values.ts';
import { findUserWorkspace, getUserWorkspace } from '../../repository/personal/user-workspace.ts';

/**
 * The caller's own workspace. Only callers who have none yet wait for the writer.
 *
 * @throws AppError resource.not-found when there is no domain to put it in, permission.denied
 */
export async function loadUserWorkspace(context: OperationContext): Promise<WorkingDocument> {
  const known = await context.read((unit) => findUserWorkspace(unit));
  if (known) return context.load({ id: known.id });
  return context.write((unit) => getUserWorkspace(unit));
}
