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

const residentBytesMax = 120e6;
const restMs = 2_000;

export const startServer: Scenario = {
  name: 'start',
  summary: 'from the start of the process to the first answer, against a bare application',
  async run(effort) {
    const store = await cachedStore(effort.isQuick ? 10_000 : 100_000);
    const built = await buildProgram();
    const fromSources = { name: 'start from sources', store, program: sourceProgram, atMost: 5 };
    return [
      await measureStart(effort, fromSources),
      await measureStart(effort, { name: 'start as built', store, program: built, atMost: 2.5 }),
      await measureRest(effort, { store, program: built }),
    ];
  },
};

async function measureStart(
  { rounds }: Effort,
  {
    name,
    store,
    program,
    atMost,
  }: { name: string; store: string; program: string; atMost: number },
): Promise<Figure> {
  const pairs = await interleave(rounds, {
    ours: async () => startTime(await startCartulary(store, program)),
    floor: async () => startTime(await startFloor('hello')),
  });
  return comparePairs(pairs, { name, format: milliseconds, target: { atMost } });
}

async function startTime(server: ServerProcess): Promise<number> {
  await server.stop();
  return server.startMs;
}

/** Memory after the first answer and a while of doing nothing. */
async function measureRest(
  { rounds }: Effort,
  { store, program }: { store: string; program: string },
): Promise<Figure> {
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 2) {
    const server = await startCartulary(store, program);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    sizes.push((await server.residentBytes()) ?? Number.NaN);
    await server.stop();
  }
  const { median, min, max } = spreadOf(sizes);
  return {
    name: 'memory at rest, as built',
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
