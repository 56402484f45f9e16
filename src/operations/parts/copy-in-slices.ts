import type { OperationContext } from '../../automation/operation-context.ts';
import { sleep } from '../../base/clock.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Document } from '../../model/document.ts';
import { abandonCopies } from '../../repository/changes/pending-changes.ts';
import { copyDocument, type DocumentCopy } from '../../repository/editing/copy-document.ts';
import { SliceSize } from '../../repository/editing/slice-size.ts';
import {
  beginStagedCopy,
  copyNextStaged,
  finishStagedCopy,
  isCopyMoving,
  isLargeCopy,
  keepStaged,
  type StagedCopy,
} from '../../repository/editing/staged-copy.ts';

/** Documents that a copy inside a transaction may have: other writers wait for all of them. */
const copiedInTransactionMax = 1_000;
/** How often to look whether the moves of what is copied are written; the time limit ends the wait. */
const movingPauseMs = 250;

/**
 * Copies a document with any number of documents below it. Many are copied in units of their own
 * before the transaction makes the copy visible.
 *
 * @throws AppError transaction.too-large for very many after the first change; as `copyDocument`
 */
export async function copyInSlices(
  context: OperationContext,
  copy: DocumentCopy,
): Promise<Document> {
  const isLarge = (most?: number) => context.read((unit) => isLargeCopy(unit, copy.id, most));
  if (await isLarge()) {
    const staged = await stage(context, copy);
    if (staged) return context.write((unit) => finishStagedCopy(unit, staged));
    if (await isLarge(copiedInTransactionMax)) throw tooLarge();
  }
  return context.write((unit) => copyDocument(unit, copy));
}

/** Undefined when the execution has changed something already. */
async function stage(
  context: OperationContext,
  copy: DocumentCopy,
): Promise<StagedCopy | undefined> {
  return context.prepare(async (write) => {
    const staged = await write((unit) => beginStagedCopy(unit, copy));
    try {
      await sleep(await context.read(async ({ handle }) => handle.dialect.treeGraceMs));
      const size = new SliceSize();
      for (let after: string | null = ''; after !== null; ) {
        while (await context.read((unit) => isCopyMoving(unit, copy.id))) {
          await write(({ handle }) => keepStaged(handle, staged.seq));
          await context.takeTurn();
          await sleep(movingPauseMs);
        }
        const from: string = after;
        after = await write(async (unit) => {
          let last: string | null = null;
          await size.run(unit.handle, async (rowsMax) => {
            last = await copyNextStaged(unit, staged, { after: from, rowsMax });
            return rowsMax;
          });
          return last;
        });
        await context.takeTurn();
      }
      return staged;
    } catch (error) {
      // Otherwise it is given up a minute later, as it does not go on.
      await write(({ handle }) => abandonCopies(handle, staged)).catch(() => undefined);
      throw error;
    }
  });
}

function tooLarge(): AppError {
  return new AppError(
    'transaction.too-large',
    `A copy of more than ${copiedInTransactionMax} documents cannot follow another change in one transaction: nothing of it was stored; make the copy first, or in a transaction of its own`,
  );
}
