import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type Email, default as PostalMime } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { now, sleep } from '../../src/base/clock.ts';
import type { TestApp, TestClient } from './app.ts';

/** A mail as it came: what the sender said in the dialogue, and the message. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly isSecure: boolean;
  readonly raw: string;
  readonly email: Email;
}

/** What the receiver does with the next mails instead of taking them. */
export interface Behaviour {
  /** Replies of the dialogue: a status for these commands. */
  readonly refuses?: 'sender' | 'recipient' | 'message';
  readonly status?: number;
  /** Ends the connection when the message has come, without a reply. */
  readonly cuts?: boolean;
  /** Never replies to the message. */
  readonly hangs?: boolean;
}

export interface MailReceiver {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Messages that were transferred, taken or not. */
  readonly transfers: number;
  readonly connections: number;
  /** Of all messages that were transferred. */
  readonly messageIds: readonly string[];
  behave(behaviour: Behaviour | null): void;
  /** Closes all connections. */
  disconnect(): void;
  /** Waits until so many mails have come. */
  waitFor(count: number): Promise<readonly ReceivedMail[]>;
  waitUntil(isDone: (mails: readonly ReceivedMail[]) => boolean): Promise<void>;
  /** Waits until so many messages were transferred. */
  waitForTransfers(count: number): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 30_000;

/** A real SMTP server on a free port of the loopback interface. */
export async function startMailReceiver(login?: {
  readonly user: string;
  readonly password: string;
}): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new EventTarget();
  let behaviour: Behaviour | null = null;
  const messageIds: string[] = [];
  let transfers = 0;
  let connections = 0;
  const waitUntil = async (isDone: () => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(patienceMs);
    while (!isDone()) await once(arrivals, 'transfer', { signal });
  };
  const refusal = (step: Behaviour['refuses']): Error | null => {
    if (behaviour?.refuses !== step) return null;
    return Object.assign(new Error('not here'), { responseCode: behaviour?.status ?? 550 });
  };
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: login === undefined ? ['AUTH'] : [],
    logger: false,
    closeTimeout: 10,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === login?.user && auth.password === login?.password;
      if (isRight) done(null, { user: auth.username });
      else done(Object.assign(new Error('wrong'), { responseCode: 535 }));
    },
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onMailFrom: (_address, _session, done) => done(refusal('sender')),
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] | undefined = await stream.toArray().catch(() => undefined);
      // The connection was closed in the middle of the message.
      if (!chunks) return;
      transfers += 1;
      const raw = Buffer.concat(chunks).toString('utf8');
      messageIds.push(/^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '');
      arrivals.dispatchEvent(new Event('transfer'));
      if (behaviour?.hangs) return;
      if (behaviour?.cuts) {
        for (const socket of sockets) socket.destroy();
        return;
      }
      const refused = refusal('message');
      if (refused) {
        done(refused);
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        user: typeof session.user === 'string' ? session.user : undefined,
        isSecure: session.secure,
        raw,
        email: await PostalMime.parse(raw),
      });
      done();
      arrivals.dispatchEvent(new Event('transfer'));
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    messageIds,
    get transfers() {
      return transfers;
    },
    get connections() {
      return connections;
    },
    disconnect: () => {
      for (const socket of sockets) socket.destroy();
    },
    behave: (next) => {
      behaviour = next;
    },
    async waitFor(count) {
      await waitUntil(() => mails.length >= count);
      return mails;
    },
    waitUntil: (isDone) => waitUntil(() => isDone(mails)),
    waitForTransfers: (count) => waitUntil(() => transfers >= count),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The settings of a server that sends mail to the receiver. */
export function mailFlags({ port }: Pick<MailReceiver, 'port'>): Record<string, unknown> {
  return {
    mailHost: '127.0.0.1',
    mailPort: port,
    mailFrom: 'Archive <archive@example.org>',
    mailTls: 'offered',
    mailTlsUnverified: true,
    mailRetrySeconds: 1,
    publicUrl: 'https://archive.example.org/nuxeo/',
  };
}

export async function setEmail(app: TestClient, username: string, email: string): Promise<void> {
  const body = { 'entity-type': 'user', id: username, properties: { username, email } };
  const response = await app.request(`PUT /api/v1/user/${username}`, { body });
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
}

/** Waits until no mail is to be made, and none waits to be sent. */
export async function mailIsIdle({ services }: Pick<TestApp, 'services'>): Promise<void> {
  const until = now() + patienceMs;
  for (;;) {
    const left = await services.database.read(async (handle) => [
      ...(await handle.all(handle.builder.selectFrom('mail_request').select('id'))),
      ...(await handle.all(
        handle.builder
          .selectFrom('job')
          .select('id')
          .where('kind', 'in', ['prepare-mails', 'send-mail'])
          .where('failed_at', 'is', null),
      )),
    ]);
    if (left.length === 0) return;
    if (now() > until) throw new Error('mail is still to be made or sent');
    await sleep(20);
  }
}
