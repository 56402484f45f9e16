import {
  clearFailures,
  type StoredFailure,
  type SubtreeWorkKey,
  storeFailure,
} from '../../repository/changes/subtree-failures.ts';
import type { SliceSize } from '../../repository/editing/slice-size.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { failureText } from '../failure-text.ts';
import type { JobContext } from '../job-kind.ts';

interface Attempt {
  readonly key: SubtreeWorkKey;
  readonly size: SliceSize;
  /** Whether the attempt before failed. */
  readonly isRepeated: boolean;
  /** Called before the slice, in units of its own. */
  readonly prepare?: () => Promise<void>;
  /** Returns how many rows it has read and done. */
  readonly slice: (handle: WriteHandle, rowsMax: number) => Promise<number>;
  readonly onFailure: (facts: StoredFailure & { readonly err: unknown }) => void;
}

/**
 * One slice of a change or of a task. When it fails, the work is held back for a while, so that other
 * work can go on. False then.
 *
 * @throws anything when the job must end, or when the store cannot take a note of the failure
 */
export async function attemptSlice(context: JobContext, attempt: Attempt): Promise<boolean> {
  const { key, size, isRepeated, prepare, slice, onFailure } = attempt;
  const { database, signal } = context;
  if (isRepeated) size.beginSmall();
  try {
    await prepare?.();
    await database.write(async (handle) => {
      await size.run(handle, (rowsMax) => slice(handle, rowsMax));
      if (isRepeated) await clearFailures(handle, key);
    });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    const stored = await database
      .write((handle) => storeFailure(handle, key, failureText(error)))
      .catch(() => {
        throw error;
      });
    if (stored) onFailure({ ...stored, err: error });
    return false;
  }
}
