import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { ChildServer, programFile } from '../support/child-server.ts';
import { CrashClient } from '../support/crash-client.ts';
import { openClient } from '../support/nuxeo-client.ts';
import { objectClient } from '../support/object-client.ts';
import { end, startGateway, startObjectCluster } from '../support/object-cluster.ts';
import { PostgresCluster } from '../support/postgres-cluster.ts';
import { Random } from '../support/random.ts';
import { watchSchedules } from '../support/watched-schedules.ts';
import { NodeProxy } from './node-proxy.ts';

/**
 * The way of a store that grows: SQLite and files, copied to PostgreSQL with a standby and to an object
 * storage, served by three nodes behind a proxy, of which each part is killed once under load. Prints what it
 * found; see docs/operate/growing.md.
 */
const { values } = parseArgs({ options: { files: { type: 'string', default: '20000' } } });
const files = Number(values.files);

const tell = (line: string): void => {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

const findings: string[] = [];
const expectNothing = (what: string, found: readonly string[]): void => {
  tell(found.length === 0 ? `${what}: nothing` : `${what}: ${found.join('; ')}`);
  findings.push(...found.map((each) => `${what}: ${each}`));
};

async function run(args: readonly string[]): Promise<string> {
  tell(`cartulary ${args.join(' ')}`);
  const child = spawn(process.execPath, [programFile, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => parts.push(String(part)));
  const [status] = await once(child, 'close');
  const text = parts.join('');
  tell(text.trim().split('\n').slice(-3).join(' | '));
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${text}`);
  return text;
}

async function makeFiles(folder: string): Promise<void> {
  const perFolder = 200;
  for (let index = 0; index < files; index += 1) {
    const place = join(folder, `box ${Math.floor(index / perFolder)}`);
    if (index % perFolder === 0) await mkdir(place, { recursive: true });
    const text = `Contract ${index} about drawings of bridge ${index % 977}, signed by party ${index % 89}.\n`;
    await writeFile(join(place, `contract-${index}.dwg`), text.repeat(1 + (index % 20)));
  }
}

const folder = await mkdtemp(join(tmpdir(), 'cartulary-growth-'));
const source = { data: join(folder, 'small') };
await writeFile(join(folder, 'source.json'), JSON.stringify(source));
const papers = join(folder, 'papers');
await makeFiles(papers);
await run([
  'import',
  papers,
  '--to',
  '/default-domain/workspaces',
  '--config',
  join(folder, 'source.json'),
]);

tell('starting PostgreSQL with a standby, and an object gateway');
const database = await PostgresCluster.start();
const objects = await startObjectCluster(await mkdtemp(join(tmpdir(), 'cartulary-objects-')));
const ownGateway = await startGateway(objects.folder);
let gateway = ownGateway.process;
const gatewayPort = Number(new URL(ownGateway.endpoint).port);
const s3 = objectClient(objects.endpoint, objects);
await s3.send(new CreateBucketCommand({ Bucket: 'growth' }));

const target = {
  data: join(folder, 'large'),
  databaseUrl: database.url,
  blobStoreUrl: 's3://growth/store',
  s3Endpoint: ownGateway.endpoint,
  s3AccessKeyId: objects.accessKeyId,
  s3SecretAccessKey: objects.secretAccessKey,
};
await writeFile(join(folder, 'target.json'), JSON.stringify(target));
await run([
  'copy',
  '--config',
  join(folder, 'source.json'),
  '--to',
  join(folder, 'target.json'),
  '--fast',
]);

/** Leaves a document each time; the trigger counts the instants. */
const schedule = {
  schedules: [
    {
      id: 'everyTwoSeconds',
      cronExpression: '0/2 * * * * ?',
      username: 'Administrator',
      operation: 'Document.Create',
      input: 'doc:/default-domain/sections',
      params: { type: 'Section', name: 'tick' },
    },
  ],
};
await writeFile(join(folder, 'schedules.json'), JSON.stringify(schedule));
await database.first.query('cartulary', watchSchedules);

const settings = {
  CARTULARY_BLOB_STORE_URL: target.blobStoreUrl,
  CARTULARY_S3_ENDPOINT: target.s3Endpoint,
  CARTULARY_S3_ACCESS_KEY_ID: target.s3AccessKeyId,
  CARTULARY_S3_SECRET_ACCESS_KEY: target.s3SecretAccessKey,
  CARTULARY_SCHEDULE_FILES: join(folder, 'schedules.json'),
};
const proxy = await NodeProxy.open();
const nodes = new Map<string, ChildServer>();

async function startNode(name: string): Promise<void> {
  const node = new ChildServer({
    data: join(folder, `node-${name}`),
    databaseUrl: database.url,
    settings: { ...settings, CARTULARY_NODE_ID: name },
  });
  nodes.set(name, node);
  proxy.nodes.add(await node.url);
}

async function killNode(name: string): Promise<void> {
  const node = nodes.get(name) as ChildServer;
  await node.kill();
  proxy.nodes.delete(await node.url);
}

for (const name of ['a', 'b', 'c']) await startNode(name);
await pause(2_000);
tell(`three nodes behind ${proxy.url}`);

const random = new Random();
const client = new CrashClient(random, { retriesMax: 2_000, goesOn: true });
let isWorking = true;
const working = client.work(proxy.url, 6).catch((error) => findings.push(String(error)));

const nuxeo = openClient(`${proxy.url}/`);
const kept: string[] = [];
const keeping = (async () => {
  for (let count = 0; isWorking; count += 1) {
    try {
      const name = `official-${count}`;
      const entity = {
        'entity-type': 'document',
        type: 'Note',
        name,
        properties: { 'dc:title': name, 'note:note': name },
      };
      const document = await nuxeo.repository().create('/default-domain/workspaces', entity);
      kept.push(document.path);
    } catch {
      // It was not acknowledged.
    }
    await pause(50);
  }
})();

const more = async (): Promise<void> => {
  const before = client.acknowledged;
  await client.hasAcknowledged(before + 60, 120_000);
  tell(`${client.acknowledged} changes acknowledged, ${kept.length} by the official client`);
  if (client.acknowledged < before + 60)
    findings.push(`only ${client.acknowledged - before} changes in two minutes`);
};

await more();
tell('kill -9 of node a');
await killNode('a');
await more();
await startNode('a');
tell('kill -9 of the object gateway, for 5 s');
await end(gateway);
await pause(5_000);
gateway = (await startGateway(objects.folder, gatewayPort)).process;
await more();
tell('kill -9 of node b, and of the primary database');
await killNode('b');
await database.first.kill();
await database.promoteSecond();
const promotedMs = performance.now();
await client.hasAcknowledged(client.acknowledged + 1, 120_000);
tell(`first write ${Math.round(performance.now() - promotedMs)} ms after the promotion`);
await startNode('b');
await more();
isWorking = false;
client.stop();
await working;
await keeping;

expectNothing('acknowledged changes that are wrong', await client.verify(proxy.url));
const lost: string[] = [];
for (const path of kept) {
  const found = await nuxeo
    .repository()
    .fetch(path)
    .catch(() => undefined);
  if (!found) lost.push(path);
}
expectNothing(`of ${kept.length} documents of the official client lost`, lost);
const twice = await database.second.query(
  'cartulary',
  'select schedule_id, instant, count(*) from fired group by 1, 2 having count(*) > 1',
);
const [fired] = await database.second.query('cartulary', 'select count(*) n from fired');
expectNothing(
  `instants of ${fired?.n} that were fired twice`,
  twice.map((row) => JSON.stringify(row)),
);
for (const node of nodes.values()) await node.stop();
proxy.close();
await run(['check', '--config', join(folder, 'target.json')]).catch((error) =>
  expectNothing('check', [String(error)]),
);
await end(gateway);
await objects.stop();
await database.close();
await rm(folder, { recursive: true, force: true });
tell(
  findings.length === 0 ? 'nothing found' : `${findings.length} findings:\n${findings.join('\n')}`,
);
process.exit(findings.length === 0 ? 0 : 1);
