import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../web/test/support/browser.ts';
import { widePath } from '../generate-folders.ts';
import { comparePairs, type Effort, type Figure, interleave, milliseconds } from '../scenario.ts';
import { startFloor } from '../servers/programs.ts';
import { limitFigure } from './figures.ts';
import { firstRowMs } from './page-watch.ts';
import { openContext, type WebStage } from './stage.ts';

const limitMs = 1_000;

/** The printed address, and a link into the largest folder. */
const starts = [
  { name: 'from the start address', path: '' },
  { name: 'of 100,000 children by a link', path: `browse${widePath}` },
] as const;

/** From the navigation to the first row, with a session and without a cache. */
export async function measureFirstListing(
  stage: WebStage,
  { effort, folder }: { readonly effort: Effort; readonly folder: string },
): Promise<readonly Figure[]> {
  const load = await describeLoad(stage);
  const answer = join(folder, 'children.json');
  await writeFile(answer, load.answer);
  const floor = await startFloor('static-page', String(load.bytes), answer);
  try {
    const figures: Figure[] = [];
    for (const { name, path } of starts) {
      const url = `${stage.url}/app/${path}`;
      const pairs = await interleave(effort.rounds, {
        ours: () => inNewBrowser((browser) => openCold(browser, stage, url)),
        floor: () =>
          inNewBrowser((browser) => openCold(browser, stage, `http://127.0.0.1:${floor.port}/`)),
      });
      const title = `first listing ${name}, new browser`;
      const times = pairs.map(({ ours }) => ours);
      figures.push(
        limitFigure({ name: title, values: times, limit: limitMs, format: milliseconds }),
        comparePairs(pairs, {
          name: `${title}, against a static page`,
          format: milliseconds,
          target: { atMost: 8 },
        }),
      );
    }
    return [...figures, await inRunningBrowser(stage, effort)];
  } finally {
    await floor.stop();
  }
}

/** With an empty cache in a browser that has shown other pages. */
async function inRunningBrowser(stage: WebStage, { rounds }: Effort): Promise<Figure> {
  const url = `${stage.url}/app/${starts[1].path}`;
  const times = await inNewBrowser(async (browser) => {
    await openCold(browser, stage, url);
    const all: number[] = [];
    while (all.length < rounds) all.push(await openCold(browser, stage, url));
    return all;
  });
  const name = `first listing ${starts[1].name}, empty cache`;
  return limitFigure({ name, values: times, limit: limitMs, format: milliseconds });
}

async function inNewBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser({ isWhole: true });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function openCold(browser: Browser, stage: WebStage, url: string): Promise<number> {
  const context = await openContext(browser, stage);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    return await firstRowMs(page);
  } finally {
    await context.close();
  }
}

interface Load {
  /** Of scripts and sheets, as they were sent. */
  readonly bytes: number;
  /** The first page of children. */
  readonly answer: string;
}

/** What is loaded before the first row, printed in its order. */
async function describeLoad(stage: WebStage): Promise<Load> {
  return inNewBrowser(async (browser) => {
    const context = await openContext(browser, stage);
    const page = await context.newPage();
    const listed = page.waitForResponse((each) => each.url().includes('/@children'));
    await page.goto(`${stage.url}/app/${starts[1].path}`, { waitUntil: 'commit' });
    const answer = await (await listed).text();
    const shownMs = await firstRowMs(page);
    const resources = (await resourcesOf(page)).filter(({ startMs }) => startMs < shownMs);
    for (const { startMs, endMs, bytes, name } of resources) {
      const times = `${Math.round(startMs)}–${Math.round(endMs)}`.padStart(12);
      console.error(`  ${times} ms ${String(bytes).padStart(8)} B  ${name.slice(0, 100)}`);
    }
    const built = resources.filter(({ name }) => /\.(?:js|css)(?:$|\?)/.test(name));
    const scripts = built.filter(({ name }) => name.endsWith('.js'));
    const kilobytes = (all: typeof built): number => Math.round(sum(all) / 1_000);
    console.error(
      `  ${resources.length + 1} requests before the first row, ${scripts.length} of them scripts ` +
        `of ${kilobytes(scripts)} kB; with sheets ${kilobytes(built)} kB`,
    );
    return { bytes: sum(built), answer };
  });
}

function sum(resources: readonly { readonly bytes: number }[]): number {
  return resources.reduce((total, { bytes }) => total + bytes, 0);
}

interface Resource {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

async function resourcesOf(page: Page): Promise<readonly Resource[]> {
  return (await page.evaluate(
    `performance.getEntriesByType('resource').map((each) => ({
      name: each.name.slice(location.origin.length),
      startMs: each.startTime,
      endMs: each.responseEnd,
      bytes: each.encodedBodySize,
    }))`,
  )) as readonly Resource[];
}
