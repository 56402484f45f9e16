import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestDueMs } from '../../src/jobs/mail/digest-time.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  setEmail,
  startMailReceiver,
} from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

describe.each(engines)('collected notifications on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    folder = await makeFolder();
    const file = join(folder.path, 'own.json');
    const own = {
      name: 'Removal',
      events: ['documentTrashed'],
      template: 'modif',
      subject: 'Gone',
    };
    await writeFile(file, JSON.stringify({ notifications: [own] }));
    app = await startTestApp(engine, {
      ...mailFlags(receiver),
      notificationDigest: 'daily',
      notificationFiles: [file],
    });
    await createUser(app, 'ann');
    await setEmail(app, 'ann', 'ann@example.org');
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
    await folder.remove();
  });

  const items = () =>
    app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('mail_digest_item').select(['username', 'due_at'])),
    );
  const subscribe = (id: string, name: string) =>
    callOperation(app, 'Document.Subscribe', {
      input: id,
      user: 'ann',
      params: { notifications: [name] },
    });

  test('are one mail, with what the user may read by then', async () => {
    const { uid } = await createDocument(app, { name: 'place', type: 'Workspace' });
    // Events are told to those who are subscribed when the mails are made.
    await mailIsIdle(app);
    expect((await subscribe(uid, 'Creation')).status).toBe(200);
    expect((await subscribe(uid, 'Removal')).status).toBe(200);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'hidden']) {
      const properties = { 'dc:title': name };
      ids.push((await createDocument(app, { name, parent: uid, properties })).uid);
    }
    const trash = { input: ids[1] };
    expect((await callOperation(app, 'Document.Trash', trash)).status).toBe(200);
    await mailIsIdle(app);
    const collected = await items();
    expect(collected.map(({ username }) => username)).toEqual(Array(4).fill('ann'));
    expect(Math.min(...collected.map((each) => each.due_at))).toBeGreaterThan(Date.now());
    expect(receiver.mails).toEqual([]);
    await setAcl(app, ids[2] ?? '', [denyAll, grantAce('Administrator', 'Everything')]);
    await app.services.database.write((handle) =>
      handle.run(handle.builder.updateTable('mail_digest_item').set({ due_at: 1 })),
    );
    const [mail] = await receiver.waitFor(1);
    await mailIsIdle(app);
    expect(mail?.email.subject).toBe('[Cartulary] 3 notifications');
    expect(mail?.email.text).toContain('- one has been created by Administrator');
    expect(mail?.email.text).toContain(`/doc/${ids[0]}`);
    expect(mail?.email.text).toContain('- Gone');
    expect(mail?.email.text).not.toContain('hidden');
    expect(await items()).toEqual([]);
    expect(receiver.mails).toHaveLength(1);
  });
});

test('they are due with the next full hour, or at five', () => {
  const at = (text: string) => Date.parse(`2026-11-22T${text}Z`);
  expect(digestDueMs(at('10:15:00'), 'hourly')).toBe(at('11:00:00'));
  expect(digestDueMs(at('11:00:00'), 'hourly')).toBe(at('12:00:00'));
  expect(digestDueMs(at('04:59:59'), 'daily')).toBe(at('05:00:00'));
  expect(digestDueMs(at('05:00:00'), 'daily')).toBe(at('05:00:00') + 24 * 60 * 60 * 1000);
});
