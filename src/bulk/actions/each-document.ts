import type { DocumentId } from '../../base/ids.ts';
import { mapInTurns } from '../../base/turns.ts';
import type { BatchOutcome } from '../action.ts';

/**
 * Does one document after the other, with turns for other work in between. Those for which `one` returns
 * false are counted as skipped.
 */
export async function eachDocument(
  items: readonly string[],
  one: (id: DocumentId) => Promise<boolean>,
): Promise<BatchOutcome> {
  const done = await mapInTurns(items, (item) => one(item as DocumentId));
  return { skipped: done.filter((isDone) => !isDone).length };
}
