import type { Locator, Page } from 'playwright-core';

/** Drops files and folders of the disk, as a user does from a file manager. */
export async function dropFiles(
  page: Page,
  target: Locator,
  paths: readonly string[],
): Promise<void> {
  const drop = await dragFiles(page, target, paths);
  await drop();
}

/** Holds files over a target, until they are dropped there. */
export async function dragFiles(
  page: Page,
  target: Locator,
  paths: readonly string[],
): Promise<() => Promise<void>> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the target of the drop is not shown');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { ...at, type, data });
  await send('dragEnter');
  await send('dragOver');
  return async () => {
    await send('drop');
    await session.detach();
  };
}
