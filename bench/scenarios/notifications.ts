import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { SMTPServer } from 'smtp-server';
import { administrator, authorizationOf } from '../load/load-job.ts';
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
import { databaseOf, withFolder } from '../stores.ts';

const subscribers = 10_000;
const changesPerRound = 5;

export const notifications: Scenario = {
  name: 'notifications',
  summary: `a change of a document with ${subscribers} subscribers, against one without; mails are made and sent meanwhile`,
  run: (effort) => withFolder((folder) => measureIn(join(folder, 'store'), effort)),
};

async function measureIn(data: string, effort: Effort): Promise<readonly Figure[]> {
  const receiver = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => done());
    },
  });
  receiver.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', () => resolve());
  });
  const address = receiver.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const settings = ['--mail-host', '127.0.0.1', '--mail-port', String(port), '--mail-tls', 'off'];
  const server = await startCartulary(data, undefined, [
    ...settings,
    '--mail-from',
    'archive@example.org',
  ]);
  try {
    return await measure(server, databaseOf(data), effort);
  } finally {
    await server.stop();
    await new Promise<void>((resolve) => {
      receiver.close(() => resolve());
    });
  }
}

async function measure(
  server: ServerProcess,
  database: string,
  { rounds }: Effort,
): Promise<readonly Figure[]> {
  const wanted = await createFile(server, 'wanted');
  const other = await createFile(server, 'other');
  subscribeAll(database, wanted);
  for (const id of [wanted, other]) await timeOfChanges(server, id);
  const pairs = await interleave(rounds, {
    ours: () => timeOfChanges(server, wanted),
    floor: () => timeOfChanges(server, other),
  });
  const name = `change of a document with ${subscribers.toLocaleString('en')} subscribers`;
  return [comparePairs(pairs, { name, format: milliseconds, target: { atMost: 1.2 } })];
}

function subscribeAll(path: string, documentId: string): void {
  const db = new Sqlite(path);
  const user = db.prepare('insert into user_account values (?, null, ?, ?)');
  const subscription = db.prepare('insert into subscription values (?, ?, ?)');
  db.transaction(() => {
    for (let number = 0; number < subscribers; number += 1) {
      const name = `reader${number}`;
      user.run(name, JSON.stringify({ email: `${name}@example.org` }), Date.now());
      subscription.run(documentId, `user:${name}`, 'Modification');
    }
  })();
  db.close();
}

async function send(server: ServerProcess, method: string, path: string, body: object) {
  const headers = {
    authorization: authorizationOf(administrator),
    'content-type': 'application/json',
  };
  const url = `http://127.0.0.1:${server.port}${apiRoot}${path}`;
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (response.status >= 300) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { readonly uid: string };
}

async function createFile(server: ServerProcess, name: string): Promise<string> {
  const body = { 'entity-type': 'document', name, type: 'File' };
  return (await send(server, 'POST', '/path/default-domain/workspaces', body)).uid;
}

/** Of one change, in milliseconds. */
async function timeOfChanges(server: ServerProcess, id: string): Promise<number> {
  const startMs = performance.now();
  for (let count = 0; count < changesPerRound; count += 1) {
    const properties = { 'dc:title': `title ${performance.now()}` };
    await send(server, 'PUT', `/id/${id}`, { 'entity-type': 'document', properties });
  }
  return (performance.now() - startMs) / changesPerRound;
}
