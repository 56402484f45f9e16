import { createLogger } from '../../src/base/log.ts';
import { compose, createServer } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/load.ts';

/**
 * The real server in a process of its own that knows its memory: started with a data folder, it says
 * where it listens, and answers each message with the most resident memory since the last one.
 */
export interface MemoryReport {
  readonly url?: string;
  readonly peakBytes?: number;
  readonly presentBytes?: number;
}

const report = (message: MemoryReport): void => {
  process.send?.(message);
};

const { config } = loadConfig({
  environment: {},
  flags: { data: process.argv[2], logLevel: 'silent', port: 0 },
});
const { services } = await compose(config, createLogger('silent'));
const app = createServer(services);
const address = await app.listen({ port: 0, host: '127.0.0.1' });

let peakBytes = 0;
const sample = (): number => {
  const { rss } = process.memoryUsage();
  peakBytes = Math.max(peakBytes, rss);
  return rss;
};
setInterval(sample, 10);
process.on('message', () => {
  const presentBytes = sample();
  report({ peakBytes, presentBytes });
  peakBytes = 0;
});
process.on('disconnect', () => process.exit());
report({ url: `${address}${config.contextPath}` });
