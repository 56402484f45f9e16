import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { enrichers } from '../../src/enrichers/index.ts';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf, rawRequest } from '../load/load-job.ts';
import { makePhotographs } from '../photographs.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  milliseconds,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { withFolder } from '../stores.ts';
import { call } from './large-transfer.ts';

/** One processor is left to the server. */
const atOnce = Math.max(1, availableParallelism() - 1);
const parent = '/path/default-domain/workspaces';
const queriesMax = 25;

export const thumbnails: Scenario = {
  name: 'thumbnails',
  summary: 'thumbnails of photographs against sharp alone, and listings and reads with them',
  run: (effort) =>
    withFolder(async (folder) => {
      const count = effort.isQuick ? 20 : 1_000;
      const photographs = join(folder, 'photographs');
      await makePhotographs(photographs, { count, motifs: effort.isQuick ? 4 : 20 });
      const processes = ['--conversion-processes', String(atOnce)];
      const started = [
        await startCartulary(join(folder, 'store'), undefined, processes),
        await startFloor('resize-files', photographs, String(atOnce)),
        await startFloor('pipe-file', join(folder, 'thumbnail.bin')),
      ] as const;
      const [cartulary, sharp, files] = started;
      const client = new LoadClient();
      const run: Run = { effort, folder, count, cartulary, sharp, files, client };
      try {
        const ids = await storeAll(run, photographs);
        return [
          ...(await measureWork(run, ids)),
          await measureServing(run, ids),
          ...(await measurePage(run)),
        ];
      } finally {
        client.close();
        await Promise.all(started.map((server) => server.stop()));
      }
    }),
};

interface Run {
  readonly effort: Effort;
  readonly folder: string;
  readonly count: number;
  readonly cartulary: ServerProcess;
  readonly sharp: ServerProcess;
  readonly files: ServerProcess;
  readonly client: LoadClient;
}

/** Resolves to the ids of the documents, with all thumbnails made. */
async function storeAll(run: Run, photographs: string): Promise<readonly string[]> {
  const { cartulary } = run;
  const ids: string[] = [];
  for (const name of await readdir(photographs)) {
    const { batchId } = (await call(cartulary, 'POST', '/upload')) as { batchId: string };
    const url = `http://127.0.0.1:${cartulary.port}${apiRoot}/upload/${batchId}/0`;
    const authorization = authorizationOf(administrator);
    const headers = { authorization, 'x-file-name': name, 'x-file-type': 'image/jpeg' };
    const body = new Uint8Array(await readFile(join(photographs, name)));
    await (await fetch(url, { method: 'POST', headers, body })).text();
    const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const properties = { 'dc:title': name, 'file:content': content };
    const document = { 'entity-type': 'document', type: 'File', name, properties };
    const { uid } = (await call(cartulary, 'POST', parent, document)) as { uid: string };
    ids.push(uid);
  }
  await untilMade(run, run.count);
  return ids;
}

async function madeBy({ cartulary }: Run): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${cartulary.port}/nuxeo/metrics`, {
    headers: { authorization: authorizationOf(administrator) },
  });
  const line = /^cartulary_renditions_total\{outcome="made"\} (\d+)$/m.exec(await answer.text());
  return Number(line?.[1] ?? 0);
}

const lookMs = 50;

async function untilMade(run: Run, made: number): Promise<void> {
  while ((await madeBy(run)) < made) await new Promise((resolve) => setTimeout(resolve, lookMs));
}

/** Has all of them made again; resolves once the first ones are. */
async function beginAgain(run: Run): Promise<{ readonly before: number }> {
  const before = await madeBy(run);
  const query = encodeURIComponent("SELECT * FROM Document WHERE ecm:primaryType = 'File'");
  await call(run.cartulary, 'POST', `/management/thumbnails/recompute?query=${query}`);
  await untilMade(run, before + 1);
  return { before };
}

/** Thumbnails a second, between the first and the last one. */
async function rateOfWork(run: Run): Promise<number> {
  const { before } = await beginAgain(run);
  const first = await madeBy(run);
  const startMs = performance.now();
  await untilMade(run, before + run.count);
  return ((before + run.count - first) * 1_000) / (performance.now() - startMs);
}

async function rateOfSharp({ sharp, count }: Run): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${sharp.port}/run`);
  return (count * 1_000) / Number(await answer.text());
}

async function measureWork(run: Run, ids: readonly string[]): Promise<readonly Figure[]> {
  const { client, cartulary, effort } = run;
  const what = `${run.count} JPEG of 12 megapixels, ${atOnce} at once`;
  const rates = await interleave(effort.rounds, {
    ours: () => rateOfWork(run),
    floor: () => rateOfSharp(run),
  });
  const requests = ids.map((id) => rawRequest('GET', { path: `${apiRoot}/id/${id}` }));
  const p99 = async (): Promise<number> => {
    const job = { port: cartulary.port, connections: 2, ...effort, requests, expectedStatus: 200 };
    return (await client.run(job)).latencies.p99;
  };
  const waits = await interleave(effort.rounds, {
    ours: async () => {
      const { before } = await beginAgain(run);
      const wait = await p99();
      await untilMade(run, before + run.count);
      return wait;
    },
    floor: p99,
  });
  const named = { name: `thumbnails of ${what}`, format: perSecond, target: { atLeast: 0.8 } };
  const during = 'GET /id while thumbnails are made, p99, against idle';
  return [
    comparePairs(rates, named),
    comparePairs(waits, { name: during, format: milliseconds, target: { atMost: 2 } }),
  ];
}

/** The floor sends a file with the bytes of one of the thumbnails. */
async function measureServing(run: Run, ids: readonly string[]): Promise<Figure> {
  const { cartulary, files, client, effort } = run;
  const path = (id: string): string => `${apiRoot}/id/${id}/@rendition/thumbnail`;
  const headers = { authorization: authorizationOf(administrator) };
  const one = await fetch(`http://127.0.0.1:${cartulary.port}${path(ids[0] ?? '')}`, { headers });
  const bytes = new Uint8Array(await one.arrayBuffer());
  await (await fetch(`http://127.0.0.1:${files.port}/`, { method: 'POST', body: bytes })).text();
  const rate = async ({ port }: ServerProcess, paths: readonly string[]): Promise<number> => {
    const requests = paths.map((each) => rawRequest('GET', { path: each }));
    const job = { port, connections: 32, ...effort, requests, expectedStatus: 200 };
    return (await client.run(job)).perSecond;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(cartulary, ids.map(path)),
    floor: () => rate(files, ['/file']),
  });
  const name = 'GET of a thumbnail that exists, 32 connections';
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.6 } });
}

/** A page of fifty, or of all where there are fewer, with every enricher that there is. */
async function measurePage({
  cartulary,
  client,
  effort,
  count,
  folder,
}: Run): Promise<readonly Figure[]> {
  const path = `${apiRoot}${parent}/@children?pageSize=50`;
  const names = enrichers.map(({ name }) => name).join(', ');
  const plain = rawRequest('GET', { path });
  const enriched = plain.replace('\r\n\r\n', `\r\nenrichers.document: ${names}\r\n\r\n`);
  const rate = async (request: string): Promise<number> => {
    const job = { port: cartulary.port, connections: 4, requests: [request], expectedStatus: 200 };
    return (await client.run({ ...job, ...effort })).perSecond;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(enriched),
    floor: () => rate(plain),
  });
  const queries = await queriesOf(folder, { path, names });
  const what = `page of ${Math.min(count, 50)} with ${enrichers.length} enrichers`;
  const share = queries / queriesMax;
  return [
    comparePairs(pairs, {
      name: `${what}, against without`,
      format: perSecond,
      target: { atLeast: 0.2 },
    }),
    {
      name: `${what}: queries`,
      ours: String(queries),
      floor: `limit ${queriesMax}`,
      value: { median: share, min: share, max: share },
      target: { atMost: 1 },
    },
  ];
}

/** Counted by a further server on the store: only with `development` a server tells. */
async function queriesOf(
  folder: string,
  { path, names }: { readonly path: string; readonly names: string },
): Promise<number> {
  const settings = ['--development', '--conversion-processes', '0'];
  const server = await startCartulary(join(folder, 'store'), undefined, settings);
  try {
    const headers = { authorization: authorizationOf(administrator), 'enrichers.document': names };
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    await answer.text();
    const timing = answer.headers.get('server-timing') ?? '';
    return Number(/"(\d+) queries"/.exec(timing)?.[1] ?? Number.NaN);
  } finally {
    await server.stop();
  }
}
