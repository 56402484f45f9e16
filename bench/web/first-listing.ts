import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listed } from '../../web/src/api/first-requests.ts';
import { widePath } from '../generate-folders.ts';
import { comparePairs, type Effort, type Figure, interleave, milliseconds } from '../scenario.ts';
import { startFloor } from '../servers/programs.ts';
import { inColdBrowser } from './cold-load.ts';
import { limitFigure } from './figures.ts';
import type { WebStage } from './stage.ts';

const limitMs = 1_000;
/** What a running browser has shown before: the first pages of a new one take longer. */
const pagesBefore = 5;

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
        ours: () => openCold(stage, url),
        floor: () => openCold(stage, `http://127.0.0.1:${floor.port}/`),
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
    for (const start of starts) figures.push(await inRunningBrowser(stage, effort, start));
    return figures;
  } finally {
    await floor.stop();
  }
}

/** With an empty cache in a browser that has shown other pages. */
async function inRunningBrowser(
  stage: WebStage,
  { rounds }: Effort,
  { name, path }: (typeof starts)[number],
): Promise<Figure> {
  const url = `${stage.url}/app/${path}`;
  const times = await inColdBrowser(async (browser) => {
    for (let page = 0; page < pagesBefore; page += 1) await browser.load(url, stage.session);
    const all: number[] = [];
    while (all.length < rounds) all.push((await browser.load(url, stage.session)).firstRowMs);
    return all;
  });
  const title = `first listing ${name}, empty cache of a running browser`;
  return limitFigure({ name: title, values: times, limit: limitMs, format: milliseconds });
}

async function openCold(stage: WebStage, url: string): Promise<number> {
  const { firstRowMs } = await inColdBrowser((browser) => browser.load(url, stage.session));
  return firstRowMs;
}

interface Load {
  /** Of scripts and sheets, as they were sent. */
  readonly bytes: number;
  /** The first page of children. */
  readonly answer: string;
}

/** What is loaded before the first row, printed in its order. */
async function describeLoad(stage: WebStage): Promise<Load> {
  const url = `${stage.url}/app/${starts[1].path}`;
  const load = await inColdBrowser((browser) => browser.load(url, stage.session));
  const resources = load.resources.filter(({ startMs }) => startMs < load.firstRowMs);
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
  const listed = resources.find(({ name }) => name.includes('/@children'));
  if (!listed) throw new Error('the list was shown without its documents');
  return { bytes: sum(built), answer: await answerOf(stage, listed.name) };
}

async function answerOf({ url, session }: WebStage, path: string): Promise<string> {
  const answer = await fetch(new URL(path, url), {
    headers: { cookie: `${session.name}=${session.value}`, ...listed },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

function sum(resources: readonly { readonly bytes: number }[]): number {
  return resources.reduce((total, { bytes }) => total + bytes, 0);
}
