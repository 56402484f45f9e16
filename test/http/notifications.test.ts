import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
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
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const onlySubscribed = { 'enrichers.document': 'subscribedNotifications' };

describe.each(engines)('notifications on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let folder: string;

  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, { ...mailFlags(receiver), development: true });
    for (const name of ['ann', 'ben', 'cas', 'dan', 'eve']) {
      await createUser(app, name);
      if (name !== 'dan') await setEmail(app, name, `${name}@example.org`);
    }
    const entity = {
      'entity-type': 'group',
      groupname: 'crew',
      memberUsers: ['cas', 'dan', 'eve'],
    };
    const outer = { 'entity-type': 'group', groupname: 'all-crews', memberGroups: ['crew'] };
    for (const body of [entity, outer]) {
      expect((await app.request('POST /api/v1/group', { body })).status).toBe(201);
    }
    folder = (await createDocument(app, { name: 'space', type: 'Workspace' })).uid;
    await setAcl(app, folder, [
      grantAce('ann', 'Everything'),
      grantAce('ben', 'Read'),
      grantAce('crew', 'Read'),
    ]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const update = (id: string, title: string, user = 'Administrator') =>
    app.request(`PUT /api/v1/id/${id}`, {
      user,
      body: { 'entity-type': 'document', properties: { 'dc:title': title } },
    });
  const subscribe = (id: string, user: string, notifications?: readonly string[]) =>
    callOperation(app, 'Document.Subscribe', {
      input: id,
      user,
      params: notifications ? { notifications } : {},
    });
  const unsubscribe = (id: string, user: string, notifications?: readonly string[]) =>
    callOperation(app, 'Document.Unsubscribe', {
      input: id,
      user,
      params: notifications ? { notifications } : {},
    });
  const subscribed = async (id: string, user: string) => {
    const response = await app.request(`GET /api/v1/id/${id}`, { user, headers: onlySubscribed });
    expect(response.status, response.text).toBe(200);
    return response.json.contextParameters.subscribedNotifications;
  };
  /** The mails that an action leads to. */
  const mailsOf = async (
    action: () => Promise<unknown>,
    to: readonly string[],
  ): Promise<readonly ReceivedMail[]> => {
    await mailIsIdle(app);
    const before = receiver.mails.length;
    await action();
    await mailIsIdle(app);
    const mails = receiver.mails.slice(before);
    expect(mails.flatMap((mail) => mail.to).sort()).toEqual([...to].sort());
    return mails;
  };

  test('a subscriber of a folder gets a mail about a change of a document in it', async () => {
    const file = await createDocument(app, { name: 'plan', parent: folder });
    expect((await subscribe(folder, 'ben', ['Modification'])).status).toBe(200);
    const [mail] = await mailsOf(() => update(file.uid, 'Plan <b>\u0007'), ['ben@example.org']);
    expect(mail?.from).toBe('archive@example.org');
    expect(mail?.email.from).toEqual({ name: 'Archive', address: 'archive@example.org' });
    expect(mail?.email.subject).toBe('[Cartulary] Plan <b> has been modified by Administrator');
    expect(mail?.email.html).toContain('Plan &lt;b&gt;');
    expect(mail?.email.text).toContain(`https://archive.example.org/nuxeo/ui/#!/doc/${file.uid}`);
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/m);
    await unsubscribe(folder, 'ben');
  });

  test('none given are all that are offered in the place; the caller sees its own only', async () => {
    expect(await subscribed(folder, 'ben')).toEqual([]);
    await subscribe(folder, 'ben');
    expect(await subscribed(folder, 'ben')).toEqual([
      'Approbation review started',
      'CommentAdded',
      'CommentPublication',
      'CommentUpdated',
      'Creation',
      'Modification',
      'Workflow Change',
    ]);
    expect(await subscribed(folder, 'ann')).toEqual([]);
    const section = await createDocument(app, {
      name: 'news',
      type: 'Section',
      parent: (await app.request('GET /api/v1/path/default-domain/sections')).json.uid,
    });
    await subscribe(section.uid, 'Administrator');
    expect(await subscribed(section.uid, 'Administrator')).toEqual([
      'CommentAdded',
      'CommentUpdated',
      'PublicationOnClient',
    ]);
    await unsubscribe(folder, 'ben', ['Modification']);
    expect(await subscribed(folder, 'ben')).not.toContain('Modification');
    await unsubscribe(folder, 'ben');
    expect(await subscribed(folder, 'ben')).toEqual([]);
  });

  test('a page of documents costs one query for the enricher, however long it is', async () => {
    for (const name of ['one', 'two', 'three']) {
      const { uid } = await createDocument(app, { name: `page-${name}`, parent: folder });
      await subscribe(uid, 'ben', ['Creation']);
    }
    const queries = async (size: number, headers: Record<string, string>) => {
      const line = `GET /api/v1/id/${folder}/@children?pageSize=${size}`;
      const response = await app.request(line, { user: 'ben', headers });
      expect(response.json.entries).toHaveLength(size);
      return Number(/(\d+) queries/.exec(String(response.headers['server-timing']))?.[1]);
    };
    await queries(3, onlySubscribed);
    expect((await queries(3, onlySubscribed)) - (await queries(3, {}))).toBe(1);
    expect((await queries(1, onlySubscribed)) - (await queries(1, {}))).toBe(1);
  });

  test('reading is needed, and names must be known', async () => {
    const secret = await createDocument(app, { name: 'secret', parent: folder });
    await setAcl(app, secret.uid, [grantAce('ann', 'Everything'), denyAll]);
    expect((await subscribe(secret.uid, 'ben', ['Creation'])).status).toBe(403);
    const unknown = await subscribe(folder, 'ben', ['Nope']);
    expect([unknown.status, unknown.json.message]).toEqual([400, expect.stringContaining('Nope')]);
    expect((await subscribe('none', 'ben')).status).toBe(404);
  });

  test('groups are expanded, also nested ones; only readers with an address get one mail each', async () => {
    const file = await createDocument(app, { name: 'minutes', parent: folder });
    await app.services.database.write((handle) =>
      handle.run(
        handle.builder.insertInto('subscription').values(
          ['group:all-crews', 'group:crew', 'user:cas', 'user:gone'].map((subscriber) => ({
            document_id: folder,
            subscriber,
            name: 'Modification',
          })),
        ),
      ),
    );
    await subscribe(file.uid, 'cas', ['Modification']);
    const to = ['cas@example.org', 'eve@example.org'];
    const mails = await mailsOf(() => update(file.uid, 'Minutes'), to);
    expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(2);
    await setAcl(app, file.uid, [grantAce('cas', 'Read'), denyAll]);
    await mailsOf(() => update(file.uid, 'Minutes 2'), ['cas@example.org']);
  });

  test('a link in the mail ends the subscription without a sign-in, for members of groups as well', async () => {
    const file = await createDocument(app, { name: 'protocol', parent: folder });
    const to = ['cas@example.org', 'eve@example.org'];
    const mails = await mailsOf(() => update(file.uid, 'Protocol'), to);
    const mail = mails.find((each) => each.to[0] === 'eve@example.org');
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const header = mail?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const path = /^<https:\/\/archive\.example\.org\/nuxeo(\/\S+)>$/.exec(header)?.[1];
    expect(mail?.email.text).toContain(path);
    const asked = await app.request(`GET ${path}`, {
      user: null,
      headers: { 'accept-language': 'de-AT, en' },
    });
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('Abonnement')]);
    await mailsOf(() => update(file.uid, 'still'), to);
    expect((await app.request(`POST ${path}`, { user: null })).status).toBe(200);
    expect((await app.request(`POST ${path}`, { user: null })).status).toBe(200);
    await mailsOf(() => update(file.uid, 'ended'), ['cas@example.org']);
    await subscribe(folder, 'eve', ['Modification']);
    await mailsOf(() => update(file.uid, 'again'), to);
    for (const method of ['GET', 'POST']) {
      const wrong = await app.request(`${method} ${path?.slice(0, -3)}xyz`, { user: null });
      expect([wrong.status, wrong.text]).toEqual([404, expect.stringContaining('not valid')]);
    }
    await unsubscribe(folder, 'eve');
  });

  test('texts are in the language of the profile', async () => {
    const workspace = await callOperation(app, 'User.GetUserWorkspace', { user: 'ann' });
    const profile = await app.request(`POST /api/v1/id/${workspace.json.uid}`, {
      user: 'ann',
      body: {
        'entity-type': 'document',
        name: 'profile',
        type: 'UserProfile',
        properties: { 'userprofile:locale': 'fr_FR' },
      },
    });
    expect(profile.status, profile.text).toBe(201);
    const file = await createDocument(app, { name: 'lettre', parent: folder });
    await subscribe(file.uid, 'ann', ['Modification']);
    const to = ['ann@example.org', 'cas@example.org', 'eve@example.org'];
    const mails = await mailsOf(() => update(file.uid, 'Lettre'), to);
    const subjects = mails.map(({ email }) => email.subject).sort();
    expect(subjects).toEqual([
      '[Cartulary] Administrator a modifié Lettre',
      '[Cartulary] Lettre has been modified by Administrator',
      '[Cartulary] Lettre has been modified by Administrator',
    ]);
  });

  test('an operation makes events, with values and recipients, or without mail', async () => {
    const file = await createDocument(app, { name: 'fired', parent: folder });
    await subscribe(file.uid, 'ben', ['CommentAdded']);
    const fire = async (name: string, properties: object, options: object = {}) => {
      const call = { input: `doc:${file.uid}`, params: { name, properties }, ...options };
      return (await callOperation(app, 'Event.Fire', call)).status;
    };
    const comment = { comment: 'Well done', author: 'nobody' };
    const [mail] = await mailsOf(() => fire('commentAdded', comment), ['ben@example.org']);
    expect(mail?.email.subject).toBe("[Cartulary] New comment on 'fired'");
    expect(mail?.email.text).toContain('Administrator has written a comment on “fired”:');
    expect(mail?.email.text).toContain('Well done');
    const silent = { ...comment, disableNotificationService: 'true' };
    await mailsOf(() => fire('commentAdded', silent), []);
    const assigned = { recipients: 'cas,group:none', taskName: 'Review' };
    const [task] = await mailsOf(() => fire('workflowTaskAssigned', assigned), ['cas@example.org']);
    expect(task?.email.text).toContain('Task: Review');
    expect(await fire('commentAdded', {}, { user: 'dan', input: 'doc:/no-such' })).toBe(404);
    expect(await fire('', {})).toBe(400);
  });

  test('versions and events of the server itself lead to no mail, and nothing is left', async () => {
    const file = await createDocument(app, { name: 'report', parent: folder });
    await mailsOf(async () => {
      const call = { input: file.uid, params: { increment: 'Minor' } };
      expect((await callOperation(app, 'Document.CreateVersion', call)).status).toBe(200);
    }, []);
    await mailIsIdle(app);
    const rows = await app.services.database.read(async (handle) => [
      ...(await handle.all(handle.builder.selectFrom('mail_request').select('id'))),
      ...(await handle.all(handle.builder.selectFrom('mail_recipient').select('request_id as id'))),
      ...(await handle.all(
        handle.builder.selectFrom('job').select('id').where('kind', '=', 'send-mail'),
      )),
    ]);
    expect(rows).toEqual([]);
  });
});
