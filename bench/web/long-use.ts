import type { CDPSession, Page } from 'playwright-core';
import { type Effort, type Figure, spreadOf } from '../scenario.ts';
import { type WebStage, withPage } from './stage.ts';
import { addPreviewed, useOnce } from './use.ts';

const samples = 10;
const usualGrowthMax = 1.05;

/** What a tab holds after a collection of garbage. */
interface Held {
  /** Without `codeBytes`. */
  readonly heapBytes: number;
  /** What the browser compiles of the scripts: it grows for minutes, while more of them is used often. */
  readonly codeBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

const megabytes = (value: number): string => `${(value / 1e6).toFixed(1)} MB`;

const kinds = [
  { key: 'heapBytes', name: 'JavaScript heap', format: megabytes },
  { key: 'codeBytes', name: 'compiled code', format: megabytes, growthMax: 1.2 },
  { key: 'nodes', name: 'DOM nodes', format: (value: number) => value.toLocaleString('en') },
  { key: 'listeners', name: 'listeners', format: (value: number) => value.toLocaleString('en') },
] as const satisfies readonly Kind[];

interface Kind {
  readonly key: keyof Held;
  readonly name: string;
  readonly format: (value: number) => string;
  readonly growthMax?: number;
}

/** Uses the application for ten minutes; the last third must hold no more than the first one. */
export async function measureLongUse(stage: WebStage, effort: Effort): Promise<readonly Figure[]> {
  const intervalMs = effort.isQuick ? 6_000 : 60_000;
  await addPreviewed(stage);
  return withPage(stage, async (page) => {
    const session = await page.context().newCDPSession(page);
    const held: Held[] = [];
    await page.goto(`${stage.url}/app/`);
    await useOnce(page, 0);
    await openMenu(page);
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

/** React listens to all events of the page from the first menu on. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
}

async function heldBy(session: CDPSession): Promise<Held> {
  // What finalizers let go of is collected by another turn.
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const codeBytes = await compiledBytes(session);
  return { heapBytes: usedSize - codeBytes, codeBytes, nodes, listeners: jsEventListeners };
}

/** The parts of a snapshot that are read: one row of numbers for each object. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: string[]; readonly node_types: unknown[] };
  };
  readonly nodes: readonly number[];
}

async function compiledBytes(session: CDPSession): Promise<number> {
  const parts: string[] = [];
  const keep = ({ chunk }: { chunk: string }): number => parts.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(parts.join('')) as Snapshot;
  const fields = snapshot.meta.node_fields;
  const [types] = snapshot.meta.node_types as [readonly string[]];
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types.indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + typeAt] === code) bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
}

function growthOf(
  held: readonly Held[],
  { key, name, format, growthMax = usualGrowthMax }: Kind,
): Figure {
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
