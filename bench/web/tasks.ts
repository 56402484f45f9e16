import type { Browser, Page } from 'playwright-core';
import { type Figure, milliseconds } from '../scenario.ts';
import { limitFigure } from './figures.ts';

const taskLimitMs = 200;

/** The task of the page's main thread that took longest. */
export interface LongestTask {
  readonly ms: number;
  /** Time of the processor, without what other programs of the machine took. */
  readonly computedMs: number;
  /** What it did longest, for people who look for the cause. */
  readonly parts: string;
}

/** Those below it are never the longest ones, in microseconds. */
const shortestTask = 5_000;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: {
      readonly functionName?: string;
      readonly url?: string;
      readonly type?: string;
    };
  };
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

export function describeTask({ ms, computedMs, parts }: LongestTask): string {
  const [clock, processor] = [Math.round(ms), Math.round(computedMs)];
  return `longest task ${clock} ms, at most ${processor} ms of processor time (${parts})`;
}

/** Both by the clock and without what other programs of the machine took. */
export function taskFigures(
  name: string,
  tasks: readonly { readonly ms: number; readonly computedMs: number }[],
): readonly Figure[] {
  const limited = { limit: taskLimitMs, format: milliseconds };
  return [
    limitFigure({ name: `${name}: longest task`, values: tasks.map(({ ms }) => ms), ...limited }),
    limitFigure({
      name: `${name}: longest task, processor time`,
      values: tasks.map(({ computedMs }) => computedMs),
      ...limited,
    }),
  ];
}

/** Traces the work of a page. */
export async function longestTaskOf(
  { browser, page }: { readonly browser: Browser; readonly page: Page },
  work: () => Promise<void>,
): Promise<LongestTask> {
  await browser.startTracing(page, { categories });
  let text: string;
  try {
    await work();
  } finally {
    text = (await browser.stopTracing()).toString('utf8');
  }
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  return longest(traceEvents);
}

/**
 * A thousand dragged files take the browser half a second before a page that does nothing hears of them: of such tasks
 * only what the page does then is its own.
 */
const dragEvents = new Set(['dragenter', 'dragover', 'dragleave', 'drop']);

function withoutBrowser(task: TraceEvent, own: readonly TraceEvent[]): TraceEvent {
  const events = own.filter(
    (each) =>
      each.name === 'EventDispatch' &&
      dragEvents.has(each.args?.data?.type ?? '') &&
      isWithin(each, task),
  );
  if (events.length === 0) return task;
  const sum = (key: 'dur' | 'tdur') => events.reduce((all, each) => all + (each[key] ?? 0), 0);
  return { ...task, dur: sum('dur'), tdur: sum('tdur') };
}

function isWithin(inner: TraceEvent, { pid, tid, ts, dur = 0 }: TraceEvent): boolean {
  const end = inner.ts + (inner.dur ?? 0);
  return inner.pid === pid && inner.tid === tid && inner.ts >= ts && end <= ts + dur;
}

/** The page is the one renderer that has done most: others are those of empty tabs. */
function longest(events: readonly TraceEvent[]): LongestTask {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const own = events.filter(({ pid, tid, ph }) => ph === 'X' && mains.has(`${pid} ${tid}`));
  const tasks = own
    .filter(({ name, dur = 0 }) => name.endsWith('RunTask') && dur >= shortestTask)
    .map((task) => ({ task, ...withoutBrowser(task, own) }));
  const [worst] = tasks.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0));
  if (!worst) throw new Error('the trace has no tasks of a page');
  const parts = own
    .filter((each) => each !== worst.task && !each.name.endsWith('RunTask'))
    .filter((each) => isWithin(each, worst.task))
    .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
    .slice(0, 5);
  const computedMs = Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
  return { ms: (worst.dur ?? 0) / 1_000, computedMs, parts: parts.map(describe).join(', ') };
}

function describe({ name, dur = 0, args }: TraceEvent): string {
  const { functionName, type } = args?.data ?? {};
  const what = functionName || type;
  return `${name}${what ? ` ${what}` : ''} ${Math.round(dur / 1_000)} ms`;
}
