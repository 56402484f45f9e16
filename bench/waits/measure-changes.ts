import { LoadClient } from '../load/load-client.ts';
import { administrator, numberMark } from '../load/load-job.ts';
import type { ProbeResult } from '../load/probe.ts';
import { type Figure, milliseconds, spreadOf } from '../scenario.ts';
import type { LongestTurn } from '../servers/loop-watch.ts';
import { apiRoot } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import type { Change } from './change-requests.ts';
import { marginMs, pause, probeEveryMs, type Send, senderTo, waitFigure } from './measure-waits.ts';

interface ChangesOptions {
  /** Started by `startWatchedCartulary`. */
  readonly server: ServerProcess;
  /** What the names of figures end with: number of documents and engine. */
  readonly place: string;
  /** Documents outside the changed folder: of the GET and of the PUT. */
  readonly paths: { readonly read: string; readonly written: string };
  readonly changes: readonly Change[];
}

/** The most until the answer, and the most that a write of another client may wait. */
const answerMaxMs = 50;
const writeMaxMs = 200;
const writeEveryMs = 20;
const pollEveryMs = 100;
/** Requests are measured for so long after a change; what is not written by then goes on meanwhile. */
export const windowMs = 60_000;

interface Measured {
  readonly answerMs: number;
  /** Until no row is left to be written; undefined when this takes longer than the window. */
  readonly writtenMs: number | undefined;
  readonly reads: ProbeResult;
  readonly writes: ProbeResult;
  readonly turn: LongestTurn;
}

/**
 * Runs each change once; the figures are its answer and the waits until all rows are written, or
 * until the window ends: the next change is then made while this one is pending.
 */
export async function measureChanges(options: ChangesOptions): Promise<readonly Figure[]> {
  const clients = { reader: new LoadClient(), writer: new LoadClient() };
  try {
    const figures: Figure[] = [];
    for (const change of options.changes) {
      const measured = await measure(clients, options, change).catch((error: unknown) => {
        throw new Error(`${change.name}: ${String(error)}`);
      });
      report(change.name, measured);
      figures.push(...figuresOf(options.place, change, measured));
    }
    return figures;
  } finally {
    clients.reader.close();
    clients.writer.close();
  }
}

async function measure(
  { reader, writer }: { readonly reader: LoadClient; readonly writer: LoadClient },
  { server, paths }: ChangesOptions,
  change: Change,
): Promise<Measured> {
  const send = senderTo(server.port);
  const common = { port: server.port, user: administrator };
  const properties = { 'dc:title': `title ${numberMark}` };
  await server.takeLongestTurn();
  const stopReads = reader.probe({ ...common, path: paths.read, everyMs: probeEveryMs });
  const stopWrites = writer.probe({
    ...common,
    path: paths.written,
    everyMs: writeEveryMs,
    method: 'PUT',
    json: { 'entity-type': 'document', properties },
  });
  await pause(marginMs);
  const startedAt = performance.now();
  await change.run(send, 0);
  const answerMs = performance.now() - startedAt;
  const isWritten = await untilWritten(send, windowMs);
  const writtenMs = isWritten ? performance.now() - startedAt : undefined;
  await pause(marginMs);
  const [reads, writes] = await Promise.all([stopReads(), stopWrites()]);
  return { answerMs, writtenMs, reads, writes, turn: await server.takeLongestTurn() };
}

/** Resolves when no change is left to be written to its documents; false when time is over before. */
export async function untilWritten(
  send: Send,
  mostMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const path = `${apiRoot}/management/pending-changes`;
  const endsAt = performance.now() + mostMs;
  while (performance.now() < endsAt) {
    const { entries, tasks } = JSON.parse((await send('GET', { path })).toString()) as {
      readonly entries: readonly unknown[];
      readonly tasks: readonly unknown[];
    };
    if (entries.length === 0 && tasks.length === 0) return true;
    await pause(pollEveryMs);
  }
  return false;
}

function figuresOf(
  place: string,
  { name, isAnsweredAtOnce }: Change,
  { answerMs, reads, writes }: Measured,
): readonly Figure[] {
  const answer = { name: `answer to ${name}, ${place}`, ms: answerMs, maxMs: answerMaxMs };
  return [
    ...(isAnsweredAtOnce ? [limited(answer)] : []),
    waitFigure(`wait of another GET during ${name}, p99 / worst, ${place}`, [reads]),
    limited({
      name: `wait of another write during ${name}, p99, ${place}`,
      ms: writes.waits.p99,
      maxMs: writeMaxMs,
    }),
  ];
}

/** A value of 1 is the most that is allowed. */
function limited({ name, ms, maxMs }: { name: string; ms: number; maxMs: number }): Figure {
  return {
    name,
    ours: milliseconds(ms),
    floor: milliseconds(maxMs),
    value: spreadOf([ms / maxMs]),
    target: { atMost: 1 },
  };
}

function report(name: string, { answerMs, writtenMs, reads, writes, turn }: Measured): void {
  const texts = [
    `answer after ${milliseconds(answerMs)}`,
    writtenMs === undefined
      ? 'not all written yet'
      : `all written after ${milliseconds(writtenMs)}`,
    `GET p99 ${milliseconds(reads.waits.p99)}, worst ${milliseconds(reads.waits.max)}`,
    `PUT p99 ${milliseconds(writes.waits.p99)}, worst ${milliseconds(writes.waits.max)}`,
    `turn ${milliseconds(turn.ms)} (computing ${milliseconds(turn.computedMs)})`,
  ];
  console.error(`  ${name}: ${texts.join('; ')}`);
}
