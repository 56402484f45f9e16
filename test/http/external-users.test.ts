import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { ChildServer } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  startMailReceiver,
} from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';

const add = 'Document.AddPermission';
const address = 'eva+x@example.org';
const hourMs = 3_600_000;
const folders = "SELECT * FROM Folder WHERE ecm:name LIKE 'place%'";

/** Either of two processes sends a mail. */
function mailSettings({ port }: MailReceiver): Record<string, string> {
  return {
    CARTULARY_MAIL_HOST: '127.0.0.1',
    CARTULARY_MAIL_PORT: String(port),
    CARTULARY_MAIL_FROM: 'archive@example.org',
    CARTULARY_MAIL_TLS: 'off',
    CARTULARY_PUBLIC_URL: 'https://archive.example.org/nuxeo/',
  };
}

describe.each(engines)('an external user on %s', (engine) => {
  let store: CliStore;
  let child: ChildServer;
  let app: TestApp;
  let there: TestClient;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    app = await startTestApp(engine, { data, databaseUrl, ...mailFlags(receiver) });
    child = new ChildServer({ data, databaseUrl, settings: mailSettings(receiver) });
    there = remoteClient(await child.url);
  });
  afterAll(async () => {
    await child.stop();
    await app.close();
    await receiver.close();
    await store.close();
  });

  let count = 0;
  const makePlace = async (): Promise<string> => {
    count += 1;
    const { uid } = await createDocument(app, { name: `place${count}`, type: 'Folder' });
    return uid;
  };
  const change = (id: string, input: string, params: object) =>
    callOperation(app, id, { input, params });
  const entryOf = async (uid: string) => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@acl`);
    const entries = json.acl.flatMap(({ ace }: { ace: object[] }) => ace);
    return entries.find(({ username }: { username: string }) => username.startsWith('transient/'));
  };
  /** Grants the permission and reads the link of the mail. */
  const invite = async (uid: string, params: object = {}) => {
    const before = receiver.mails.length;
    const grant = { email: address, permission: 'Read', notify: true, end: '2099-01-01' };
    const { status, text } = await change(add, uid, { ...grant, ...params });
    expect(status, text).toBe(200);
    await receiver.waitFor(before + 1);
    const mail = receiver.mails[before];
    expect(mail?.to).toEqual([address]);
    const link = /https:\S+startup\S+/.exec(mail?.email.text ?? '')?.[0] ?? '';
    return { link, token: new URL(link).searchParams.get('token') ?? '' };
  };
  const ask = (route: string, token: string, server: TestClient = app) =>
    server.request(route, { user: null, headers: { 'x-authentication-token': token } });
  const refusalOf = async (token: string): Promise<string> => {
    const answers = [await ask('GET /api/v1/me', token), await ask('GET /api/v1/me', token, there)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(answers[1]?.json.message).toBe(answers[0]?.json.message);
    return answers[0]?.json.message;
  };

  test('has the rights of its entries, in both processes, and no others', async () => {
    const [shared, closed] = [await makePlace(), await makePlace()];
    const { token } = await invite(shared);
    for (const server of [app, there]) {
      expect((await ask(`GET /api/v1/id/${shared}`, token, server)).status).toBe(200);
      expect((await ask(`GET /api/v1/id/${closed}`, token, server)).status).toBe(403);
      expect((await ask('GET /metrics', token, server)).status).toBe(403);
    }
    const body = { 'entity-type': 'document', properties: { 'dc:title': 'changed' } };
    const headers = { 'x-authentication-token': token };
    const written = await app.request(`PUT /api/v1/id/${shared}`, { user: null, headers, body });
    expect(written.status).toBe(403);
    const found = await ask(`GET /api/v1/query?query=${encodeURIComponent(folders)}`, token);
    expect(found.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([shared]);
  });

  test('is told its name, is in no group, and has no personal workspace', async () => {
    const uid = await makePlace();
    const { token } = await invite(uid);
    const { username } = await entryOf(uid);
    expect(username).toMatch(/^transient\/eva\+x@example\.org\/[\w-]+$/);
    const { status, json } = await ask('GET /api/v1/me', token);
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: username, isAdministrator: false });
    expect(json.properties).toMatchObject({ username, email: address, groups: [] });
    const login = await ask('POST /site/automation/login', token);
    expect(login.json).toMatchObject({ username, isAdministrator: false, groups: [] });
    const headers = { 'x-authentication-token': token };
    const body = { params: {} };
    const route = 'POST /site/automation/User.GetUserWorkspace';
    const workspace = await app.request(route, { user: null, headers, body });
    expect(workspace.status).toBe(404);
    expect(workspace.json.message).toContain('External users have no personal workspace');
  });

  test('can neither get other tokens nor a password', async () => {
    const { token } = await invite(await makePlace());
    const device = 'applicationName=a&deviceId=b&permission=rw';
    const statuses = await Promise.all(
      [
        'POST /api/v1/token?application=a',
        `GET /authentication/token?${device}`,
        'GET /api/v1/me/second-factor',
        'GET /oauth2/authorize?response_type=code&client_id=nuxeo-drive',
      ].map(async (route) => (await ask(route, token)).status),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
    const headers = { 'x-authentication-token': token };
    const body = { oldPassword: 'old', newPassword: 'a long new password' };
    const route = 'PUT /api/v1/me/changepassword';
    expect((await app.request(route, { user: null, headers, body })).status).toBe(401);
  });

  test('follows the link of the mail with a browser, which keeps the token', async () => {
    const uid = await makePlace();
    const { link, token } = await invite(uid);
    const { pathname, search } = new URL(link);
    const route = `GET ${pathname.replace('/nuxeo', '')}${search}`;
    const { status, headers } = await app.request(route, { user: null });
    expect([status, headers.location]).toEqual([302, `/nuxeo/ui/#!/doc/${uid}`]);
    expect(headers['set-cookie']).toContain('HttpOnly');
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect(cookie).toBe(`X-Authentication-Token=${token}`);
    const read = await app.request(`GET /api/v1/id/${uid}`, { user: null, headers: { cookie } });
    expect(read.status).toBe(200);
    const out = await app.request('GET /logout', { user: null, headers: { cookie } });
    expect(String(out.headers['set-cookie'])).toContain('X-Authentication-Token=; Path=/nuxeo;');
  });

  test('is refused at once when its last entry is removed, and does not come back with a new one', async () => {
    const [one, two] = [await makePlace(), await makePlace()];
    const { token } = await invite(one);
    const { id, username } = await entryOf(one);
    await change(add, two, { users: [username], permission: 'Read', end: '2099-01-01' });
    await change('Document.RemovePermission', one, { id });
    expect((await ask(`GET /api/v1/id/${one}`, token)).status).toBe(403);
    expect((await ask(`GET /api/v1/id/${two}`, token, there)).status).toBe(200);
    await change('Document.RemovePermission', two, { user: username });
    expect(await refusalOf(token)).toContain('was withdrawn; ask the person');
    await change(add, two, { users: [username], permission: 'Read', end: '2099-01-01' });
    expect(await refusalOf(token)).toContain('was withdrawn');
  });

  test('is refused when the document is removed', async () => {
    const uid = await makePlace();
    const { token } = await invite(uid);
    expect((await ask('GET /api/v1/me', token, there)).status).toBe(200);
    expect((await app.request(`DELETE /api/v1/id/${uid}`)).status).toBe(204);
    expect(await refusalOf(token)).toContain('was withdrawn');
  });

  test('is refused after the end of the entry', async () => {
    const uid = await makePlace();
    const { token } = await invite(uid, { end: new Date(Date.now() + hourMs).toISOString() });
    expect((await ask('GET /api/v1/me', token)).status).toBe(200);
    shiftClock(2 * hourMs);
    const { status, json } = await ask('GET /api/v1/me', token);
    shiftClock(-2 * hourMs);
    expect(status).toBe(401);
    expect(json.message).toContain('has ended; ask the person who has sent the link');
  });

  test('gets a link again with the mail that is sent again', async () => {
    const uid = await makePlace();
    const { token } = await invite(uid);
    const before = receiver.mails.length;
    const { id } = await entryOf(uid);
    await change('Document.SendNotificationEmailForPermission', uid, { id });
    await receiver.waitFor(before + 1);
    const again = /token=([^&\s]+)/.exec(receiver.mails[before]?.email.text ?? '')?.[1] ?? '';
    expect(again).not.toBe(token);
    expect((await ask('GET /api/v1/me', again)).status).toBe(200);
    expect((await ask('GET /api/v1/me', token)).status).toBe(200);
  });

  test.each([
    ['external.', 'not known here'],
    ['external.AAAA', 'not known here'],
    [`external.${'A'.repeat(120)}`, 'not known here'],
    [`external.${'A'.repeat(5_000)}`, 'not known here'],
  ])('is refused with a token that the server never made', async (token, message) => {
    expect(await refusalOf(token)).toContain(message);
  });

  test.each(['eva', 'eva@', 'Eva <eva@example.org>', 'a@b.org,c@d.org'])(
    'is not invited at %s',
    async (email) => {
      const grant = { email, permission: 'Read', end: '2099-01-01' };
      const { status, text } = await change(add, await makePlace(), grant);
      expect(status).toBe(400);
      expect(text).toContain(`'email': ${email} is not an email address`);
    },
  );

  test('is named by the audit, which has no token, like all that is stored', async () => {
    const uid = await makePlace();
    const { token } = await invite(uid);
    const { username } = await entryOf(uid);
    await ask('GET /api/v1/me', token);
    await mailIsIdle(app);
    await app.services.auditTrail.settle();
    const rows = await app.services.database.read(async (handle) => {
      const { builder } = handle;
      const stored = [
        await handle.all(builder.selectFrom('audit_entry').selectAll()),
        await handle.all(builder.selectFrom('external_token').selectAll()),
        await handle.all(builder.selectFrom('job').selectAll()),
      ];
      return stored.flat();
    });
    const text = JSON.stringify(rows);
    expect(text).not.toContain(token);
    expect(text).toContain(username);
  });
});
