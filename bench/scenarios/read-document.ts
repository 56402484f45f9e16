import Sqlite from 'better-sqlite3';
import { SignJWT } from 'jose';
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
import { apiRoot, sourceProgram, startCartulary, startFloor } from '../servers/programs.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { cachedStore, databaseOf, sampleFiles } from '../stores.ts';

/** Several times as many as the server keeps with its default settings. */
const storeFiles = 10_000;
const warmFiles = 1_000;
const connections = 32;
const jwtSecret = 'a secret of the benchmark, which is long enough';

export const readDocument: Scenario = {
  name: 'read',
  summary: 'GET /id of documents, against a handler that answers a stored text',
  async run(effort) {
    const folder = await cachedStore(storeFiles);
    const all = sampleFiles(folder, storeFiles).map(({ id }) => id);
    const ids = sampleFiles(folder, warmFiles).map(({ id }) => id);
    const cartulary = await startCartulary(folder, sourceProgram, ['--jwt-secret', jwtSecret]);
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
        ...(await measureTokens(run)),
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
  const rate = (server: ServerProcess, root: string) =>
    rateOf({ effort, ids, client, server, root }, { user });
  const pairs = await interleave(effort.rounds, {
    ours: () => rate(cartulary, apiRoot),
    floor: () => rate(floor, ''),
  });
  return comparePairs(pairs, { name, format: perSecond, target: { atLeast } });
}

/** Against the same requests with a password. */
async function measureTokens({ effort, ids, cartulary, client }: Run): Promise<readonly Figure[]> {
  const ways = [
    ['GET /id with a token, against a password', await tokenHeaders(cartulary)],
    ['GET /id with a JWT, against a password', await jwtHeaders()],
  ] as const;
  const target = { effort, ids, client, server: cartulary, root: apiRoot };
  const figures: Figure[] = [];
  for (const [name, headers] of ways) {
    const pairs = await interleave(effort.rounds, {
      ours: () => rateOf(target, { headers }),
      floor: () => rateOf(target, {}),
    });
    figures.push(comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.9 } }));
  }
  return figures;
}

interface RateTarget extends Pick<Run, 'effort' | 'ids' | 'client'> {
  readonly server: ServerProcess;
  readonly root: string;
}

async function rateOf(
  { effort, ids, client, server, root }: RateTarget,
  credentials: Pick<RequestParts, 'user' | 'headers'>,
): Promise<number> {
  const { perSecond } = await client.run({
    port: server.port,
    connections,
    ...effort,
    requests: ids.map((id) => rawRequest('GET', { path: `${root}/id/${id}`, ...credentials })),
    expectedStatus: 200,
  });
  return perSecond;
}

type Headers = NonNullable<RequestParts['headers']>;

async function tokenHeaders({ port }: ServerProcess): Promise<Headers> {
  const answer = await fetch(`http://127.0.0.1:${port}${apiRoot}/token?application=bench`, {
    method: 'POST',
    headers: { authorization: authorizationOf(administrator) },
  });
  if (answer.status !== 201) throw new Error(`no token: ${answer.status}`);
  return { 'X-Authentication-Token': await answer.text() };
}

async function jwtHeaders(): Promise<Headers> {
  const jwt = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS512' })
    .setIssuer('nuxeo')
    .setSubject(administrator.username)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret));
  return { Authorization: `Bearer ${jwt}` };
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
