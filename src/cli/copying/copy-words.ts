import { slicesOf } from '../../base/slices.ts';
import { copiedWords } from '../../repository/fulltext/copied-words.ts';
import { insertEntries } from '../../repository/fulltext/store-entry.ts';
import type { DocumentRow } from '../../repository/sql/document-row.ts';
import { findPosition, putPosition } from '../../storage/transfer/copy-progress.ts';
import type { TableRoute } from '../../storage/transfer/row-writing.ts';
import { pagesBehind } from './copy-rows.ts';
import type { CopyTask } from './copy-task.ts';

/** Texts of files may be long. */
const documentsTogether = 100;
const step = 'document_fulltext';

/** Stores the words of all documents, computed anew; `documents` is the route of their table. */
export async function copyWords(task: CopyTask, documents: TableRoute): Promise<void> {
  const { source, target, model, signal, progress } = task;
  const position = await target.read((handle) => findPosition(handle, step));
  for await (const page of pagesBehind(task, documents, position)) {
    const rows = page.rows as unknown as readonly DocumentRow[];
    for (const some of slicesOf(rows, documentsTogether)) {
      signal.throwIfAborted();
      const entries = await copiedWords(source, some, { model, engine: target.engine });
      await target.write(async (handle) => {
        await insertEntries(handle, entries);
        await putPosition(handle, step, { after: [some.at(-1)?.id ?? ''], isDone: false });
      });
      progress.rowsCopied += entries.length;
      progress.advance(some.length);
    }
  }
  await target.write((handle) => putPosition(handle, step, { after: undefined, isDone: true }));
}
