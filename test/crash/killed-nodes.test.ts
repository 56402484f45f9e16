import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChildServer, runCheck, sendTo } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import { createStorePlace, type StorePlace } from '../support/engines.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import { Random } from '../support/random.ts';
import { watchSchedules } from '../support/watched-schedules.ts';

const names = ['a', 'b', 'c'] as const;
type Name = (typeof names)[number];

const documents = 200;
const subject = 'art/cinema';
const waiting = { timeout: 120_000, interval: 100 };

/** How many jobs of schedules there were. */
const watchJobs = `
  CREATE TABLE begun_job (id TEXT);
  CREATE FUNCTION note_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO begun_job VALUES (NEW.id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_job AFTER INSERT ON job FOR EACH ROW
    WHEN (NEW.kind = 'scheduled-operation') EXECUTE FUNCTION note_job();
`;

/** Fires each second, and leaves a document each time. */
const everySecond = {
  id: 'everySecond',
  cronExpression: '* * * * * ?',
  username: 'Administrator',
  operation: 'Document.Create',
  input: 'doc:/default-domain/sections',
  params: { type: 'Section', name: 'tick' },
};

let place: StorePlace;
let proxy: PostgresProxy;
let observer: pg.Client;
let scheduleFile: string;
const nodes = new Map<Name, ChildServer>();

beforeAll(async () => {
  place = await createStorePlace('postgres');
  proxy = await PostgresProxy.open(place.databaseUrl ?? '');
  observer = new pg.Client({ connectionString: place.databaseUrl });
  await observer.connect();
  await observer.query(watchSchedules);
  await observer.query(watchJobs);
  scheduleFile = join(place.folder, 'schedules.json');
  await writeFile(scheduleFile, JSON.stringify({ schedules: [everySecond] }));
});
afterAll(async () => {
  await Promise.all([...nodes.values()].map((node) => node.kill()));
  await observer.end();
  await proxy.close();
  await place.remove();
});

/** The last one has its database behind a network that can be cut. */
function start(name: Name): ChildServer {
  const settings = { CARTULARY_NODE_ID: name, CARTULARY_SCHEDULE_FILES: scheduleFile };
  const databaseUrl = name === 'c' ? proxy.url : place.databaseUrl;
  const node = new ChildServer({ data: place.data, databaseUrl, settings });
  nodes.set(name, node);
  return node;
}

function get(name: Name): ChildServer {
  const node = nodes.get(name);
  if (!node) throw new Error(`${name} was not started`);
  return node;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of several shapes
async function call(name: Name, line: string, body?: object): Promise<any> {
  const response = await sendTo(get(name), line, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${line}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function readinessOf(name: Name): Promise<number> {
  return (await fetch(`${await get(name).url}/health/ready`)).status;
}

/** How long ago others heard of the node. */
async function silenceOf(name: Name): Promise<number> {
  const { rows } = await observer.query(
    'select extract(epoch from clock_timestamp()) * 1000 - heartbeat_at as ms from server_node where node_id = $1',
    [name],
  );
  return Number(rows[0]?.ms);
}

async function createDocuments(): Promise<void> {
  for (let at = 0; at < documents; at += 1) {
    await call('a', 'POST /api/v1/path/default-domain/templates', {
      'entity-type': 'document',
      type: 'Section',
      name: `d${at}`,
      properties: { 'dc:title': 'killed' },
    });
  }
}

const query = "SELECT * FROM Document WHERE dc:title = 'killed' AND ecm:isVersion = 0";

/** Each call of the operation adds the subject: a document that was done twice has it twice. */
async function submit(): Promise<string> {
  const line = `POST /api/v1/search/bulk/automation?query=${encodeURIComponent(query)}`;
  const parameters = {
    properties: { 'dc:subjects': subject },
    propertiesBehaviors: { 'dc:subjects': 'append_including_duplicates' },
  };
  const { commandId } = await call('b', line, { operationId: 'Document.Update', parameters });
  return commandId;
}

async function countAt(index: number): Promise<number> {
  const text = `${query} AND dc:subjects/${index} = '${subject}'`;
  const line = `GET /api/v1/search/lang/NXQL/execute?pageSize=1&query=${encodeURIComponent(text)}`;
  return (await call('a', line)).resultsCount;
}

async function countTicks(): Promise<number> {
  const { rows } = await observer.query(
    "select count(*)::int as n from document where path like '/default-domain/sections/tick%'",
  );
  return rows[0].n;
}

test('three nodes, of which two are killed and one loses its database for a while, do all once', {
  timeout: 300_000,
}, async () => {
  for (const name of names) await start(name).url;
  await createDocuments();
  const commandId = await submit();
  const client = new CrashClient(new Random(), { retriesMax: 1_000 });
  for (const name of ['b', 'a'] as const) {
    const working = client.work(await get(name).url, 2);
    for (let at = 0; at < 5; at += 1) await client.accept(await get(name).url);
    await client.hasAcknowledged(client.acknowledged + 10, 60_000);
    await get(name).kill();
    await working;
    // Its id is free at once: it is known on this machine that the process has ended.
    await start(name).url;
    expect(await client.verify(await get('c').url)).toEqual([]);
  }
  const others = client.work(await get('a').url, 2);
  others.catch(() => undefined);
  await client.accept(await get('c').url);
  proxy.goDown();
  await vi.waitFor(async () => expect(await silenceOf('c')).toBeGreaterThan(15_000), waiting);
  expect([await readinessOf('a'), await readinessOf('b'), await readinessOf('c')]).toEqual([
    200, 200, 503,
  ]);
  proxy.comeUp();
  await vi.waitFor(async () => expect(await readinessOf('c')).toBe(200), waiting);
  await vi.waitFor(async () => expect(await silenceOf('c')).toBeLessThan(15_000), waiting);
  client.stop();
  await others;

  const status = await vi.waitFor(async () => {
    const found = await call('c', `GET /api/v1/management/bulk/${commandId}`);
    if (found.state !== 'COMPLETED') throw new Error(JSON.stringify(found));
    return found;
  }, waiting);
  expect(status).toMatchObject({ processed: documents, total: documents, errorCount: 0 });
  expect([await countAt(0), await countAt(1)]).toEqual([documents, 0]);

  await call('c', 'PUT /api/v1/management/scheduler/stop');
  await vi.waitFor(async () => {
    const { counts } = await call('c', 'GET /api/v1/management/jobs?kind=scheduled-operation');
    expect(counts).toEqual([]);
  }, waiting);
  const { rows: fired } = await observer.query(
    "select instant from fired where schedule_id = 'everySecond'",
  );
  const { rows: begun } = await observer.query('select id from begun_job');
  expect(fired.length).toBeGreaterThan(5);
  expect(new Set(fired.map(({ instant }) => instant)).size).toBe(fired.length);
  expect(await countTicks()).toBe(begun.length);

  await vi.waitFor(
    async () => expect(await client.verifyNames(await get('c').url)).toEqual([]),
    waiting,
  );
  expect(await client.verify(await get('b').url)).toEqual([]);
  for (const name of names) expect(await get(name).stop()).toBe(0);
  const { rows: left } = await observer.query('select node_id from server_node');
  expect(left).toEqual([]);
  expect(await runCheck(place)).toMatchObject({ status: 0 });
});
