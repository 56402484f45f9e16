import type { BulkCommand } from '../model/bulk-command.ts';
import { entityOf, integer, type JsonOf } from './json-schema.ts';

/** The older form of the result of a collection. */
export const collectedBinariesSchema = entityOf('binaryManagerStatus', {
  gcDuration: integer,
  numBinaries: integer,
  sizeBinaries: integer,
  numBinariesGC: integer,
  sizeBinariesGC: integer,
});

/** Of a command that has ended: `GC` is what was removed, the others stay. */
export function writeCollectedBinaries(
  command: BulkCommand,
): JsonOf<typeof collectedBinariesSchema> {
  const { processed, skipCount, submittedMs, completedMs, result } = command;
  const removed = Number(result?.deletedSize ?? 0);
  return {
    'entity-type': 'binaryManagerStatus',
    gcDuration: (completedMs ?? submittedMs) - submittedMs,
    numBinaries: skipCount,
    sizeBinaries: Number(result?.totalSize ?? 0) - removed,
    numBinariesGC: processed - skipCount,
    sizeBinariesGC: removed,
  };
}
