import type { Locator, Page } from 'playwright-core';

/** Drops files and folders of the disk, as a user does from a file manager. */
export async function dropFiles(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the target of the drop is not shown');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { ...at, type, data });
  }
  await session.detach();
}
