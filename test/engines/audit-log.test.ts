import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '../../src/base/clock.ts';
import { limits } from '../../src/base/limits.ts';
import type { Document } from '../../src/model/document.ts';
import { type AuditEvent, recordAuditEntry } from '../../src/repository/audit/audit-log.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { searchAuditEntries } from '../../src/repository/search/audit-search.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { compilable } from '../../src/storage/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';
import { Vandal } from '../support/vandal.ts';

const event = (eventId: string, rest: Partial<AuditEvent> = {}): AuditEvent => ({
  eventId,
  category: null,
  comment: null,
  ...rest,
});

describe.each(engines)('the audit on %s', (engine) => {
  let repository: TestRepository;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    place = await repository.system.create(repository.workspaces.id, { name: 'audited' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const entries = () =>
    repository.database.read((handle) =>
      handle.all(handle.builder.selectFrom('audit_entry').selectAll().orderBy('id')),
    );

  test('an entry tells what happened, to what, by whom and when', async () => {
    const user = repository.user('ann');
    let at = 0;
    const id = await user.write((unit) => {
      at = unit.nowMs;
      return recordAuditEntry(unit, {
        eventId: 'download',
        category: 'Automation',
        comment: 'report \u{1f600}.pdf',
        document: place,
        extended: { clientReason: 'a\0b', size: 12, big: 9_007_199_254_740_993n, flags: [true] },
      });
    });
    const [entry] = (await entries()).filter((each) => each.id === id);
    expect(entry).toEqual({
      id,
      event_id: 'download',
      category: 'Automation',
      principal_name: 'ann',
      event_date: at,
      log_date: expect.any(Number),
      comment: 'report \u{1f600}.pdf',
      document_id: place.id,
      document_type: 'File',
      document_path: place.path,
      lifecycle_state: 'project',
      extended: '{"clientReason":"a\\u0000b","size":12,"big":9007199254740993,"flags":[true]}',
      ...(engine === 'postgres' && { transaction_number: expect.any(Number) }),
    });
    expect(entry?.log_date).toBeGreaterThanOrEqual(at);
  });

  test('an event need not be about a document', async () => {
    const id = await repository.system.write((unit) =>
      recordAuditEntry(unit, event('loginFailed')),
    );
    expect((await entries()).find((each) => each.id === id)).toMatchObject({
      document_id: null,
      document_path: null,
      lifecycle_state: null,
      category: null,
      comment: null,
      extended: '{}',
    });
  });

  test('what is not committed is not recorded, and later entries have greater numbers', async () => {
    const before = await entries();
    const attempt = repository.system.write(async (unit) => {
      await recordAuditEntry(unit, event('lost'));
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await entries()).toEqual(before);
    const ids = [];
    for (const name of ['first', 'second']) {
      ids.push(await repository.system.write((unit) => recordAuditEntry(unit, event(name))));
    }
    expect(ids[1]).toBeGreaterThan(ids[0] ?? Number.NaN);
    expect(ids[0]).toBeGreaterThan(before.at(-1)?.id ?? Number.NaN);
  });

  test('entries stay when their document goes', async () => {
    const made = await repository.system.create(repository.workspaces.id, { name: 'gone' });
    const id = await repository.system.write((unit) =>
      recordAuditEntry(unit, event('seen', { document: made })),
    );
    await repository.system.remove(made.id);
    expect((await entries()).find((each) => each.id === id)?.document_id).toBe(made.id);
  });

  test('names and comments that cannot be kept are refused, at the bound they are not', async () => {
    const record = (given: AuditEvent) =>
      repository.system.write((unit) => recordAuditEntry(unit, given));
    const long = 'é'.repeat(limits.auditNameLengthMax);
    await record(event(long, { category: long, comment: 'x'.repeat(limits.commentLengthMax) }));
    for (const wrong of [
      event(''),
      event(`${long}x`),
      event('a\0b'),
      event('x', { category: `${long}x` }),
      event('x', { category: '\ud800' }),
      event('x', { comment: 'a\0b' }),
      event('x', { comment: 'x'.repeat(limits.commentLengthMax + 1) }),
    ]) {
      await expect(record(wrong)).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
    }
  });

  test('the entry has the instant of its unit even if it is written later', async () => {
    const id = await repository.system.write(async (unit) => {
      shiftClock(5_000);
      try {
        return await recordAuditEntry(unit, event('late'));
      } finally {
        shiftClock(-5_000);
      }
    });
    const entry = (await entries()).find((each) => each.id === id);
    expect((entry?.log_date ?? 0) - (entry?.event_date ?? 0)).toBeGreaterThanOrEqual(5_000);
  });
});

describe.each(engines)('a long audit on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    const many = sql`
      insert into audit_entry (event_id, event_date, log_date, extended)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
      select 'seen', i, i, '{}' from n`;
    await repository.database.write((handle) => handle.run(compilable(handle.builder, many)));
  });
  afterAll(() => repository.close());

  const search = (categories: string[], timeLimitMs: number) => {
    const page = { sort: [], offset: 0, limit: 10 };
    const asked = { eventIds: [], principalNames: [], categories, ...page };
    return repository.database.read((handle) => searchAuditEntries(handle, asked), undefined, {
      timeLimitMs,
    });
  };

  test('is searched no longer than the time limit, and on afterwards', async () => {
    const slow = search(['none'], 5);
    await expect(slow).rejects.toMatchObject({ code: 'store.timeout', status: 503 });
    expect((await search(['none'], 60_000)).entries).toEqual([]);
    expect((await search([], 60_000)).entries.map(({ eventMs }) => eventMs)).toContain(200_000);
  });
});

describe.each(engines)('the integrity check of the audit on %s tells', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let id: number;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    id = await app.services.database.write(async (handle) => {
      const document = await getDocument(createSystemUnit(handle, app.services.repository), {
        path: '/',
      });
      return recordAuditEntry(
        createSystemUnit(handle, app.services.repository),
        event('seen', { document }),
      );
    });
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = (): Promise<readonly string[]> => {
    const { database, blobs, repository } = app.services;
    return storeFindings({ database, blobs, model: repository.model });
  };

  test('an entry that names no event', async () => {
    await vandal.set('audit_entry', { event_id: 'seen' }, { event_id: '' });
    expect(await findings()).toEqual([`error audit_entry ${id}: does not name its event`]);
  });

  test('values that are no object', async () => {
    for (const extended of ['[]', '{', 'null']) {
      await vandal.set('audit_entry', { event_id: 'seen' }, { extended });
      expect(await findings()).toEqual([
        `error audit_entry ${id}: has values that are no JSON object`,
      ]);
      await vandal.repair();
    }
  });

  test('dates that are no instants', async () => {
    const far = 8_640_000_000_000_001;
    await vandal.set('audit_entry', { event_id: 'seen' }, { event_date: far });
    expect(await findings()).toEqual([`error audit_entry ${id}: has the event date ${far}`]);
  });
});
