import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { lockExpiry } from '../../src/jobs/lock-expiry.ts';
import { purgeRowsKind } from '../../src/jobs/purge-expired.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { selectExpired } from '../../src/repository/editing/expired-locks.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { engines } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

const hourMs = 3_600_000;

describe.each(engines)('locks of documents that expire, on %s,', (engine) => {
  let repository: TestRepository;
  let shiftedMs: number;
  beforeEach(async () => {
    repository = await openTestRepository(engine);
    shiftedMs = 0;
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await repository.close();
  });

  const letTimePass = (ms: number): void => {
    shiftClock(ms);
    shiftedMs += ms;
  };
  async function run(hours: number | null): Promise<void> {
    const { database, context } = repository;
    const kind = purgeRowsKind('end-expired-locks', lockExpiry(context, hours));
    await database.write((handle) =>
      enqueueJob(handle, { kind: kind.kind, key: 'expiredLocks', payload: {} }),
    );
    const workers = [1, 2].map(() => workerOf(database, { kinds: [kind] }));
    for (const worker of workers) worker.start();
    for (const worker of workers) await worker.whenIdle();
    for (const worker of workers) await worker.stop();
  }
  const createLocked = async (name: string) => {
    const { id } = await repository.system.create(repository.workspaces.id, { name });
    await repository.system.write((unit) => lockDocument(unit, id));
    return id;
  };
  const locked = async () => {
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('document').select('id').where('lock_owner', 'is not', null),
      ),
    );
    return rows.map(({ id }) => id);
  };
  const events = () =>
    repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['document_id', 'principal_name', 'comment', 'extended'])
          .where('event_id', '=', 'documentUnlocked'),
      ),
    );

  test('end when they are old enough, with an entry in the audit', async () => {
    const old = await createLocked('old');
    letTimePass(2 * hourMs);
    const young = await createLocked('young');
    await run(3);
    expect((await locked()).toSorted()).toEqual([old, young].toSorted());
    letTimePass(1.5 * hourMs);
    await run(3);
    await run(3);
    expect(await locked()).toEqual([young]);
    expect(await events()).toEqual([
      {
        document_id: old,
        principal_name: 'system',
        comment: 'The lock has expired',
        extended: '{"lockOwner":"system"}',
      },
    ]);
  });

  test('stay for ever without the setting, and end in slices with it', async () => {
    const { system, workspaces, database } = repository;
    await system.write(async (unit) => {
      for (let index = 0; index < 210; index += 1) {
        await createDocument(unit, {
          parentId: workspaces.id,
          name: `many-${index}`,
          type: 'File',
          properties: {},
        });
      }
    });
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('document')
          .set({ lock_owner: 'ann', lock_created_at: 1 })
          .where('name', 'like', 'many-%'),
      ),
    );
    await run(null);
    expect(await locked()).toHaveLength(210);
    await run(1);
    expect(await locked()).toEqual([]);
    expect(new Set((await events()).map(({ document_id }) => document_id)).size).toBe(210);
  });

  test('are searched with the index of locked documents', async () => {
    const plan = await repository.database.write(async (handle) => {
      const { dialect, rows: builder } = handle;
      const explain = dialect.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
      // A table as small as this one is read without an index otherwise.
      if (dialect.engine === 'postgres') {
        await handle.run({ compile: () => sql`set local enable_seqscan = off`.compile(builder) });
      }
      const query = selectExpired(handle, 1).compile();
      return handle.all<object>({ compile: () => ({ ...query, sql: explain + query.sql }) });
    });
    expect(JSON.stringify(plan)).toContain('document_lock_age');
  });
});
