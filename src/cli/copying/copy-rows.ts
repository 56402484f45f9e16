import type { WriteHandle } from '../../storage/database.ts';
import {
  type CopyPosition,
  findPosition,
  putPosition,
} from '../../storage/transfer/copy-progress.ts';
import { type KeyValue, type RowPage, readRowPage } from '../../storage/transfer/row-pages.ts';
import { clearRows, insertRows, type TableRoute } from '../../storage/transfer/row-writing.ts';
import type { CopyTask } from './copy-task.ts';

/** Copies the rows of one table, from where the last run ended. */
export async function copyRows(task: CopyTask, route: TableRoute): Promise<void> {
  const { target, progress } = task;
  const { name } = route.source;
  const position = await target.read((handle) => findPosition(handle, name));
  // In one unit with the first rows: no unit must find some tables empty.
  let isClear = position.after !== undefined;
  const clearFirst = async (handle: WriteHandle): Promise<void> => {
    if (!isClear) await clearRows(handle, route);
  };
  for await (const page of pagesBehind(task, route, position)) {
    await target.write(async (handle) => {
      await clearFirst(handle);
      await insertRows(handle, route, page.rows);
      await putPosition(handle, name, { after: page.last, isDone: false });
    });
    isClear = true;
    progress.rowsCopied += page.rows.length;
    progress.advance(page.rows.length);
  }
  if (position.isDone) return;
  await target.write(async (handle) => {
    await clearFirst(handle);
    await putPosition(handle, name, { after: undefined, isDone: true });
  });
}

/** The pages of a table behind a position; the next one is read while one is stored. */
export async function* pagesBehind(
  { source, signal }: CopyTask,
  route: TableRoute,
  { after, isDone }: CopyPosition,
): AsyncGenerator<RowPage> {
  if (isDone) return;
  const readNext = (last: readonly KeyValue[] | undefined) => {
    const next = readRowPage(source, route.source, last);
    // Its failure is found when it is awaited; until then another one may end the copy.
    next.catch(() => undefined);
    return next;
  };
  let next = readNext(after);
  for (let page = await next; page; page = await next) {
    signal.throwIfAborted();
    next = readNext(page.last);
    yield page;
  }
}
