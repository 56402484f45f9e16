import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** What a page has seen of itself while it was watched. */
export interface Watched {
  /** The longest of the tasks from 50 ms on, which browsers report; 0 without any. */
  readonly longestTaskMs: number;
  readonly frames: readonly {
    readonly atMs: number;
    readonly isBlank: boolean;
    readonly isWaiting: boolean;
  }[];
}

/** Loads the watch into all pages of the context. */
export async function addWatch(context: BrowserContext): Promise<void> {
  const source = await readFile(join(import.meta.dirname, 'page/watch.ts'), 'utf8');
  await context.addInitScript(stripTypeScriptTypes(source));
}

export async function watched(page: Page, work: () => Promise<void>): Promise<Watched> {
  await page.evaluate('benchWatch.start()');
  await work();
  return (await page.evaluate('benchWatch.take()')) as Watched;
}

const slowFrameMs = 50;

/** Frames that came later than 50 ms after the one before, of all. */
export function slowFrames({ frames }: Watched): { readonly slow: number; readonly all: number } {
  const gaps = frames.slice(1).map(({ atMs }, at) => atMs - (frames[at]?.atMs ?? atMs));
  return { slow: gaps.filter((ms) => ms > slowFrameMs).length, all: gaps.length };
}

/** The longest time in which each frame had places without a row. */
export function longestBlankMs({ frames }: Watched): number {
  let longest = 0;
  let sinceMs: number | undefined;
  for (const { atMs, isBlank } of frames) {
    if (sinceMs !== undefined) longest = Math.max(longest, atMs - sinceMs);
    sinceMs = isBlank ? (sinceMs ?? atMs) : undefined;
  }
  return longest;
}
