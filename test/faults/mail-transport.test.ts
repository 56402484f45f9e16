import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailTransport } from '../../src/mail/mail-transport.ts';
import { type MailReceiver, startMailReceiver } from '../support/mail-receiver.ts';

let receiver: MailReceiver;
let transport: MailTransport;
beforeAll(async () => {
  receiver = await startMailReceiver();
  transport = new MailTransport({
    host: '127.0.0.1',
    port: receiver.port,
    tls: 'off',
    acceptsAnyCertificate: false,
    login: null,
    timeLimitMs: 1_000,
    poolSize: 2,
  });
});
afterAll(async () => {
  transport.close();
  await receiver.close();
});

const { signal } = new AbortController();
const mail = {
  envelope: { from: 'a@example.org', to: 'b@example.org' },
  open: () =>
    (async function* () {
      yield Buffer.from('Message-ID: <one@example.org>\r\nSubject: x\r\n\r\ntext');
    })(),
};

test('mail.refused: the mail server does not want it', async () => {
  receiver.behave({ refuses: 'sender', status: 553 });
  const sending = transport.send(mail, signal);
  await expect(sending).rejects.toMatchObject({
    code: 'mail.refused',
    message: expect.stringContaining('not here'),
  });
});

test.each([
  ['refuses it for now', { refuses: 'recipient', status: 450 }, /not here/],
  ['closes the connection', { cuts: true }, /perhaps it has the mail/],
  ['never replies', { hangs: true }, /took too long; perhaps/],
] as const)('mail.unavailable: the mail server %s', async (_case, behaviour, message) => {
  receiver.behave(behaviour);
  await expect(transport.send(mail, signal)).rejects.toMatchObject({
    code: 'mail.unavailable',
    message: expect.stringMatching(message),
  });
});

test('a connection that was closed meanwhile is replaced, and the mail is sent once', async () => {
  receiver.behave(null);
  await transport.send(mail, signal);
  const { transfers, connections } = receiver;
  receiver.disconnect();
  await transport.send(mail, signal);
  expect([receiver.transfers - transfers, receiver.connections - connections]).toEqual([1, 1]);
});

test('an aborted signal ends the attempt', async () => {
  receiver.behave({ hangs: true });
  const stopping = new AbortController();
  const { transfers } = receiver;
  const sending = transport.send(mail, stopping.signal);
  const ended = expect(sending).rejects.toMatchObject({ code: 'mail.unavailable' });
  await receiver.waitForTransfers(transfers + 1);
  stopping.abort();
  await ended;
});
