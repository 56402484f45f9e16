import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { comment, createShared } from '../support/comments.ts';
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
import { grantAce, setAcl } from '../support/security.ts';

describe.each(engines)('mails about comments on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, mailFlags(receiver));
    for (const name of ['bob', 'eve']) {
      await createUser(app, name);
      await setEmail(app, name, `${name}@example.org`);
    }
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const subscribed = async (id: string, user: string) => {
    const headers = { 'enrichers.document': 'subscribedNotifications' };
    const { json } = await app.request(`GET /api/v1/id/${id}`, { user, headers });
    return json.contextParameters.subscribedNotifications;
  };

  test('two users of a thread get a mail about the comments of each other', async () => {
    const id = await createShared(
      app,
      { name: 'talk', properties: { 'dc:title': 'Talk' } },
      { readers: ['bob', 'eve'] },
    );
    expect(await subscribed(id, 'eve')).toEqual([]);
    const first = await comment(app, id, 'hello', { user: 'eve' });
    expect(await subscribed(id, 'eve')).toEqual(['CommentAdded', 'CommentUpdated']);
    await mailIsIdle(app);
    const before = receiver.mails.length;
    await comment(app, first.id, 'hello <eve>', { user: 'bob' });
    await mailIsIdle(app);
    const mails = receiver.mails.slice(before).filter(({ to }) => to.includes('eve@example.org'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.email.subject).toContain("New comment on 'Talk'");
    expect(mails[0]?.email.text).toContain('hello <eve>');
    expect(mails[0]?.email.html).toContain('hello &lt;eve&gt;');
    const sent = receiver.mails.length;
    await app.request(`PUT /api/v1/id/${id}/@comment/${first.id}`, {
      user: 'eve',
      body: { 'entity-type': 'comment', text: 'good morning' },
    });
    await mailIsIdle(app);
    const updates = receiver.mails.slice(sent).filter(({ to }) => to.includes('bob@example.org'));
    expect(updates.map(({ email }) => email.subject)).toEqual([
      expect.stringContaining("Updated comment on 'Talk'"),
    ]);
  });

  test('the creator of the document is subscribed by its first comment', async () => {
    const { uid: parent } = await createDocument(app, { name: 'desk', type: 'Workspace' });
    await setAcl(app, parent, [grantAce('eve', 'ReadWrite'), grantAce('bob', 'Read')]);
    const { uid } = await createDocument(app, { parent, name: 'draft' }, { user: 'eve' });
    await mailIsIdle(app);
    const before = receiver.mails.length;
    const first = await comment(app, uid, 'one', { user: 'bob' });
    expect(await subscribed(uid, 'eve')).toEqual(['CommentAdded', 'CommentUpdated']);
    await mailIsIdle(app);
    const to = receiver.mails.slice(before).flatMap((mail) => mail.to);
    expect(to.sort()).toEqual(['bob@example.org', 'eve@example.org']);
    await callOperation(app, 'Document.Unsubscribe', { input: uid, user: 'eve' });
    await comment(app, first.id, 'two', { user: 'Administrator' });
    expect(await subscribed(uid, 'eve')).toEqual([]);
    expect(await subscribed(uid, 'Administrator')).toEqual(['CommentAdded', 'CommentUpdated']);
  });

  test('who has ended the subscription is not subscribed by the next comment', async () => {
    const id = await createShared(app, { name: 'quiet' }, { readers: ['bob'] });
    const first = await comment(app, id, 'one', { user: 'bob' });
    await callOperation(app, 'Document.Unsubscribe', { input: id, user: 'bob' });
    await comment(app, first.id, 'two', { user: 'bob' });
    expect(await subscribed(id, 'bob')).toEqual([]);
  });
});
