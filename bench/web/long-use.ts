import type { CDPSession } from 'playwright-core';
import { type Effort, type Figure, spreadOf } from '../scenario.ts';
import { type WebStage, withPage } from './stage.ts';
import { addPreviewed, useOnce } from './use.ts';

const samples = 10;
const growthMax = 1.05;

/** What a tab holds after a collection of garbage. */
interface Held {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

const kinds = [
  {
    key: 'heapBytes',
    name: 'JavaScript heap',
    format: (value: number) => `${short(value / 1e6)} MB`,
  },
  { key: 'nodes', name: 'DOM nodes', format: (value: number) => value.toLocaleString('en') },
  { key: 'listeners', name: 'listeners', format: (value: number) => value.toLocaleString('en') },
] as const;

/** Uses the application for ten minutes; the last third must hold no more than the first one. */
export async function measureLongUse(stage: WebStage, effort: Effort): Promise<readonly Figure[]> {
  const intervalMs = effort.isQuick ? 6_000 : 60_000;
  await addPreviewed(stage);
  return withPage(stage, async (page) => {
    const session = await page.context().newCDPSession(page);
    const held: Held[] = [];
    await page.goto(`${stage.url}/app/`);
    await useOnce(page, 0);
    const startedAt = performance.now();
    for (let turn = 1; held.length < samples; turn += 1) {
      await useOnce(page, turn);
      if (performance.now() - startedAt < (held.length + 1) * intervalMs) continue;
      const found = await heldBy(session);
      held.push(found);
      const shown = kinds.map(({ key, name, format }) => `${name} ${format(found[key])}`);
      console.error(`  after ${turn} turns: ${shown.join(', ')}`);
    }
    return kinds.map((kind) => growthOf(held, kind));
  });
}

async function heldBy(session: CDPSession): Promise<Held> {
  // What finalizers let go of is collected by another turn.
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners };
}

function growthOf(held: readonly Held[], { key, name, format }: (typeof kinds)[number]): Figure {
  const values = held.map((each) => each[key]);
  const third = Math.floor(values.length / 3);
  const [first, last] = [spreadOf(values.slice(0, third)), spreadOf(values.slice(-third))];
  return {
    name: `long use, last third against the first: ${name}`,
    ours: format(last.median),
    floor: format(first.median),
    value: {
      median: last.median / first.median,
      min: last.min / first.max,
      max: last.max / first.min,
    },
    target: { atMost: growthMax },
  };
}

function short(value: number): string {
  return value.toFixed(1);
}
