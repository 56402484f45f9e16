import type { Browser, CDPSession, Page } from 'playwright-core';
import { widePath } from '../generate-folders.ts';
import { type Effort, type Figure, milliseconds, spreadOf } from '../scenario.ts';
import { limitFigure } from './figures.ts';
import { longestBlankMs, slowFrames, type Watched, watched } from './page-watch.ts';
import { type WebStage, withPage } from './stage.ts';
import { describeTask, type LongestTask, longestTaskOf, taskFigures } from './tasks.ts';

const blankLimitMs = 200;
const lastRowLimitMs = 1_000;
const grip = 22;
const lastRow = '[role=row][aria-rowindex="100001"]:not([aria-busy=true])';

interface Scrolling {
  readonly page: Page;
  readonly session: CDPSession;
  /** Until the last row is there. */
  readonly ms: number;
}

const ways: Readonly<Record<string, (scrolling: Scrolling) => Promise<void>>> = {
  'the wheel': byWheel,
  keys: byKeys,
  'the scroll bar': byScrollBar,
};

/** Scrolls from the first to the last of 100,000 rows. */
export async function measureScrolling(
  stage: WebStage,
  effort: Effort,
): Promise<readonly Figure[]> {
  const ms = effort.isQuick ? 5_000 : 20_000;
  const rounds = effort.isQuick ? 1 : 3;
  return withPage(stage, async (page, browser) => {
    const figures: Figure[] = [];
    for (const [name, scroll] of Object.entries(ways)) {
      const measured: Measured[] = [];
      while (measured.length < rounds) {
        measured.push(await measure({ stage, page, browser }, { scroll, ms, name }));
      }
      figures.push(...figuresOf(name, measured));
    }
    return figures;
  });
}

interface Measured extends Watched {
  readonly task: LongestTask;
  readonly lastRowMs: number;
}

interface Window {
  readonly stage: WebStage;
  readonly page: Page;
  readonly browser: Browser;
}

async function measure(
  { stage, page, browser }: Window,
  way: { readonly scroll: (scrolling: Scrolling) => Promise<void>; ms: number; name: string },
): Promise<Measured> {
  await page.goto(`${stage.url}/app/browse${widePath}`);
  await page.locator('[role=grid][aria-rowcount="100001"]').waitFor();
  await page.locator('[role=row][aria-rowindex="2"]:not([aria-busy=true])').waitFor();
  const session = await page.context().newCDPSession(page);
  let lastRowMs = Number.NaN;
  let seen: Watched = { longestTaskMs: 0, frames: [] };
  const task = await longestTaskOf({ browser, page }, async () => {
    seen = await watched(page, async () => {
      await way.scroll({ page, session, ms: way.ms });
      const endedAt = performance.now();
      await page.locator(lastRow).waitFor();
      lastRowMs = performance.now() - endedAt;
    });
  });
  await session.detach();
  console.error(`  ${way.name}: ${describeTask(task)}; last row after ${Math.round(lastRowMs)} ms`);
  return { ...seen, task, lastRowMs };
}

function figuresOf(way: string, measured: readonly Measured[]): readonly Figure[] {
  const frames = measured.map(slowFrames);
  const { median, min, max } = spreadOf(frames.map(({ slow, all }) => slow / all));
  const name = `100,000 rows by ${way}`;
  const [slow, all] = [
    frames.reduce((sum, each) => sum + each.slow, 0),
    frames.reduce((sum, each) => sum + each.all, 0),
  ];
  return [
    ...taskFigures(name, measured.map(tasksOf)),
    {
      name: `${name}: frames later than 50 ms`,
      ours: `${slow} of ${all}`,
      floor: 'limit 5 %',
      value: { median: median / 0.05, min: min / 0.05, max: max / 0.05 },
      target: { atMost: 1 },
    },
    limitFigure({
      name: `${name}: longest time with places without rows`,
      values: measured.map(longestBlankMs),
      limit: blankLimitMs,
      format: milliseconds,
    }),
    limitFigure({
      name: `${name}: from the end of scrolling to the last row`,
      values: measured.map(({ lastRowMs }) => lastRowMs),
      limit: lastRowLimitMs,
      format: milliseconds,
    }),
  ];
}

function tasksOf({ longestTaskMs, task }: Measured): { ms: number; computedMs: number } {
  return { ms: Math.max(longestTaskMs, task.ms), computedMs: task.computedMs };
}

interface Measures {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly clientWidth: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
}

async function measuresOf(page: Page): Promise<Measures> {
  return (await page.evaluate(`(() => {
    const list = document.querySelector('[role=grid]');
    const { scrollTop, scrollHeight, clientHeight, clientWidth } = list;
    const { left, top, right } = list.getBoundingClientRect();
    return { scrollTop, scrollHeight, clientHeight, clientWidth, left, top, right };
  })()`)) as Measures;
}

/** As fast as the browser takes the turns of the wheel. */
async function byWheel({ page, session, ms }: Scrolling): Promise<void> {
  const { left, top, clientHeight, clientWidth, scrollHeight } = await measuresOf(page);
  const at = { x: left + clientWidth / 2, y: top + clientHeight / 2 };
  const startedAt = performance.now();
  const end = scrollHeight - clientHeight;
  let sent = 0;
  while (sent < end) {
    const part = Math.min(1, (performance.now() - startedAt) / ms);
    const deltaY = Math.max(40, Math.ceil(end * part) - sent);
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...at,
      deltaX: 0,
      deltaY,
    });
    sent += deltaY;
    await page.waitForTimeout(8);
  }
  // Turns are put together by the browser; the last ones bring the list to its end.
  while ((await measuresOf(page)).scrollTop < end - 1) {
    await session.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...at,
      deltaX: 0,
      deltaY: end,
    });
  }
}

/** Row by row and view by view; the last one by one key. */
async function byKeys({ page, ms }: Scrolling): Promise<void> {
  await page.locator('[role=row][aria-rowindex="2"]').focus();
  const startedAt = performance.now();
  for (let count = 0; performance.now() - startedAt < ms; count += 1) {
    await page.keyboard.press(count % 3 === 0 ? 'PageDown' : 'ArrowDown');
  }
  await page.keyboard.press('End');
}

async function byScrollBar({ page, ms }: Scrolling): Promise<void> {
  const { left, top, right, clientWidth, clientHeight } = await measuresOf(page);
  const x = (left + clientWidth + right) / 2;
  if (right - left - clientWidth < 5) throw new Error('the list has no scroll bar');
  // Behind the button at the upper end; the bar of so long a list is at its shortest.
  await page.mouse.move(x, top + grip);
  await page.mouse.down();
  const startedAt = performance.now();
  for (let part = 0; part < 1; ) {
    part = Math.min(1, (performance.now() - startedAt) / ms);
    await page.mouse.move(x, top + grip + clientHeight * part);
  }
  await page.mouse.up();
}
