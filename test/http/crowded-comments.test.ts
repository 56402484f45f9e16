import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createShared, postComment } from '../support/comments.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  setEmail,
  startMailReceiver,
} from '../support/mail-receiver.ts';

const subscribersMax = 10_000;
const rowsPerInsert = 500;

describe.each(engines)('comments on a document with ten thousand subscribers on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, { ...mailFlags(receiver), development: true });
    for (const name of ['bob', 'eve']) await createUser(app, name);
    await setEmail(app, 'eve', 'eve@example.org');
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  /** Of most of them there is no account. */
  const subscribeMany = (documentId: string) =>
    app.services.database.write(async (handle) => {
      for (let from = 0; from < subscribersMax; from += rowsPerInsert) {
        const rows = Array.from({ length: rowsPerInsert }, (_each, at) => ({
          document_id: documentId,
          subscriber: from + at === 0 ? 'user:eve' : `user:reader-${from + at}`,
          name: 'CommentAdded',
        }));
        await handle.run(handle.builder.insertInto('subscription').values(rows));
      }
    });
  const write = async (id: string, text: string): Promise<number> => {
    const response = await postComment(app, id, { text }, { user: 'bob' });
    expect(response.status, response.text).toBe(201);
    return Number(/(\d+) quer/.exec(String(response.headers['server-timing']))?.[1]);
  };

  test('are written with the same statements as without, and the mails follow', async () => {
    const options = { readers: ['bob', 'eve'] };
    const alone = await createShared(app, { name: 'alone' }, options);
    const crowded = await createShared(app, { name: 'crowded' }, options);
    await subscribeMany(crowded);
    // Reads what stays in caches: the ACL that these documents share.
    await write(await createShared(app, { name: 'before' }, options), 'first');
    const first = [await write(alone, 'first'), await write(crowded, 'first')];
    const second = [await write(alone, 'second'), await write(crowded, 'second')];
    expect(first[1]).toBe(first[0]);
    expect(second[1]).toBe(second[0]);
    await mailIsIdle(app);
    const toEve = receiver.mails.filter(({ to }) => to.includes('eve@example.org'));
    expect(toEve).toHaveLength(2);
  });
});
