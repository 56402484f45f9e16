import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, shiftClock, sleep } from '../../src/base/clock.ts';
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { makeWatched, seen, waysToSee } from '../support/watched-document.ts';

const hourMs = 3_600_000;
async function addPermission(app: TestClient, uid: string, params: object): Promise<void> {
  const { status, text } = await callOperation(app, 'Document.AddPermission', {
    input: uid,
    params,
  });
  expect(status, text).toBe(200);
}

const wholeSeconds = (ms: number): string => new Date(Math.ceil(ms / 1_000) * 1_000).toISOString();

/** With the change of the permission, and by a job, which does not run here. */
const ways = [
  ['first', 100],
  ['last', 0],
] as const;

describe.each(engines)('a permission that begins and ends on %s', (engine) => {
  describe.each(ways)('when the documents below are written %s', (way, subtreeWrittenAtOnce) => {
    let app: TestApp;
    let shiftedMs = 0;
    beforeAll(async () => {
      app = await startTestApp(engine, { subtreeWrittenAtOnce });
      await createUser(app, 'ann');
    });
    afterAll(async () => {
      shiftClock(-shiftedMs);
      await app.close();
    });
    const letTimePass = (ms: number): void => {
      shiftClock(ms);
      shiftedMs += ms;
    };

    test('shows the document between these instants only, in each way to see it', async () => {
      const watched = await makeWatched(app, `watched-${way}`);
      expect(await seen(app, 'ann', watched)).toEqual([]);
      const begin = wholeSeconds(now() + hourMs);
      const end = wholeSeconds(now() + 3 * hourMs);
      const grant = { users: ['ann'], permission: 'Everything', begin, end };
      await addPermission(app, watched.uid, grant);
      expect(await seen(app, 'ann', watched)).toEqual([]);
      letTimePass(2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual(waysToSee);
      letTimePass(2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual([]);
      // A clock that is set back.
      letTimePass(-2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual(waysToSee);
      letTimePass(-2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual([]);
    });

    test('hides the document between these instants if it denies', async () => {
      const watched = await makeWatched(app, `denied-${way}`);
      const ann = grantAce('ann', 'Everything');
      const denied = {
        ...ann,
        granted: false,
        begin: Math.floor(now() / 1_000) * 1_000 + hourMs,
        end: Math.floor(now() / 1_000) * 1_000 + 3 * hourMs,
      };
      await setAcl(app, watched.uid, [denied, ann, denyAll]);
      expect(await seen(app, 'ann', watched)).toEqual(waysToSee);
      letTimePass(2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual([]);
      letTimePass(2 * hourMs);
      expect(await seen(app, 'ann', watched)).toEqual(waysToSee);
    });

    test('gives its rights between these instants only', async () => {
      const { uid } = await createDocument(app, { name: `rights ${way}`, type: 'Folder' });
      const begin = wholeSeconds(now() + hourMs);
      const end = wholeSeconds(now() + 3 * hourMs);
      await addPermission(app, uid, { users: ['ann'], permission: 'ReadWrite', begin, end });
      const state = async () => {
        const headers = { 'enrichers.document': 'permissions,acls' };
        const read = await app.request(`GET /api/v1/id/${uid}`, { user: 'ann', headers });
        const write = await app.request(`PUT /api/v1/id/${uid}`, {
          user: 'ann',
          body: { 'entity-type': 'document', uid, properties: { 'dc:description': 'mine' } },
        });
        const child = await callOperation(app, 'Document.Create', {
          input: uid,
          params: { type: 'File', name: 'child' },
          user: 'ann',
        });
        const acls = await app.request(`GET /api/v1/id/${uid}/@acl`);
        const enriched = await app.request(`GET /api/v1/id/${uid}`, { headers });
        return {
          lists: read.json.contextParameters.permissions.includes('Write'),
          statuses: [write.status, child.status],
          status: [
            acls.json.acl[0].ace[0].status,
            enriched.json.contextParameters.acls[0].aces[0].status,
          ],
        };
      };
      const none = { lists: false, statuses: [403, 403] };
      expect(await state()).toEqual({ ...none, status: ['pending', 'pending'] });
      letTimePass(2 * hourMs);
      const all = { lists: true, statuses: [200, 200] };
      expect(await state()).toEqual({ ...all, status: ['effective', 'effective'] });
      letTimePass(2 * hourMs);
      expect(await state()).toEqual({ ...none, status: ['archived', 'archived'] });
    });

    test('is found by its status at the time of the query', async () => {
      const { uid } = await createDocument(app, { name: `status ${way}`, type: 'Folder' });
      const begin = wholeSeconds(now() + hourMs);
      const end = wholeSeconds(now() + 3 * hourMs);
      await addPermission(app, uid, { users: ['ann'], permission: 'Read', begin, end });
      const found = async () => {
        const statuses: number[] = [];
        for (const status of [0, 1, 2]) {
          const query = `SELECT * FROM Folder WHERE ecm:uuid = '${uid}' AND ecm:acl/*1/principal = 'ann' AND ecm:acl/*1/status = ${status}`;
          const line = `GET /api/v1/search/execute?query=${encodeURIComponent(query)}`;
          if ((await app.request(line)).json.resultsCount === 1) statuses.push(status);
        }
        return statuses;
      };
      expect(await found()).toEqual([0]);
      letTimePass(2 * hourMs);
      expect(await found()).toEqual([1]);
      letTimePass(2 * hourMs);
      expect(await found()).toEqual([2]);
    });
  });
});

/** A look at the document, and the instants between which it was taken. */
interface Look {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly found: readonly string[];
}

describe.each(engines)('a permission that begins in seconds, on two servers, on %s', (engine) => {
  let servers: TwoServers;
  let here: TestApp;
  let there: TestClient;
  beforeAll(async () => {
    servers = await startTwoServers(engine);
    ({ here, there } = servers);
    await createUser(here, 'ann');
  });
  afterAll(() => servers.close());

  test('is seen on both from its begin to its end', async () => {
    const watched = await makeWatched(here, 'seconds');
    const beginMs = Math.ceil(now() / 1_000) * 1_000 + 1_000;
    const endMs = beginMs + 2_000;
    const [begin, end] = [beginMs, endMs].map((ms) => new Date(ms).toISOString());
    const grant = { users: ['ann'], permission: 'Everything', begin, end };
    await addPermission(here, watched.uid, grant);
    const looks: Look[] = [];
    const after = () => looks.filter(({ fromMs }) => fromMs > endMs);
    while (after().length < 2) {
      for (const client of [here, there]) {
        const fromMs = now();
        const found = await seen(client, 'ann', watched);
        looks.push({ fromMs, untilMs: now(), found });
      }
      await sleep(150);
    }
    const before = looks.filter(({ untilMs }) => untilMs < beginMs);
    const during = looks.filter(({ fromMs, untilMs }) => fromMs >= beginMs && untilMs <= endMs);
    expect(before.flatMap(({ found }) => found)).toEqual([]);
    for (const { found } of during) expect(found).toEqual(waysToSee);
    expect(after().flatMap(({ found }) => found)).toEqual([]);
  });
});
