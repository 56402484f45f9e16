import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  setEmail,
  startMailReceiver,
} from '../support/mail-receiver.ts';
import { callOperation } from '../support/operations.ts';

const pagePath = '/site/userInvitation/enterpassword/default/';

describe.each(engines)('invitations on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;

  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, mailFlags(receiver));
    const body = {
      'entity-type': 'user',
      properties: { username: 'power', password: 'power-password', groups: ['powerusers'] },
    };
    expect((await app.request('POST /api/v1/user', { body })).status).toBe(201);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const invite = (
    username: string,
    options: { params?: object; more?: object; as?: object } = {},
  ) =>
    callOperation(app, 'User.Invite', {
      input: {
        'entity-type': 'user',
        id: '',
        properties: { username, email: `${username}@example.org`, ...options.more },
      },
      params: options.params ?? {},
      ...options.as,
    });
  const idOf = (response: { json: { value: string } }) => response.json.value;
  const validate = (fields: Record<string, string>) =>
    app.request('POST /site/userInvitation/validate', {
      user: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
  const choose = (id: string, password: string, confirmation = password) =>
    validate({
      RequestId: id,
      ConfigurationName: 'default',
      Password: password,
      PasswordConfirmation: confirmation,
    });
  const page = (id: string, headers: Record<string, string> = {}) =>
    app.request(`GET ${pagePath}${id}`, { user: null, headers });

  test('the mail has a link, and a password creates the user, once', async () => {
    const params = { comment: 'Welcome <all>' };
    const more = { firstName: 'Ann', groups: ['members'] };
    const response = await invite('ann', { params, more });
    expect(response.status, response.text).toBe(200);
    const id = idOf(response);
    expect(id).toMatch(/^[\w-]{43}$/);
    const [mail] = await receiver.waitFor(1);
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.email.text).toContain(`https://archive.example.org/nuxeo${pagePath}${id}`);
    expect(mail?.email.html).toContain('Welcome &lt;all&gt;');
    expect((await app.request('GET /api/v1/user/ann')).status).toBe(404);
    const form = await page(id, { 'accept-language': 'fr' });
    expect([form.status, form.text]).toEqual([200, expect.stringContaining('mot de passe')]);
    expect(form.headers['cache-control']).toBe('no-store');
    expect(form.headers['referrer-policy']).toBe('same-origin');
    const different = await choose(id, 'a good password', 'another one');
    expect([different.status, different.text]).toEqual([400, expect.stringContaining('differ')]);
    const done = await choose(id, 'a good password');
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('/logout')]);
    const me = await app.request('GET /api/v1/me', { user: 'ann', password: 'a good password' });
    expect([me.status, me.json.properties.firstName]).toEqual([200, 'Ann']);
    expect((await choose(id, 'another password')).status).toBe(409);
    expect((await page(id)).status).toBe(409);
    const audit = await app.services.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['event_id', 'principal_name'])
          .where('event_id', 'like', 'registration%')
          .orderBy('id'),
      ),
    );
    expect(audit.map((row) => [row.event_id, row.principal_name])).toEqual([
      ['registrationSubmitted', 'Administrator'],
      ['registrationAccepted', 'Administrator'],
      ['registrationValidated', 'ann'],
    ]);
  });

  test('two uses at the same time create one user', async () => {
    const id = idOf(await invite('twin', { params: { validationMethod: 'NONE' } }));
    const statuses = await Promise.all([
      choose(id, 'a good password'),
      choose(id, 'other password'),
    ]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('unknown, expired and replaced links are not valid, nor those that wait', async () => {
    const first = idOf(await invite('ben'));
    const second = idOf(await invite('ben'));
    for (const id of [first, 'unknown', 'x'.repeat(5_000), "'--"]) {
      expect((await page(encodeURIComponent(id))).status).toBe(404);
      expect((await choose(id, 'a good password')).status).toBe(404);
    }
    await app.services.database.write((handle) =>
      handle.run(handle.builder.updateTable('user_invitation').set({ expires_at: 1 })),
    );
    expect((await page(second)).status).toBe(404);
    expect((await choose(second, 'a good password')).status).toBe(404);
    const waiting = idOf(await invite('cas', { params: { autoAccept: false } }));
    expect((await page(waiting)).status).toBe(404);
    expect((await validate({})).status).toBe(404);
  });

  test('the user, the mail address and the rights are checked', async () => {
    expect((await invite('Administrator')).status).toBe(409);
    await createUser(app, 'dan-with-password');
    await setEmail(app, 'dan-with-password', 'dan@example.org');
    const taken = await invite('dan', { more: { email: 'DAN@example.org' } });
    expect([taken.status, taken.json.message]).toEqual([
      409,
      expect.stringContaining('mail address'),
    ]);
    for (const email of ['', 'none', 'a@b.org\r\nBcc: c@d.org', 'a@b.org,c@d.org']) {
      expect((await invite('eve', { more: { email } })).status).toBe(400);
    }
    expect((await invite('', {})).status).toBe(400);
    expect((await invite('eve', { params: { validationMethod: 'PIGEON' } })).status).toBe(400);
    const as = { user: 'power', password: 'power-password' };
    const admin = await invite('eve', { as, more: { groups: ['administrators'] } });
    expect(admin.status).toBe(403);
    const dan = { user: 'dan-with-password' };
    expect((await invite('eve', { as: dan })).status).toBe(403);
    const id = idOf(await invite('eve', { as, params: { validationMethod: 'NONE' } }));
    const body = { 'entity-type': 'user', id: 'power', properties: { groups: [] } };
    expect((await app.request('PUT /api/v1/user/power', { body })).status).toBe(200);
    expect((await choose(id, 'a good password')).status).toBe(403);
    expect((await app.request('GET /api/v1/user/eve')).status).toBe(404);
    await mailIsIdle(app);
  });
});

test('the rules for passwords hold', async () => {
  const password = 'of Administrator only';
  const rules = { passwordMinLength: 8, administratorPassword: password };
  const app = await startTestApp('sqlite', rules);
  try {
    const properties = { username: 'ann', email: 'ann@example.org' };
    const invited = await callOperation(app, 'User.Invite', {
      input: { 'entity-type': 'user', id: '', properties },
      password,
    });
    expect(invited.status, invited.text).toBe(200);
    const choose = (chosen: string) =>
      app.request('POST /site/userInvitation/validate', {
        user: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(
          new URLSearchParams({
            RequestId: invited.json.value,
            Password: chosen,
            PasswordConfirmation: chosen,
          }).toString(),
        ),
      });
    for (const chosen of ['', 'short', 'password1']) {
      const refused = await choose(chosen);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('password')]);
    }
    expect((await choose('a good password')).status).toBe(200);
  } finally {
    await app.close();
  }
});
