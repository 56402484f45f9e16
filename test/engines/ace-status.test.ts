import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import { aceStatusJobKind, aceStatusKind } from '../../src/jobs/ace-status.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import { type Ace, grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { engines } from '../support/engines.ts';
import { workerOf } from '../support/jobs.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

const hourMs = 3_600_000;

describe.each(engines)('the status of permissions on %s', (engine) => {
  let repository: TestRepository;
  let place: Document;
  let shiftedMs: number;
  let startMs: number;
  beforeEach(async () => {
    repository = await openTestRepository(engine);
    place = await repository.system.create(repository.workspaces.id, { name: 'p', type: 'Folder' });
    shiftedMs = 0;
    startMs = Math.floor(now() / 1_000) * 1_000;
  });
  afterEach(async () => {
    shiftClock(-shiftedMs);
    await repository.close();
  });

  const letTimePass = (ms: number): void => {
    shiftClock(ms);
    shiftedMs += ms;
  };
  const ace = (begin: number | null, end: number | null, username = 'bob'): Ace => ({
    ...grantAce(username, 'Read'),
    begin: begin === null ? null : startMs + begin * hourMs,
    end: end === null ? null : startMs + end * hourMs,
  });
  async function run(): Promise<void> {
    const { database } = repository;
    const worker = workerOf(database, { kinds: [aceStatusJobKind(repository.context)] });
    const job = { kind: aceStatusKind, key: 'aceScheduler', payload: {} };
    await database.write((handle) => enqueueJob(handle, job));
    worker.start();
    await worker.whenIdle();
    await worker.stop();
  }
  const events = async () => {
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('audit_entry')
          .select(['document_id', 'document_path', 'category', 'principal_name', 'extended'])
          .where('event_id', '=', 'ACEStatusUpdated')
          .orderBy('id'),
      ),
    );
    return rows.map(({ extended, ...row }) => ({ ...row, ...JSON.parse(extended) }));
  };

  test('is recorded when an entry takes effect and when it ends, each once', async () => {
    await run();
    await repository.system.setAcl(place.id, [ace(1, 3), ace(null, null, 'eve')]);
    await run();
    expect(await events()).toEqual([]);
    letTimePass(2 * hourMs);
    await run();
    await run();
    const id = `bob:Read:true::${startMs + hourMs}:${startMs + 3 * hourMs}`;
    const event = {
      document_id: place.id,
      document_path: place.path,
      category: 'eventDocumentCategory',
      principal_name: 'system',
    };
    expect(await events()).toEqual([{ ...event, aces: [{ id, status: 'effective' }] }]);
    letTimePass(2 * hourMs);
    await run();
    await run();
    expect(await events()).toEqual([
      { ...event, aces: [{ id, status: 'effective' }] },
      { ...event, aces: [{ id, status: 'archived' }] },
    ]);
  });

  test('says nothing of the time before the first run', async () => {
    await repository.system.setAcl(place.id, [ace(1, 2)]);
    letTimePass(3 * hourMs);
    await run();
    await run();
    expect(await events()).toEqual([]);
  });

  test('follows a clock that is set back', async () => {
    letTimePass(1_000 * hourMs);
    await run();
    letTimePass(-1_000 * hourMs);
    await run();
    await repository.system.setAcl(place.id, [ace(1, null)]);
    letTimePass(2 * hourMs);
    await run();
    expect(await events()).toMatchObject([{ aces: [{ status: 'effective' }] }]);
  });

  test('is recorded for more documents than one slice has, each once', async () => {
    await run();
    const count = 450;
    await repository.system.setAcl(place.id, [ace(1, null)]);
    for (let index = 0; index < count; index += 1) {
      const { id } = await repository.system.create(place.id, { name: `n${index}` });
      await repository.system.setAcl(id, [ace(1, null, 'ann')]);
    }
    letTimePass(2 * hourMs);
    await run();
    const found = (await events()).map(({ document_id }) => document_id);
    expect(found).toHaveLength(count + 1);
    expect(new Set(found).size).toBe(count + 1);
  });

  test('is searched with the index of documents with such entries', async () => {
    const plan = await repository.database.write(async (handle) => {
      const { dialect, rows: builder } = handle;
      const explain = dialect.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
      // A table as small as this one is read without an index otherwise.
      if (dialect.engine === 'postgres') {
        await handle.run({ compile: () => sql`set local enable_seqscan = off`.compile(builder) });
      }
      const query = builder
        .selectFrom('document')
        .select('id')
        .where(dialect.hasTimeBounds)
        .where('id', '>', '')
        .orderBy('id')
        .limit(200)
        .compile();
      return handle.all<object>({ compile: () => ({ ...query, sql: explain + query.sql }) });
    });
    expect(JSON.stringify(plan)).toContain('document_time_bound');
  });
});
