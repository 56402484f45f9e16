import type { Readable } from 'node:stream';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';

/** What the writer of archives needs of a file. */
interface ArchivedBlob {
  readonly name: string;
  readonly modifiedMs: number;
  open(): Promise<Readable>;
}

const nameOfUnnamed = 'file';

/** Files are opened one after the other, when they are to be written. */
export function zipEntriesOf(
  context: OperationContext,
  blobs: readonly OperationBlob[],
): ArchivedBlob[] {
  return blobs.map((blob) => ({
    name: blob.name || nameOfUnnamed,
    modifiedMs: context.nowMs,
    open: () => context.openBlob(blob),
  }));
}
