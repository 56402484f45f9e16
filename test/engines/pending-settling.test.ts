import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settleChangesKind } from '../../src/jobs/subtrees/settle-changes.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { ensureInitialContent } from '../../src/repository/editing/initial-content.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { readSecurityRevision } from '../../src/repository/principals/security-revision.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';
import { workerOf } from '../support/jobs.ts';
import { pendingChanges, settleAll, settleSome, storedPath } from '../support/pending.ts';
import { Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { openSharedStore } from '../support/shared-store.ts';

describe.each(engines)('writing pending changes on %s', (engine) => {
  let store: TestRepository;
  let admin: Actor;
  let top: Document;
  beforeEach(async () => {
    store = await openTestRepository(engine, { writtenAtOnceMax: 0 });
    admin = store.system;
    top = await admin.create(store.workspaces.id, { name: 'top', type: 'Folder' });
  });
  afterEach(async () => {
    expect(await store.findings()).toEqual([]);
    await store.close();
  });

  const folder = (name: string, parent = top) => admin.create(parent.id, { name, type: 'Folder' });
  const move = (document: Document, target: Document, name: string | null = null) =>
    admin.write((unit) => moveDocument(unit, { id: document.id, targetId: target.id, name }));

  /** A moved folder in a granted one, a trashed and a removed one; what becomes of the rows. */
  async function change(): Promise<() => Promise<void>> {
    const [moved, trashed, removed] = [
      await folder('moved'),
      await folder('trashed'),
      await folder('removed'),
    ];
    const leaves: Document[] = [];
    for (const each of [moved, trashed, removed]) {
      for (const name of ['a', 'b']) leaves.push(await folder(name, each));
    }
    await admin.setAcl(top.id, [grantAce('ann', 'Read')]);
    await move(moved, store.workspaces, 'elsewhere');
    await admin.write((unit) => trashDocument(unit, trashed.id));
    await admin.remove(removed.id);
    return async () => {
      expect(await pendingChanges(store)).toEqual([]);
      expect(await admin.childNames(moved.id)).toEqual(['a', 'b']);
      const elsewhere = `${store.workspaces.path}/elsewhere/a`;
      expect(await storedPath(store, leaves[0]?.id ?? '')).toBe(elsewhere);
      expect(await admin.get({ id: leaves[2]?.id ?? '' })).toMatchObject({ isTrashed: true });
      expect(await rowsOf(leaves.slice(4))).toBe(0);
    };
  }

  async function rowsOf(documents: readonly Document[]): Promise<number> {
    const ids = documents.map(({ id }) => id);
    const rows = await store.database.read((handle) =>
      handle.all(handle.rows.selectFrom('document').select('id').where('id', 'in', ids)),
    );
    return rows.length;
  }

  test.each<FaultMoment>(['before', 'after'])(
    'goes on without loss, whichever call of a slice fails %s its effect',
    async (moment) => {
      const check = await change();
      const faulty = new FaultyDatabase(store.database);
      let faults = 0;
      for (let call = 1; (await pendingChanges(store)).length > 0; call += 1) {
        faulty.failAt(call, moment);
        const slice = settleSome({ ...store, database: faulty }, { rowsMax: 3 });
        await slice.catch((error) => expect(error).toMatchObject({ code: 'store.unavailable' }));
        if (faulty.hasFailed) faults += 1;
        // A unit without faults: the next one fails at its first call again.
        else call = 0;
      }
      expect(faults).toBeGreaterThan(20);
      await check();
    },
  );

  test('is the work of a job', async () => {
    const check = await change();
    const worker = workerOf(store.database, {
      kinds: [settleChangesKind({ repository: store.context })],
    });
    worker.start();
    await vi.waitFor(async () => expect(await pendingChanges(store)).toEqual([]), {
      timeout: 60_000,
      interval: 20,
    });
    await worker.stop();
    await check();
  });

  test.skipIf(engine === 'sqlite')('waits for a unit that changes the tree', async () => {
    const [outer, other] = [await folder('outer'), await folder('other')];
    const leaf = await folder('leaf', outer);
    await move(outer, top, 'renamed');
    let slice: Promise<boolean> | undefined;
    await admin.write(async (unit) => {
      await moveDocument(unit, { id: leaf.id, targetId: other.id, name: null });
      slice = settleSome(store, { rowsMax: 10 });
      await lockWaiters(store);
    });
    await slice;
    expect((await admin.get({ id: leaf.id })).path).toBe(`${other.path}/leaf`);
    await settleAll(store);
    expect(await storedPath(store, leaf.id)).toBe(`${other.path}/leaf`);
  });
});

const waitingLocks = sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once another transaction waits for a lock. */
async function lockWaiters({ database }: TestRepository): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await database.read((handle) =>
      handle.all<{ pid: number }>({
        compile: () => waitingLocks.compile(handle.rows),
      }),
    );
    expect(rows.length).toBeGreaterThan(0);
  }, 60_000);
}

test('a change of one node is known to the requests of another', async () => {
  const shared = await openSharedStore('postgres');
  const { context, close } = await openTestRepository('sqlite', { writtenAtOnceMax: 0 });
  try {
    const nodes = [shared.database, shared.openNode()] as const;
    await nodes[0].write((handle) => ensureInitialContent(createSystemUnit(handle, context)));
    const [one, other] = [
      new Actor(nodes[0], context, systemPrincipal),
      new Actor(nodes[1], context, systemPrincipal),
    ];
    const parent = await one.get({ path: '/default-domain/workspaces' });
    const top = await one.create(parent.id, { name: 'top', type: 'Folder' });
    const leaf = await one.create(top.id, { name: 'leaf' });
    expect((await other.get({ id: leaf.id })).path).toBe(leaf.path);
    for (const name of ['first', 'second']) {
      await one.write((unit) => moveDocument(unit, { id: top.id, targetId: parent.id, name }));
      // As each request does when it authenticates.
      await nodes[1].read(readSecurityRevision);
      expect((await other.get({ id: leaf.id })).path).toBe(`${parent.path}/${name}/leaf`);
    }
  } finally {
    await close();
    await shared.close();
  }
});
