import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
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
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const publish = 'Document.PublishToSection';

describe.each(engines)('publications on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let section: string;
  let closed: string;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, mailFlags(receiver));
    for (const name of ['ann', 'ben', 'eve']) {
      await createUser(app, name);
      await setEmail(app, name, `${name}@example.org`);
    }
    const sections = '/api/v1/path/default-domain/sections';
    const { json } = await app.request(`GET ${sections}`);
    const inside = { parent: json.uid, type: 'Section' };
    section = (await createDocument(app, { ...inside, name: 'open' })).uid;
    closed = (await createDocument(app, { ...inside, name: 'closed' })).uid;
    // Eve publishes, ann may ask for it, and so may all members.
    await setAcl(app, section, [grantAce('eve', 'ReadWrite')]);
    await setAcl(app, closed, [grantAce('eve', 'ReadWrite'), denyAll]);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  let count = 0;
  const makeFile = async (): Promise<string> => {
    count += 1;
    const { uid } = await createDocument(app, { name: `file${count}` });
    await setAcl(app, uid, [grantAce('ann', 'ReadWrite')]);
    return uid;
  };
  const call = (input: string, user: string, target = section) =>
    callOperation(app, publish, { input, params: { target }, user });
  const publishAs = async (user: string, input: string, target = section) => {
    const { status, text, json } = await call(input, user, target);
    expect(status, text).toBe(200);
    return json;
  };
  const publicationsOf = async (uid: string, user: string, native = false) => {
    const headers = {
      'enrichers.document': 'publications',
      ...(native && { 'X-Cartulary-Dialect': 'native' }),
    };
    const { json } = await app.request(`GET /api/v1/id/${uid}`, { user, headers });
    return json.contextParameters.publications;
  };
  const statusFor = async (user: string, uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}`, { user })).status;
  const statuses = (uid: string) =>
    Promise.all(['ann', 'ben', 'eve'].map((user) => statusFor(user, uid)));
  const eventsOf = async (uid: string): Promise<string[]> => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    return json.entries.map(({ eventId }: { eventId: string }) => eventId);
  };
  const change = (uid: string, title: string) =>
    app.request(`PUT /api/v1/id/${uid}`, {
      body: { 'entity-type': 'document', properties: { 'dc:title': title } },
    });

  test('the enricher counts those that the caller may read, as numbers', async () => {
    const uid = await makeFile();
    expect(await publicationsOf(uid, 'ann')).toEqual({ resultCount: 0, resultsCount: 0 });
    await publishAs('Administrator', uid);
    await publishAs('Administrator', uid, closed);
    const one = { resultCount: 1, resultsCount: 1 };
    const two = { resultCount: 2, resultsCount: 2 };
    expect(await publicationsOf(uid, 'ann')).toEqual(one);
    expect(await publicationsOf(uid, 'Administrator')).toEqual(two);
    expect(await publicationsOf(uid, 'Administrator', true)).toEqual(two);
    // Of its version and its proxy, too.
    const query = encodeURIComponent(
      `SELECT * FROM Document WHERE ecm:versionVersionableId = '${uid}'`,
    );
    const headers = { 'enrichers.document': 'publications' };
    const line = `GET /api/v1/search/execute?query=${query}`;
    for (const entry of (await app.request(line, { headers })).json.entries) {
      expect(entry.contextParameters.publications).toEqual(two);
    }
    await callOperation(app, 'Document.UnpublishAll', { input: uid });
    expect(await publicationsOf(uid, 'Administrator')).toEqual({ resultCount: 0, resultsCount: 0 });
  });

  test('a publication that is asked for is hidden until a publisher publishes it', async () => {
    const uid = await makeFile();
    const asked = await publishAs('ann', uid);
    expect(asked).toMatchObject({ isProxy: true, parentRef: section });
    expect(await statuses(asked.uid)).toEqual([200, 403, 200]);
    expect((await publicationsOf(uid, 'ann')).resultCount).toBe(1);
    expect((await publishAs('ann', uid)).uid).toBe(asked.uid);
    expect(await eventsOf(asked.uid)).toContain('documentWaitingPublication');
    expect(await eventsOf(asked.uid)).not.toContain('documentPublished');
    await mailIsIdle(app);
    const before = receiver.mails.length;
    const approved = await publishAs('eve', asked.uid);
    expect(approved.uid).toBe(asked.uid);
    expect(await statuses(asked.uid)).toEqual([200, 200, 200]);
    expect(await eventsOf(asked.uid)).toEqual(
      expect.arrayContaining(['documentPublicationApproved', 'documentPublished']),
    );
    await mailIsIdle(app);
    const to = receiver.mails.slice(before).flatMap((mail) => mail.to);
    expect(new Set(to)).toEqual(new Set(['ann@example.org']));
    // Approved twice, nothing changes.
    expect((await publishAs('eve', asked.uid)).uid).toBe(asked.uid);
  });

  test('a publisher approves by publishing the document, too', async () => {
    const uid = await makeFile();
    await setAcl(app, uid, [grantAce('ann', 'ReadWrite'), grantAce('eve', 'Read')]);
    const asked = await publishAs('ann', uid);
    await change(uid, 'newer');
    const shown = await publishAs('eve', uid);
    expect([shown.uid, shown.title]).toEqual([asked.uid, 'newer']);
    expect(await statuses(asked.uid)).toEqual([200, 200, 200]);
  });

  test('what is published already stays until the newer one is approved', async () => {
    const uid = await makeFile();
    const first = await publishAs('Administrator', uid);
    // The same content is published: there is nothing to ask for.
    expect((await publishAs('ann', uid)).uid).toBe(first.uid);
    await change(uid, 'newer');
    const asked = await publishAs('ann', uid);
    expect(asked.uid).not.toBe(first.uid);
    expect([await statuses(first.uid), await statuses(asked.uid)]).toEqual([
      [200, 200, 200],
      [200, 403, 200],
    ]);
    await publishAs('eve', asked.uid);
    expect(await statusFor('eve', first.uid)).toBe(404);
    expect(await statuses(asked.uid)).toEqual([200, 200, 200]);
  });

  test('a publisher rejects it by removing it, and who has asked is told', async () => {
    const uid = await makeFile();
    const asked = await publishAs('ann', uid);
    expect((await app.request(`DELETE /api/v1/id/${asked.uid}`, { user: 'ben' })).status).toBe(403);
    await mailIsIdle(app);
    const before = receiver.mails.length;
    expect((await app.request(`DELETE /api/v1/id/${asked.uid}`, { user: 'eve' })).status).toBe(204);
    expect(await eventsOf(uid)).toContain('documentPublicationRejected');
    await mailIsIdle(app);
    expect(receiver.mails.slice(before).flatMap((mail) => mail.to)).toEqual(['ann@example.org']);
  });

  test('each user asks for its own, and others cannot find it', async () => {
    const uid = await makeFile();
    await setAcl(app, uid, [grantAce('ann', 'Read'), grantAce('ben', 'Read')]);
    const [ofAnn, ofBen] = [await publishAs('ann', uid), await publishAs('ben', uid)];
    expect(ofAnn.uid).not.toBe(ofBen.uid);
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:parentId = '${section}'`);
    for (const [user, seen] of [
      ['ann', ofAnn],
      ['ben', ofBen],
    ] as const) {
      const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`, { user });
      const ids = json.entries.map((entry: { uid: string }) => entry.uid);
      expect(ids).toContain(seen.uid);
      expect(ids).not.toContain(user === 'ann' ? ofBen.uid : ofAnn.uid);
    }
  });

  test('needs a right in the section', async () => {
    const uid = await makeFile();
    expect((await call(uid, 'ann', closed)).status).toBe(403);
    const { uid: folder } = await createDocument(app, { name: `plain${count}`, type: 'Folder' });
    expect((await call(uid, 'ann', folder)).status).toBe(403);
  });
});
