import type { Page } from 'playwright-core';
import { now, shiftClock } from '../../../src/base/clock.ts';

/**
 * Sets the clock of the server and those of windows to an instant; they go on from it. The setup of the tests sets
 * the clock of the server back behind each file.
 */
export async function setTime(instant: string, ...pages: readonly Page[]): Promise<void> {
  shiftClock(Date.parse(instant) - now());
  for (const page of pages) await page.clock.setSystemTime(instant);
}
