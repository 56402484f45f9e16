import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '../../src/base/log.ts';
import { compose, createServer } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Services } from '../../src/http/services.ts';
import type { Database } from '../../src/storage/database.ts';
import { LoadClient } from '../load/load-client.ts';
import { administrator, authorizationOf, numberMark, rawRequest } from '../load/load-job.ts';
import {
  comparePairs,
  type Effort,
  type Figure,
  interleave,
  perSecond,
  spreadOf,
} from '../scenario.ts';
import { apiRoot, automationRoot, sourceProgram, startCartulary } from '../servers/programs.ts';
import { cachedStore, copyStore, sampleFiles, withFolder } from '../stores.ts';

const storeFiles = 10_000;
const connections = 32;
const queriesMax = 20;
const chainPath = `${automationRoot}/Bench.Twenty`;

/** Twenty operations on the input document; each of them saves. */
const chain = {
  id: 'Bench.Twenty',
  steps: Array.from({ length: 5 }, (_, round) => [
    property('dc:description', `round ${round} of @{Context["number"]}`),
    property('dc:source', `department-${round}`),
    step('Document.Update', { properties: `dc:rights=${round}\ndc:language=en` }),
    step('Document.AddEntryToMultivaluedProperty', {
      xpath: 'dc:contributors',
      value: `s/${round}`,
    }),
  ]).flat(),
};

function step(operation: string, params: object): object {
  return { operation, params };
}

function property(xpath: string, value: string): object {
  return step('Document.SetProperty', { xpath, value });
}

/** The queries of a chain, and its rate against requests that do one step of it. */
export function measureChain(effort: Effort): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const store = await copyStore(await cachedStore(storeFiles), join(folder, 'store'));
    const operationFiles = join(folder, 'chains.json');
    await writeFile(operationFiles, JSON.stringify({ chains: [chain] }));
    const ids = sampleFiles(store, 1_000).map(({ id }) => id);
    return [
      ...(await measureCost({ store, operationFiles, ids: ids.slice(0, 20) })),
      await measureRate(effort, { store, operationFiles, ids }),
    ];
  });
}

interface Place {
  readonly store: string;
  readonly operationFiles: string;
  readonly ids: readonly string[];
}

/** In this process, to see what reaches the database. */
async function measureCost({ store, operationFiles, ids }: Place): Promise<Figure[]> {
  const flags = { data: store, logLevel: 'silent', development: true, operationFiles };
  const { config } = loadConfig({ environment: {}, flags });
  const { services, close } = await compose(config, createLogger('silent'));
  const counter: Counter = { transactions: 0 };
  const app = createServer(withDatabase(services, countTransactions(services.database, counter)));
  const queries: number[] = [];
  const transactions: number[] = [];
  try {
    for (const id of ids) {
      const before = counter.transactions;
      const answer = await app.inject({
        method: 'POST',
        url: chainPath,
        headers: { authorization: authorizationOf(administrator) },
        payload: { input: `doc:${id}`, context: { number: 1 } },
      });
      if (answer.statusCode !== 200) throw new Error(answer.payload);
      queries.push(Number(/(\d+) queries/.exec(String(answer.headers['server-timing']))?.[1]));
      transactions.push(counter.transactions - before);
    }
  } finally {
    await app.close();
    await close();
  }
  return [
    costFigure('queries', { counts: queries, max: queriesMax }),
    costFigure('transactions', { counts: transactions, max: 1 }),
  ];
}

function withDatabase(services: Services, database: Database): Services {
  return { ...services, database, automation: { ...services.automation, database } };
}

function costFigure(
  name: string,
  { counts, max }: { counts: readonly number[]; max: number },
): Figure {
  const { median, min, max: most } = spreadOf(counts);
  return {
    name: `chain of 20 operations: ${name}`,
    ours: String(median),
    floor: `limit ${max}`,
    value: { median: median / max, min: min / max, max: most / max },
    target: { atMost: 1 },
  };
}

/** One by one, the twenty steps would come to 0.05: a chain must be twice as fast at least. */
async function measureRate(effort: Effort, { store, operationFiles, ids }: Place): Promise<Figure> {
  const settings = ['--operation-files', operationFiles];
  const server = await startCartulary(store, sourceProgram, settings);
  const client = new LoadClient();
  const rate = async (requests: readonly string[]): Promise<number> => {
    const { port } = server;
    const job = { port, connections, ...effort, requests, expectedStatus: 200 };
    return (await client.run(job)).perSecond;
  };
  try {
    const pairs = await interleave(effort.rounds, {
      ours: () => rate(ids.map(chainRequest)),
      floor: () => rate(ids.map(singleRequest)),
    });
    return comparePairs(pairs, {
      name: 'chain of 20 operations against one PUT /id',
      format: perSecond,
      target: { atLeast: 0.1 },
    });
  } finally {
    client.close();
    await server.stop();
  }
}

function chainRequest(id: string): string {
  const json = { input: `doc:${id}`, context: { number: numberMark } };
  return rawRequest('POST', { path: chainPath, json });
}

function singleRequest(id: string): string {
  const json = { 'entity-type': 'document', properties: { 'dc:description': numberMark } };
  return rawRequest('PUT', { path: `${apiRoot}/id/${id}`, json });
}

interface Counter {
  transactions: number;
}

/** The store, counting its write transactions. */
function countTransactions(database: Database, counter: Counter): Database {
  return {
    engine: database.engine,
    read: (work, meter) => database.read(work, meter),
    readLatest: (work) => database.readLatest(work),
    snapshot: (work) => database.snapshot(work),
    scan: (query, options) => database.scan(query, options),
    migrate: (work) => database.migrate(work),
    close: () => database.close(),
    write: (work, meter) => {
      counter.transactions += 1;
      return database.write(work, meter);
    },
  };
}
