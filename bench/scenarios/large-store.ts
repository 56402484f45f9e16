import { reader, wideFolder, workspacePath } from '../generate-store.ts';
import { LoadClient } from '../load/load-client.ts';
import { rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, startCartulary } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, sampleFiles } from '../stores.ts';

const smallFiles = 10_000;
const connections = 8;
const samples = 5_000;

export const largeStore: Scenario = {
  name: 'million',
  summary: 'reads from a large store, against the same server on a small one',
  async run(effort) {
    const largeFiles = effort.isQuick ? 100_000 : 1_000_000;
    const [small, large] = [await openSide(smallFiles), await openSide(largeFiles)];
    const client = new LoadClient();
    const run: Run = { effort, small, large, client };
    try {
      const figures: Figure[] = [];
      for (const kind of kinds) figures.push(await measure(run, kind));
      return figures;
    } finally {
      client.close();
      await Promise.all([small.server.stop(), large.server.stop()]);
    }
  },
};

interface Side {
  readonly server: ServerProcess;
  readonly files: number;
  readonly paths: Readonly<Record<Kind, readonly string[]>>;
}

interface Run {
  readonly effort: Effort;
  readonly small: Side;
  readonly large: Side;
  readonly client: LoadClient;
}

const kinds = ['GET /id', 'GET /path', 'first page of @children'] as const;
type Kind = (typeof kinds)[number];

async function openSide(files: number): Promise<Side> {
  const folder = await cachedStore(files);
  const found = sampleFiles(folder, samples);
  return {
    server: await startCartulary(folder),
    files,
    paths: {
      'GET /id': found.map(({ id }) => `/id/${id}`),
      'GET /path': found.map(({ path }) => `/path${path}`),
      'first page of @children': [`/path${workspacePath}/${wideFolder}/@children`],
    },
  };
}

/** As a user who sees the documents by an inherited ACL: permissions are part of what is measured. */
async function measure({ effort, small, large, client }: Run, kind: Kind): Promise<Figure> {
  const p99 = async ({ server, paths }: Side): Promise<number> => {
    const { latencies } = await client.run({
      port: server.port,
      connections,
      ...effort,
      requests: paths[kind].map((path) =>
        rawRequest('GET', { path: `${apiRoot}${path}`, user: reader }),
      ),
      expectedStatus: 200,
    });
    return latencies.p99;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => p99(large),
    floor: () => p99(small),
  });
  const count = (files: number): string => files.toLocaleString('en');
  return comparePairs(pairs, {
    name: `${kind}: p99 at ${count(large.files)} against ${count(small.files)} documents`,
    format: milliseconds,
    target: { atMost: 2 },
  });
}
