import { createLogger } from '../../src/base/log.ts';
import { compose, createServer } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/load.ts';

/**
 * The real server in a separate process that watches its event loop: it reports its address, and
 * replies to each message with what has happened since the last one.
 */
export interface LoopReport {
  readonly url?: string;
  /** The longest that the event loop computed without a pause; time of other processes is not in it. */
  readonly loopMs?: number;
  readonly peakBytes?: number;
  readonly presentBytes?: number;
}

const report = (message: LoopReport): void => {
  process.send?.(message);
};

const { config } = loadConfig({
  environment: {},
  flags: {
    data: process.argv[2],
    logLevel: 'silent',
    port: 0,
    jsonBodyMaxMegabytes: process.argv[3] ?? 8,
    databaseUrl: process.argv[4],
  },
});
const { services } = await compose(config, createLogger('silent'));
const app = createServer(services);
const address = await app.listen({ port: 0, host: '127.0.0.1' });

let peakBytes = 0;
let loopMs = 0;
let usage = process.threadCpuUsage();
const sampleMs = 5;
const sample = (): number => {
  const spent = process.threadCpuUsage(usage);
  usage = process.threadCpuUsage();
  loopMs = Math.max(loopMs, (spent.user + spent.system) / 1000);
  const { rss } = process.memoryUsage();
  peakBytes = Math.max(peakBytes, rss);
  return rss;
};
setInterval(sample, sampleMs);
process.on('message', () => {
  const presentBytes = sample();
  report({ loopMs, peakBytes, presentBytes });
  peakBytes = presentBytes;
  loopMs = 0;
});
process.on('disconnect', () => process.exit());
report({ url: `${address}${config.contextPath}` });
