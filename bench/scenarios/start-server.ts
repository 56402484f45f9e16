import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  megabytes,
  milliseconds,
  type Scenario,
  spreadOf,
} from '../scenario.ts';
import { buildProgram, sourceProgram, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore } from '../stores.ts';

const residentBytesMax = 150e6;
const restMs = 2_000;

export const startServer: Scenario = {
  name: 'start',
  summary: 'from the start of the process to the first answer, against a bare application',
  async run(effort) {
    const store = await cachedStore(effort.isQuick ? 10_000 : 100_000);
    return [
      await measureStart(effort, { name: 'start from sources', store, program: sourceProgram }),
      await measureStart(effort, { name: 'start as built', store, program: await buildProgram() }),
      await measureRest(effort, store),
    ];
  },
};

async function measureStart(
  { rounds }: Effort,
  { name, store, program }: { name: string; store: string; program: string },
): Promise<Figure> {
  const pairs = await interleave(rounds, {
    ours: async () => startTime(await startCartulary(store, program)),
    floor: async () => startTime(await startFloor('hello')),
  });
  return comparePairs(pairs, { name, format: milliseconds, target: { atMost: 5 } });
}

async function startTime(server: ServerProcess): Promise<number> {
  await server.stop();
  return server.startMs;
}

/** Memory after the first answer and a while of doing nothing. */
async function measureRest({ rounds }: Effort, store: string): Promise<Figure> {
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 2) {
    const server = await startCartulary(store);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    sizes.push((await server.residentBytes()) ?? Number.NaN);
    await server.stop();
  }
  const { median, min, max } = spreadOf(sizes);
  return {
    name: 'memory at rest',
    ours: megabytes(median),
    floor: `limit ${megabytes(residentBytesMax)}`,
    value: {
      median: median / residentBytesMax,
      min: min / residentBytesMax,
      max: max / residentBytesMax,
    },
    target: { atMost: 1 },
  };
}
