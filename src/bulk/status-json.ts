import { writeBulkStatus } from '../entities/bulk-status-entity.ts';
import type { BulkCommand } from '../model/bulk-command.ts';

/** The status as JSON, for operations that return it as a file. */
export function statusJson(command: BulkCommand): object {
  return writeBulkStatus(command);
}
