import { expect, test } from 'vitest';
import { administrator, ChildServer } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';
import { startMailReceiver } from '../support/mail-receiver.ts';

const recipients = Array.from({ length: 40 }, (_each, at) => `user${at}@example.org`);

test('after a kill all mails arrive, and those that come twice have the same id', async () => {
  const folder = await makeFolder();
  const receiver = await startMailReceiver();
  const options = {
    data: folder.path,
    settings: {
      CARTULARY_MAIL_HOST: '127.0.0.1',
      CARTULARY_MAIL_PORT: String(receiver.port),
      CARTULARY_MAIL_FROM: 'archive@example.org',
      CARTULARY_MAIL_TLS: 'off',
      CARTULARY_MAIL_POOL_SIZE: '2',
      CARTULARY_MAIL_RETRY_SECONDS: '1',
    },
  };
  const first = new ChildServer(options);
  let second: ChildServer | undefined;
  try {
    const message = { from: 'boss@example.org', to: recipients, subject: 'News', message: 'text' };
    const response = await fetch(`${await first.url}/site/automation/Document.Mail`, {
      method: 'POST',
      headers: { authorization: administrator, 'content-type': 'application/json' },
      body: JSON.stringify({ input: '/', params: message }),
    });
    expect(response.status, await response.text()).toBe(200);
    await receiver.waitFor(5);
    await first.kill();
    second = new ChildServer(options);
    await second.url;
    await receiver.waitUntil((mails) => new Set(mails.flatMap(({ to }) => to)).size === 40);
    expect(await second.stop()).toBe(0);
    const ids = Map.groupBy(receiver.mails, ({ to }) => to.join());
    expect([...ids.keys()].sort()).toEqual([...recipients].sort());
    for (const mails of ids.values()) {
      expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(1);
    }
    // Those that were sent when the server was killed.
    expect(receiver.mails.length - recipients.length).toBeLessThanOrEqual(2);
  } finally {
    await first.kill();
    await second?.kill();
    await receiver.close();
    await folder.remove();
  }
});
