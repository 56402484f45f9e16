import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs/screens');
/** `npm run screens` sets it. */
const isWriting = process.env.CARTULARY_TEST_WRITE_SCREENS !== undefined;

/** Pictures of a documentation are seen by many: they have few colours and are small. */
const format = { palette: true, colours: 128, effort: 10 } as const;

/** Writes what the window shows now to `docs/screens`, where that is asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!isWriting) return;
  await page.mouse.move(0, 0);
  await expect.poll(() => page.evaluate(isComplete)).toBe(true);
  const shown = await page.screenshot({ animations: 'disabled', scale: 'css' });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), await sharp(shown).png(format).toBuffer());
}

/** Whether fonts and pictures are there, and nothing says that it is loading. */
const isComplete = `document.fonts.status === 'loaded'
  && [...document.images].every((each) => each.complete)
  && !document.body.innerText.includes('Loading…')
  && document.querySelector('[aria-busy=true], [role=progressbar]:not([aria-valuenow])') === null`;
