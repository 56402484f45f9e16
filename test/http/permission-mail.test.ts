import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { TestApp } from '../support/app.ts';
import { startWithChains, step } from '../support/chains.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  type ReceivedMail,
  setEmail,
  startMailReceiver,
} from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';

const add = 'Document.AddPermission';
const resend = 'Document.SendNotificationEmailForPermission';

const chains = {
  GrantThenFail: [
    step(add, { users: ['ann'], permission: 'Read', notify: true }),
    step('Document.FollowLifecycleTransition', { value: 'no such transition' }),
  ],
};

describe.each(engines)('the mail about a permission on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startWithChains(engine, chains, {}, mailFlags(receiver));
    for (const name of ['ann', 'ben', 'cas']) {
      await createUser(app, name);
      await setEmail(app, name, `${name}@example.org`);
    }
    const crew = { 'entity-type': 'group', groupname: 'crew', memberUsers: ['ben', 'cas'] };
    await app.request('POST /api/v1/group', { body: crew });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  let count = 0;
  const makePlace = async (): Promise<string> => {
    count += 1;
    const properties = { 'dc:title': `Place ${count}` };
    const { uid } = await createDocument(app, {
      name: `place${count}`,
      type: 'Folder',
      properties,
    });
    await callOperation(app, 'Document.BlockPermissionInheritance', { input: uid });
    return uid;
  };
  const change = (id: string, input: string, params: object, user = 'Administrator') =>
    callOperation(app, id, { input, params, user });
  const mailsOf = async (
    work: () => Promise<{ status: number; text: string }>,
    to: readonly string[],
  ): Promise<readonly ReceivedMail[]> => {
    await mailIsIdle(app);
    const before = receiver.mails.length;
    const { status, text } = await work();
    expect(status, text).toBe(200);
    await mailIsIdle(app);
    const mails = receiver.mails.slice(before);
    expect(mails.flatMap((mail) => mail.to).sort()).toEqual([...to].sort());
    return mails;
  };
  const idOf = async (uid: string, username: string): Promise<string> => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@acl`);
    return json.acl[0].ace.find((ace: { username: string }) => ace.username === username).id;
  };

  test('is sent at once, with the comment, to the user or to the users of the group', async () => {
    const uid = await makePlace();
    const grant = { permission: 'Read', notify: true, comment: 'For <you>' };
    const [mail] = await mailsOf(
      () => change(add, uid, { ...grant, users: ['ann'], end: '2099-01-01' }),
      ['ann@example.org'],
    );
    expect(mail?.email.subject).toContain(`Place ${count}`);
    const text = mail?.email.text ?? '';
    for (const part of ['Administrator', 'Read', 'For <you>', '2099-01-01 00:00:00 UTC', uid]) {
      expect(text).toContain(part);
    }
    expect(mail?.email.html).toContain('For &lt;you&gt;');
    await mailsOf(
      () => change(add, uid, { ...grant, users: ['crew'] }),
      ['ben@example.org', 'cas@example.org'],
    );
    // The same entry once more, and one without notify.
    await mailsOf(() => change(add, uid, { ...grant, users: ['crew'] }), []);
    await mailsOf(() => change(add, uid, { permission: 'Write', users: ['ann'] }), []);
  });

  test('is sent of the entry that replaces another', async () => {
    const uid = await makePlace();
    await change(add, uid, { permission: 'Read', users: ['ann'] });
    const params = { id: await idOf(uid, 'ann'), permission: 'ReadWrite', username: 'ann' };
    await mailsOf(
      () => change('Document.ReplacePermission', uid, { ...params, notify: true, comment: 'More' }),
      ['ann@example.org'],
    );
  });

  test('is sent when the entry begins, once', async () => {
    const uid = await makePlace();
    const beginMs = Math.ceil(now() / 1_000) * 1_000 + 1_000;
    const begin = new Date(beginMs).toISOString();
    const before = receiver.mails.length;
    const grant = { users: ['ann'], permission: 'Read', notify: true, begin };
    await mailsOf(() => change(add, uid, grant), []);
    await receiver.waitFor(before + 1);
    expect(now()).toBeGreaterThanOrEqual(beginMs);
    await mailIsIdle(app);
    expect(receiver.mails.length).toBe(before + 1);
    expect(receiver.mails.at(-1)?.to).toEqual(['ann@example.org']);
  });

  test('is not sent of what is rolled back, and not to users who may not read', async () => {
    const uid = await makePlace();
    await mailIsIdle(app);
    const before = receiver.mails.length;
    const failed = await callOperation(app, 'GrantThenFail', { input: uid });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    await mailIsIdle(app);
    expect(receiver.mails.length).toBe(before);
    // It does not include the right to read.
    await mailsOf(
      () => change(add, uid, { users: ['ann'], permission: 'Unlock', notify: true }),
      [],
    );
  });

  test('is sent to a person of whom only the address is known', async () => {
    const uid = await makePlace();
    const grant = { permission: 'Read', notify: true, email: 'guest@example.org' };
    await mailsOf(() => change(add, uid, { ...grant, end: '2099-01-01' }), ['guest@example.org']);
  });

  test('is sent again by the operation', async () => {
    const uid = await makePlace();
    await change(add, uid, { permission: 'Read', users: ['ann'], comment: 'Silent' });
    await change(add, uid, { permission: 'Read', users: ['ben'], end: '2020-01-01' });
    const id = await idOf(uid, 'ann');
    const [mail] = await mailsOf(() => change(resend, uid, { id }), ['ann@example.org']);
    expect(mail?.email.text).toContain('Silent');
    await mailsOf(() => change(resend, uid, { id }), ['ann@example.org']);
    await mailsOf(() => change(resend, uid, { id: `${id}1000` }), []);
    const ended = await idOf(uid, 'ben');
    await mailsOf(async () => change(resend, uid, { id: ended }), []);
    expect((await change(resend, uid, { id }, 'ann')).status).toBe(403);
    const wrong = await change(resend, uid, { id: 'ann:Read' });
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('Invalid ACE id: ann:Read'),
    ]);
  });

  test('a reversed interval is refused with both instants, and nothing is done', async () => {
    const uid = await makePlace();
    const [begin, end] = ['2031-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'];
    await change(add, uid, { permission: 'Read', users: ['ann'] });
    const id = await idOf(uid, 'ann');
    const acls = async () => (await app.request(`GET /api/v1/id/${uid}/@acl`)).text;
    const before = [await acls(), receiver.mails.length];
    const grant = { permission: 'Write', notify: true, begin, end };
    for (const response of [
      await change(add, uid, { ...grant, users: ['ann', 'ben'], blockInheritance: true }),
      await change('Document.ReplacePermission', uid, { ...grant, id, username: 'ann' }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.json.message).toContain(`end ${end} lies before its begin ${begin}`);
    }
    await mailIsIdle(app);
    expect([await acls(), receiver.mails.length]).toEqual(before);
  });
});
