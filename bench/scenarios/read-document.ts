import Sqlite from 'better-sqlite3';
import { reader } from '../generate-store.ts';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf, type RequestParts, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  perSecond,
  type Scenario,
} from '../scenario.ts';
import { apiRoot, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, databaseOf, sampleFiles } from '../stores.ts';

/** Several times as many as the server keeps with its default settings. */
const storeFiles = 10_000;
const warmFiles = 1_000;
const connections = 32;

export const readDocument: Scenario = {
  name: 'read',
  summary: 'GET /id of documents, against a handler that answers a stored text',
  async run(effort) {
    const folder = await cachedStore(storeFiles);
    const all = sampleFiles(folder, storeFiles).map(({ id }) => id);
    const ids = sampleFiles(folder, warmFiles).map(({ id }) => id);
    const cartulary = await startCartulary(folder);
    await storeAnswers(databaseOf(folder), all, cartulary);
    const floor = await startFloor('read-row', databaseOf(folder));
    const client = new LoadClient();
    const run: Run = { effort, ids, cartulary, floor, client };
    const cold: Run = { ...run, ids: all };
    try {
      return [
        await measure(run, { name: 'GET /id as administrator', atLeast: 0.65 }),
        await measure(run, { name: 'GET /id by an inherited ACL', atLeast: 0.6, user: reader }),
        await measure(cold, { name: 'GET /id of too many to keep', atLeast: 0.45 }),
      ];
    } finally {
      client.close();
      await Promise.all([cartulary.stop(), floor.stop()]);
    }
  },
};

interface Run {
  readonly effort: Effort;
  readonly ids: readonly string[];
  readonly cartulary: ServerProcess;
  readonly floor: ServerProcess;
  readonly client: LoadClient;
}

async function measure(
  { effort, ids, cartulary, floor, client }: Run,
  { name, atLeast, user }: { name: string; atLeast: number } & Pick<RequestParts, 'user'>,
): Promise<Figure> {
  const rate = async (server: ServerProcess, root: string): Promise<number> => {
    const { perSecond } = await client.run({
      port: server.port,
      connections,
      ...effort,
      requests: ids.map((id) => rawRequest('GET', { path: `${root}/id/${id}`, user })),
      expectedStatus: 200,
    });
    return perSecond;
  };
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(cartulary, apiRoot),
    floor: () => rate(floor, ''),
  });
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast } });
}

/** The server's responses for each document are written to the same file, for the floor to read. */
async function storeAnswers(
  database: string,
  ids: readonly string[],
  { port }: ServerProcess,
): Promise<void> {
  const db = new Sqlite(database);
  try {
    db.exec('CREATE TABLE IF NOT EXISTS bench_answer (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
    const save = db.prepare('INSERT OR REPLACE INTO bench_answer VALUES (?, ?)');
    const headers = { authorization: authorizationOf(administrator) };
    for (const id of ids) {
      const answer = await fetch(`http://127.0.0.1:${port}${apiRoot}/id/${id}`, { headers });
      if (answer.status !== 200) throw new Error(`${id}: ${answer.status}`);
      save.run(id, await answer.text());
    }
  } finally {
    db.close();
  }
}
