import { readFileSync } from 'node:fs';
import { createLogger } from '../../src/base/log.ts';
import { compose, createServer } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/load.ts';

/**
 * The real server in a separate process that measures its memory: started with a data folder, it reports its
 * address, and replies to each message with the most resident memory since the last one, and with how long the
 * event loop computed at most without a pause. A second argument is the address of a PostgreSQL.
 */
export interface MemoryReport {
  readonly url?: string;
  readonly peakBytes?: number;
  readonly presentBytes?: number;
  readonly blockedMs?: number;
}

const report = (message: MemoryReport): void => {
  process.send?.(message);
};

const { config } = loadConfig({
  environment: {},
  flags: { data: process.argv[2], databaseUrl: process.argv[3], logLevel: 'silent', port: 0 },
});
const { services } = await compose(config, createLogger('silent'));
const app = createServer(services);
const address = await app.listen({ port: 0, host: '127.0.0.1' });

let peakBytes = 0;
let blockedMs = 0;
let usage = process.threadCpuUsage();
const sample = (): number => {
  const rss =
    Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  peakBytes = Math.max(peakBytes, rss);
  const spent = process.threadCpuUsage(usage);
  usage = process.threadCpuUsage();
  blockedMs = Math.max(blockedMs, (spent.user + spent.system) / 1000);
  return rss;
};
setInterval(sample, 10);
process.on('message', () => {
  const presentBytes = sample();
  report({ peakBytes, presentBytes, blockedMs });
  peakBytes = 0;
  blockedMs = 0;
});
process.on('disconnect', () => process.exit());
report({ url: `${address}${config.contextPath}` });
