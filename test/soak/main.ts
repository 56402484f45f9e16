import { parseArgs } from 'node:util';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { Random } from '../support/random.ts';
import { Findings } from './findings.ts';
import { SoakRun } from './soak-run.ts';
import { openSoakStore } from './soak-store.ts';

const usage = 'npm run soak -- [--minutes 30] [--engine sqlite|postgres] [--seed n] [--growth 300]';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string' },
    /** Megabytes. */
    growth: { type: 'string', default: '300' },
  },
});

const engines: readonly EngineName[] = ['sqlite', 'postgres'];
const engine = engines.find((name) => name === values.engine);
const [minutes, growth] = [Number(values.minutes), Number(values.growth)];
if (!engine || !(minutes > 0) || !(growth > 0)) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const tell = (line: string): void => {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};
const random = new Random(...(values.seed === undefined ? [] : [Number(values.seed)]));
const findings = new Findings(tell);
// The texts of errors are shown, to tell the few 500s of the contract from others.
process.env.CARTULARY_EXTENDED_ERRORS = 'true';
tell(`${minutes} minutes on ${engine}, seed ${random.seed}`);
const store = await openSoakStore(engine);
try {
  const durationMs = minutes * 60_000;
  const growthMax = growth * 1_000_000;
  await new SoakRun({ store, random, findings, tell, durationMs, growthMax }).run();
} catch (error) {
  findings.add(
    'the run broke off',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
} finally {
  await store.remove();
}
tell(findings.size === 0 ? 'nothing found' : `${findings.size} findings:\n${findings.report()}`);
process.exit(findings.size === 0 ? 0 : 1);
