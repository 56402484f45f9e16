import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { type MailReceiver, mailFlags, startMailReceiver } from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

async function setEmail(app: TestApp, username: string, email: string): Promise<void> {
  const body = { 'entity-type': 'user', id: username, properties: { username, email } };
  const response = await app.request(`PUT /api/v1/user/${username}`, { body });
  expect(response.status, response.text).toBe(200);
}

describe.each(engines)('notifications on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let folder: string;

  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, mailFlags(receiver));
    for (const name of ['ann', 'ben', 'cas']) {
      await createUser(app, name);
      await setEmail(app, name, `${name}@example.org`);
    }
    const workspace = await createDocument(app, { name: 'space', type: 'Workspace' });
    folder = workspace.uid;
    await setAcl(app, folder, [grantAce('ann', 'Everything'), grantAce('ben', 'Read')]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const update = (id: string, title: string) =>
    app.request(`PUT /api/v1/id/${id}`, {
      body: { 'entity-type': 'document', properties: { 'dc:title': title } },
    });

  test('a subscriber of a folder gets a mail about a change of a document in it', async () => {
    const file = await createDocument(app, { name: 'plan', parent: folder });
    const call = { input: folder, user: 'ben', params: { notifications: ['Modification'] } };
    expect((await callOperation(app, 'Document.Subscribe', call)).status).toBe(200);
    expect((await update(file.uid, 'Plan <b>')).status).toBe(200);
    const [mail] = await receiver.waitFor(1);
    expect(mail?.from).toBe('archive@example.org');
    expect(mail?.to).toEqual(['ben@example.org']);
    expect(mail?.email.subject).toBe('[Cartulary] Plan <b> has been modified by Administrator');
    expect(mail?.email.html).toContain('Plan &lt;b&gt;');
    expect(mail?.email.text).toContain(`https://archive.example.org/nuxeo/ui/#!/doc/${file.uid}`);
  });
});
