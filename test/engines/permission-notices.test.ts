import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { permissionNoticesKind } from '../../src/jobs/permission-notices.ts';
import { type Ace, grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { announceDue } from '../../src/repository/editing/permission-notices.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { createGroup } from '../../src/repository/principals/groups.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

const hourMs = 3_600_000;

describe.each(engines)('mail about permissions on %s', (engine) => {
  let repository: TestRepository;
  let place: Document;
  let shiftedMs: number;
  let startMs: number;
  beforeEach(async () => {
    repository = await openTestRepository(engine, { sendsMail: true });
    place = await repository.system.create(repository.workspaces.id, { name: 'p', type: 'Folder' });
    shiftedMs = 0;
    startMs = Math.floor(now() / 1_000) * 1_000;
    await repository.database.write((handle) => createGroup(handle, { groupname: 'crew' }));
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await repository.close();
  });

  const letTimePass = (ms: number): void => {
    shiftClock(ms);
    shiftedMs += ms;
  };
  const ace = (begin: number | null, end: number | null, more: Partial<Ace> = {}): Ace => ({
    ...grantAce('bob', 'Read', 'ann'),
    begin: begin === null ? null : startMs + begin * hourMs,
    end: end === null ? null : startMs + end * hourMs,
    notify: true,
    ...more,
  });
  const announce = () =>
    repository.database.write((handle) =>
      announceDue(createSystemUnit(handle, repository.context)),
    );
  const mails = async () => {
    const rows = await repository.database.read((handle) =>
      handle.all(handle.builder.selectFrom('mail_request').select('details').orderBy('created_at')),
    );
    return rows.map(({ details }) => JSON.parse(details));
  };
  const recipients = async () => (await mails()).flatMap(({ to }) => to).sort();

  test('of an entry that has begun is left with the entry', async () => {
    const comment = 'For you';
    await repository.system.setAcl(place.id, [
      ace(null, null, { comment }),
      ace(-1, 1, { username: 'crew' }),
      ace(null, 5, { username: 'transient/eve@example.org/x' }),
      ace(-3, -1, { username: 'late' }),
      ace(null, null, { username: 'mute', notify: false }),
      ace(null, null, { username: 'denied', granted: false }),
      ace(null, null, { username: 'Everyone' }),
    ]);
    expect(await recipients()).toEqual(['eve@example.org', 'group:crew', 'user:bob']);
    expect(await announce()).toBe(0);
    const left = await mails();
    const toBob = left.find(({ to }) => to[0] === 'user:bob');
    expect(toBob).toMatchObject({
      template: 'aceGranted',
      document: { id: place.id },
      values: { author: 'ann', permission: 'Read', comment },
    });
  });

  test('is left once when the entry begins, whatever happens meanwhile', async () => {
    await repository.system.setAcl(place.id, [ace(1, 9)]);
    expect([await announce(), await recipients()]).toEqual([0, []]);
    letTimePass(2 * hourMs);
    await Promise.all([announce(), announce()]);
    await announce();
    expect(await recipients()).toEqual(['user:bob']);
    // The clock is set back, and the entry begins again.
    letTimePass(-2 * hourMs);
    await announce();
    letTimePass(2 * hourMs);
    await announce();
    // Other entries change, and this one is set again.
    await repository.system.setAcl(place.id, [grantAce('eve', 'Read'), ace(1, 9)]);
    await announce();
    expect(await recipients()).toEqual(['user:bob']);
    expect(await repository.findings()).toEqual([]);
  });

  test('is left once if the work ends before its commit', async () => {
    await repository.system.setAcl(place.id, [ace(1, null)]);
    letTimePass(2 * hourMs);
    const killed = repository.database.write(async (handle) => {
      await announceDue(createSystemUnit(handle, repository.context));
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await recipients()).toEqual([]);
    await announce();
    expect(await recipients()).toEqual(['user:bob']);
  });

  test('is not left any more for an entry that has ended meanwhile', async () => {
    await repository.system.setAcl(place.id, [ace(1, 2), ace(1, 9, { username: 'cas' })]);
    letTimePass(5 * hourMs);
    expect(await announce()).toBe(2);
    expect(await recipients()).toEqual(['user:cas']);
    letTimePass(-5 * hourMs);
    letTimePass(1.5 * hourMs);
    expect(await announce()).toBe(0);
    expect(await recipients()).toEqual(['user:cas']);
  });

  test('is not left for an entry that is gone, and again for one that is new', async () => {
    await repository.system.setAcl(place.id, [ace(1, null)]);
    await repository.system.setAcl(place.id, []);
    letTimePass(2 * hourMs);
    expect(await announce()).toBe(0);
    await repository.system.setAcl(place.id, [ace(1, null)]);
    await repository.system.setAcl(place.id, []);
    await repository.system.setAcl(place.id, [ace(1, null)]);
    expect(await recipients()).toEqual(['user:bob', 'user:bob']);
    expect(await repository.findings()).toEqual([]);
  });

  test('of many entries is left by the job, in slices', async () => {
    const entries = Array.from({ length: 120 }, (_, at) => ace(1, null, { username: `u${at}` }));
    await repository.system.setAcl(place.id, entries);
    letTimePass(2 * hourMs);
    const kinds = [permissionNoticesKind(repository.context)];
    const workers = [1, 2].map(() => workerOf(repository.database, { kinds }));
    for (const worker of workers) worker.start();
    await expect.poll(recipients, { timeout: 60_000 }).toHaveLength(120);
    for (const worker of workers) {
      await worker.whenIdle();
      await worker.stop();
    }
    expect(new Set(await recipients()).size).toBe(120);
    expect(await recipients()).toHaveLength(120);
  });

  test('is found by the check if it belongs to no entry', async () => {
    await repository.database.write((handle) =>
      handle.run(
        handle.builder
          .insertInto('permission_notice')
          .values({ document_id: place.id, ace_key: 'k', due_at: 1, is_done: 0 }),
      ),
    );
    expect(await repository.findings()).toEqual([
      expect.stringContaining('belongs to no entry of the permissions'),
    ]);
    // Nothing is sent of it.
    expect([await announce(), await mails()]).toEqual([1, []]);
  });

  test('is not stored without a mail server', async () => {
    const { database, context } = repository;
    const silent = { ...context, sendsMail: false };
    await database.write((handle) =>
      setOwnAcls(createSystemUnit(handle, silent), {
        id: place.id,
        acls: [{ name: 'local', aces: [ace(null, null), ace(1, null)] }],
      }),
    );
    const notices = await database.read((handle) =>
      handle.all(handle.builder.selectFrom('permission_notice').selectAll()),
    );
    expect([await mails(), notices]).toEqual([[], []]);
  });
});
