import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, sleep } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { clientPlaces, type NuxeoClient, openClient } from '../support/nuxeo-client.ts';

const workspaces = '/default-domain/workspaces';

interface Look {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly status: string;
  readonly isRead: boolean;
  readonly isFound: boolean;
}

describe.each(clientPlaces)(
  'permissions with the official JavaScript client, %s dialect on %s',
  (wireDialect, engine) => {
    let app: TestApp;
    let owner: NuxeoClient;
    let guest: NuxeoClient;
    beforeAll(async () => {
      app = await startTestApp(engine, { wireDialect });
      await createUser(app, 'guest');
      const url = await app.listen();
      owner = openClient(url);
      guest = openClient(url, 'guest');
    });
    afterAll(() => app.close());

    test('one that begins in a second and ends in three is held to the second', async () => {
      const type = { 'entity-type': 'document', name: 'shared', type: 'Folder' };
      const made = await owner.repository().create(workspaces, type);
      await owner.operation('Document.BlockPermissionInheritance').input(made.uid).execute();
      const beginMs = Math.ceil(now() / 1_000) * 1_000 + 1_000;
      const endMs = beginMs + 2_000;
      const [begin, end] = [beginMs, endMs].map((ms) => new Date(ms).toISOString());
      await made.addPermission({ permission: 'Read', users: ['guest'], begin, end });
      const look = async (): Promise<Look> => {
        const fromMs = now();
        const acls = await owner.request(`id/${made.uid}/@acl`).get();
        const isRead = await guest
          .repository()
          .fetch(made.uid)
          .then(
            () => true,
            (error: { response: { status: number } }) => error.response.status !== 403,
          );
        const query = `SELECT * FROM Document WHERE ecm:uuid = '${made.uid}'`;
        const { entries } = await guest.repository().query({ query });
        const { status } = acls.acl[0].ace.find(
          ({ username }: { username: string }) => username === 'guest',
        );
        return { fromMs, untilMs: now(), status, isRead, isFound: entries.length > 0 };
      };
      const looks: Look[] = [];
      while ((looks.at(-1)?.fromMs ?? 0) <= endMs) {
        looks.push(await look());
        await sleep(100);
      }
      const seenWhen = (isMeant: (look: Look) => boolean) =>
        new Set(
          looks
            .filter(isMeant)
            .map(({ status, isRead, isFound }) => `${status} ${isRead} ${isFound}`),
        );
      const before = seenWhen(({ untilMs }) => untilMs < beginMs);
      const during = seenWhen(({ fromMs, untilMs }) => fromMs >= beginMs && untilMs <= endMs);
      const after = seenWhen(({ fromMs }) => fromMs > endMs);
      for (const each of before) expect(each).toBe('pending false false');
      for (const each of during) expect(each).toBe('effective true true');
      expect([...after]).toEqual(['archived false false']);
    });
  },
);
