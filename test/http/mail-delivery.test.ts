import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  setEmail,
  startMailReceiver,
} from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function receive(login?: { user: string; password: string }): Promise<MailReceiver> {
  const receiver = await startMailReceiver(login);
  cleanups.push(() => receiver.close());
  return receiver;
}

async function start(
  flags: Record<string, unknown>,
  engine: (typeof engines)[number] = 'sqlite',
): Promise<TestApp> {
  const app = await startTestApp(engine, flags);
  cleanups.push(() => app.close());
  return app;
}

/** One mail to that address. */
async function mailTo(app: TestApp, to: string, params: object = {}) {
  const { uid } = await createDocument(app, { name: 'letter' });
  const call = {
    input: uid,
    params: { from: 'boss@example.org', to, subject: 'Hello', message: 'A text', ...params },
  };
  return callOperation(app, 'Document.Mail', call);
}

async function sendJobs(app: TestApp) {
  return app.services.database.read((handle) =>
    handle.all(handle.builder.selectFrom('job').selectAll().where('kind', '=', 'send-mail')),
  );
}

async function failedMails(app: TestApp): Promise<readonly { lastError: string }[]> {
  const response = await app.request('GET /api/v1/management/jobs?state=failed');
  expect(response.status, response.text).toBe(200);
  return response.json.entries.filter((each: { kind: string }) => each.kind === 'send-mail');
}

describe.each(engines)('the delivery of mail on %s', (engine) => {
  test('a mail that is refused for now is sent again, with the same id, and arrives once', async () => {
    const receiver = await receive();
    receiver.behave({ refuses: 'message', status: 451 });
    const app = await start(mailFlags(receiver), engine);
    expect((await mailTo(app, 'ann@example.org')).status).toBe(200);
    await receiver.waitForTransfers(1);
    receiver.behave(null);
    const [mail] = await receiver.waitFor(1);
    await mailIsIdle(app);
    expect(mail?.email.subject).toBe('Hello');
    expect(receiver.mails).toHaveLength(1);
    expect(await sendJobs(app)).toEqual([]);
  });

  test('a mail that is refused for good is set aside, with the reply, and the others arrive', async () => {
    const receiver = await receive();
    receiver.behave({ refuses: 'recipient', status: 550 });
    const app = await start(mailFlags(receiver), engine);
    await mailTo(app, 'nope@example.org');
    await mailIsIdle(app);
    receiver.behave(null);
    await mailTo(app, 'ann@example.org');
    expect((await receiver.waitFor(1))[0]?.to).toEqual(['ann@example.org']);
    await mailIsIdle(app);
    const [failed, ...others] = await failedMails(app);
    expect(others).toEqual([]);
    expect(failed?.lastError).toMatch(/refuses the mail.*not here/);
    expect(receiver.transfers).toBe(1);
  });

  test('a request that cannot be served does not stop the others', async () => {
    const receiver = await receive();
    const app = await start(mailFlags(receiver), engine);
    await app.services.database.write(async (handle) => {
      for (const [at, kind] of ['mail', 'written', 'event', 'event'].entries()) {
        const details = at % 2 === 0 ? '{' : '{"documentId":"gone"}';
        const row = { id: `damaged ${at}`, kind, details, created_at: at, is_done: 0 };
        await handle.run(handle.builder.insertInto('mail_request').values(row));
      }
    });
    await mailTo(app, 'ann@example.org');
    await receiver.waitFor(1);
    await mailIsIdle(app);
    expect(receiver.mails).toHaveLength(1);
  });

  test('without a mail server nothing fails and nothing is stored', async () => {
    const app = await start({}, engine);
    await createUser(app, 'ann');
    await setEmail(app, 'ann', 'ann@example.org');
    const { uid } = await createDocument(app, { name: 'quiet', type: 'Workspace' });
    const call = { input: uid, params: { notifications: ['Modification'] } };
    expect((await callOperation(app, 'Document.Subscribe', call)).status).toBe(200);
    const body = { 'entity-type': 'document', properties: { 'dc:title': 'quiet' } };
    expect((await app.request(`PUT /api/v1/id/${uid}`, { body })).status).toBe(200);
    expect((await mailTo(app, 'ann@example.org')).status).toBe(200);
    const rows = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('mail_request').select('id')),
    );
    expect([rows, await sendJobs(app)]).toEqual([[], []]);
  });
});

describe('the mail server', () => {
  test('that cuts the connection after the message may get it again, with the same id', async () => {
    const receiver = await receive();
    receiver.behave({ cuts: true });
    const app = await start(mailFlags(receiver));
    await mailTo(app, 'ann@example.org');
    await receiver.waitForTransfers(1);
    receiver.behave(null);
    await receiver.waitFor(1);
    await mailIsIdle(app);
    expect(receiver.transfers).toBe(2);
    expect(new Set(receiver.messageIds).size).toBe(1);
  });

  test('that never replies is given up after the time limit, and other jobs run meanwhile', async () => {
    const receiver = await receive();
    receiver.behave({ hangs: true });
    const app = await start({ ...mailFlags(receiver), mailTimeLimitMs: 500 });
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => mailTo(app, `${name}@example.org`)));
    await receiver.waitForTransfers(4);
    // A job of another kind.
    const call = { input: '/', params: { timeoutSecond: 20, refresh: true } };
    expect((await callOperation(app, 'Elasticsearch.WaitForIndexing', call)).status).toBe(200);
    receiver.behave(null);
    await receiver.waitFor(5);
    await mailIsIdle(app);
    expect(receiver.mails.map(({ to }) => to[0]).sort()).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`),
    );
  });

  test('that says nothing at all, or cannot be reached, is tried again', async () => {
    const silent = await silentServer();
    const app = await start({ ...mailFlags(silent), mailTimeLimitMs: 500 });
    await mailTo(app, 'ann@example.org');
    await silent.connected(2);
    const [job] = await sendJobs(app);
    expect([job?.failed_at, job?.is_cancelled]).toEqual([null, 0]);
  });

  test('gets the user name and password, over TLS only', async () => {
    const login = { user: 'archive', password: 'secret' };
    const receiver = await receive(login);
    const mail = { ...mailFlags(receiver), mailTls: 'starttls' };
    const app = await start({ ...mail, mailUser: 'archive', mailPassword: 'secret' });
    await mailTo(app, 'ann@example.org');
    expect((await receiver.waitFor(1))[0]).toMatchObject({ user: 'archive', isSecure: true });
  });

  test('is sent many mails over few connections', async () => {
    const receiver = await receive();
    const app = await start({ ...mailFlags(receiver), mailPoolSize: 1 });
    const to = Array.from({ length: 12 }, (_each, at) => `user${at}@example.org`);
    await mailTo(app, to.join(','));
    await receiver.waitFor(12);
    expect(receiver.connections).toBe(1);
  });
});

interface SilentServer {
  readonly port: number;
  connected(count: number): Promise<void>;
}

async function silentServer(): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    async connected(count) {
      const signal = AbortSignal.timeout(30_000);
      while (sockets.length < count) await once(server, 'connection', { signal });
    },
  };
}
