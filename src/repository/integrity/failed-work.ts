import type { PendingChangeTable, SubtreeTaskTable } from '../../storage/tables.ts';
import type { Finding } from './check.ts';

/** Work on a large folder whose last attempt failed. Readers see the change nevertheless. */
export function failuresOf(
  place: Pick<Finding, 'table' | 'id'>,
  { failures, last_error, retry_at }: PendingChangeTable | SubtreeTaskTable,
): readonly Finding[] {
  if (failures === 0) return [];
  const next = new Date(retry_at ?? 0).toISOString();
  const text = `has failed ${failures} times since its last success (${last_error}): a running server tries again at ${next}, and its log has the cause`;
  return [{ ...place, severity: 'warning', text }];
}
