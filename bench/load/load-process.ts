import { performance } from 'node:perf_hooks';
import { Connection } from './connection.ts';
import { Histogram } from './histogram.ts';
import { type LoadJob, type LoadResult, numberMark } from './load-job.ts';
import { Probe, type ProbeJob, type ProbeResult } from './probe.ts';
import { type TransferJob, type TransferResult, transfer } from './transfer.ts';

/** Runs in a separate process: receives jobs from the parent and sends results. */
process.on('message', (job: LoadJob | TransferJob | ProbeJob | 'stop') => {
  if (typeof job === 'object' && 'everyMs' in job) {
    probe = new Probe(job);
    return;
  }
  perform(job).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ error: String(error) }),
  );
});

let probe: Probe | undefined;

async function perform(
  job: LoadJob | TransferJob | 'stop',
): Promise<LoadResult | TransferResult | ProbeResult | undefined> {
  if (job === 'stop') return probe?.stop();
  return 'connections' in job ? load(job) : transfer(job);
}

/** Numbers go on from job to job, and differ between processes that follow one another. */
let number = (Date.now() % 100_000) * 1_000;

async function load(job: LoadJob): Promise<LoadResult> {
  const histogram = new Histogram();
  const warmAt = performance.now() + job.warmupMs;
  const endAt = warmAt + job.durationMs;
  const requests = job.requests.map((request) => request.split(numberMark));
  let counted = 0;
  let unexpected: number | undefined;
  const next = (): string | undefined => {
    if (performance.now() >= endAt || unexpected !== undefined) return undefined;
    number += 1;
    const parts = requests[number % requests.length] ?? [];
    return parts.length === 1 ? parts[0] : parts.join(String(number).padStart(9, '0'));
  };
  const onAnswer = ({ status, ms }: { status: number; ms: number }): void => {
    if (status !== job.expectedStatus) unexpected = status;
    const now = performance.now();
    if (now < warmAt || now > endAt) return;
    counted += 1;
    histogram.record(ms);
  };
  const connections = Array.from(
    { length: job.connections },
    () => new Connection(job.port, { next, onAnswer }),
  );
  await Promise.all(connections.map((connection) => connection.closed));
  if (unexpected !== undefined) {
    throw new Error(`status ${unexpected} instead of ${job.expectedStatus}`);
  }
  return { perSecond: counted / (job.durationMs / 1000), latencies: histogram.latencies() };
}
