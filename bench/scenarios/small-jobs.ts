import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Effort, type Figure, type Scenario, spreadOf } from '../scenario.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import { withFolder } from '../stores.ts';

const coresMax = 0.1;

const program = resolve(import.meta.dirname, '../jobs/small-jobs.ts');

type Figures = Readonly<Record<'idle' | 'plain' | 'completing', number>>;

export const smallJobs: Scenario = {
  name: 'small-jobs',
  summary: 'the processor time of 10,000 jobs a minute that do nothing',
  run: (effort) =>
    withFolder(async (folder) => {
      // The server of PostgreSQL runs as another user.
      await chmod(folder, 0o755);
      let stores = 0;
      const newFile = () => {
        stores += 1;
        return join(folder, `store-${stores}.db`);
      };
      const figures = await measure('SQLite', newFile, effort);
      const postgres = await startPostgres(join(folder, 'postgres'));
      try {
        return [...figures, ...(await measure('PostgreSQL', () => postgres.url, effort))];
      } finally {
        await postgres.stop();
      }
    }),
};

async function measure(
  engine: string,
  place: () => string,
  { rounds, isQuick }: Effort,
): Promise<readonly Figure[]> {
  const runs: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const args = [program, place(), isQuick ? '10' : '30'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const figures: Figures = JSON.parse(stdout);
    console.error(`  round ${round + 1}: ${JSON.stringify(figures)}`);
    runs.push(figures);
  }
  const figureOf = (name: string, key: keyof Figures): Figure => {
    const { median } = spreadOf(runs.map((run) => run[key]));
    return {
      name: `${name}, ${engine}`,
      ours: cores(median),
      floor: `limit ${cores(coresMax)}`,
      value: spreadOf(runs.map((run) => run[key] / coresMax)),
      target: { atMost: 1 },
    };
  };
  return [
    figureOf('a worker without jobs', 'idle'),
    figureOf('10,000 jobs a minute', 'plain'),
    figureOf('10,000 jobs a minute that complete themselves', 'completing'),
  ];
}

function cores(value: number): string {
  return `${value.toFixed(3)} cores`;
}
