import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { type ChildrenQuery, listChildren } from '../../src/repository/documents/children.ts';
import { deepOffset } from '../../src/repository/documents/page-walks.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { positionLifeMs } from '../../src/repository/unit/page-cursors.ts';
import type { Compilable } from '../../src/storage/statement.ts';
import { type DeepStore, openDeepStore, queryPage, StatementLog } from '../support/deep-store.ts';
import { tries } from '../support/effort.ts';
import { engines } from '../support/engines.ts';
import type { Actor } from '../support/repository.ts';
import { denyAll, grantAce } from '../support/security.ts';

const everything = 100_000;

/** What an index serves, in each order and kind. */
const texts = [
  'SELECT * FROM Document',
  'SELECT * FROM File',
  'SELECT * FROM Document ORDER BY dc:title',
  'SELECT * FROM Document ORDER BY dc:title DESC',
  'SELECT * FROM Document ORDER BY dc:created',
  'SELECT * FROM Document ORDER BY dc:created DESC',
  'SELECT * FROM Document ORDER BY dc:modified',
  'SELECT * FROM File ORDER BY dc:title',
  'SELECT * FROM File, Note ORDER BY dc:modified DESC',
  "SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain' ORDER BY dc:created",
  "SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain'",
] as const;

/** Other keys and several: every page sorts all of them. */
const sortedTexts = ['SELECT * FROM Document ORDER BY dc:title, dc:created DESC'] as const;

describe.each(engines)('pages deep down on %s', (engine) => {
  let store: DeepStore;
  let count = 0;
  beforeAll(async () => {
    store = await openDeepStore(engine);
  });
  afterAll(() => store.repository.close());

  /** No other test has remembered anything of it. */
  function fresh(text: string): string {
    count += 1;
    const condition = `dc:source IS NULL AND dc:nature <> 'none ${count}' OR dc:nature IS NULL`;
    const [, head, order = ''] = /^(.*?)( ORDER BY .*)?$/.exec(text) ?? [];
    return `${head} ${head?.includes('WHERE') ? 'AND' : 'WHERE'} (${condition})${order}`;
  }

  async function idsOf(actor: Actor, text: string, offset = 0, limit = everything) {
    const { documents } = await queryPage(actor, { text, offset, limit });
    return documents.map(({ id }) => id);
  }

  const known = new Map<string, Promise<readonly DocumentId[]>>();

  /** The whole result at once, for tests before the first that changes documents. */
  function wholeOf(actor: Actor, text: string): Promise<readonly DocumentId[]> {
    const key = `${actor.principal.username} ${text}`;
    const whole = known.get(key) ?? idsOf(actor, text);
    known.set(key, whole);
    return whole;
  }

  /** Page after page until one is empty; `between` runs after each page. */
  async function walk(
    actor: Actor,
    text: string,
    { limit, between }: { limit: number; between?: (offset: number) => Promise<void> },
  ): Promise<DocumentId[]> {
    const ids: DocumentId[] = [];
    for (let offset = 0; ; offset += limit) {
      const page = await idsOf(actor, text, offset, limit);
      if (page.length === 0) return ids;
      ids.push(...page);
      await between?.(offset + limit);
    }
  }

  /** How many rows the store was told to skip for a page. */
  async function skippedFor(actor: Actor, text: string, offset: number): Promise<unknown> {
    const log = new StatementLog();
    await queryPage(actor, { text, offset, limit: 50 }, log.tap);
    return log.skipped();
  }

  test.each([...texts, ...sortedTexts])(
    'a walk gives every document once, in order: %s',
    async (text) => {
      for (const actor of [store.system, store.reader]) {
        const all = await wholeOf(actor, text);
        expect(all.length).toBeGreaterThan(deepOffset + 500);
        expect(new Set(all).size).toBe(all.length);
        expect(await walk(actor, fresh(text), { limit: 130 })).toEqual(all);
      }
    },
  );

  test.each(texts)('the page after a page skips nothing: %s', async (given) => {
    for (const actor of [store.system, store.reader]) {
      const text = fresh(given);
      expect(await skippedFor(actor, text, 1_100)).toBe(1_100);
      expect(await skippedFor(actor, text, 1_150)).toBe(0);
      expect(await skippedFor(actor, text, 1_270)).toBe(70);
      expect(await skippedFor(actor, text, 1_050)).toBe(1_050);
    }
  });

  test('what is near the beginning is counted off', async () => {
    const text = fresh('SELECT * FROM Document ORDER BY dc:title');
    expect(await skippedFor(store.system, text, deepOffset - 51)).toBe(deepOffset - 51);
    expect(await skippedFor(store.system, text, deepOffset - 1)).toBe(deepOffset - 1);
    expect(await skippedFor(store.system, text, deepOffset - 50)).toBe(deepOffset - 50);
    expect(await skippedFor(store.system, text, deepOffset)).toBe(0);
  });

  test('a page anywhere is the same as without positions', async () => {
    const chosen = texts.map((text) => ({ text, asked: fresh(text) }));
    const cases = fc.record({
      query: fc.constantFrom(...chosen),
      isReader: fc.boolean(),
      offset: fc.integer({ min: deepOffset - 200, max: 3_400 }),
      limit: fc.integer({ min: 1, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ query, isReader, offset, limit }) => {
        const actor = isReader ? store.reader : store.system;
        const all = await wholeOf(actor, query.text);
        const page = await idsOf(actor, query.asked, offset, limit);
        expect(page).toEqual(all.slice(offset, offset + limit));
      }),
      { numRuns: tries(40) },
    );
  });

  test('a position is forgotten after its time', async () => {
    const text = fresh('SELECT * FROM Document ORDER BY dc:title');
    await skippedFor(store.system, text, 1_100);
    shiftClock(positionLifeMs - 5_000);
    try {
      expect(await skippedFor(store.system, text, 1_150)).toBe(0);
      shiftClock(5_000);
      // That of the page after is younger, and too far on.
      expect(await skippedFor(store.system, text, 1_150)).toBe(1_150);
    } finally {
      shiftClock(-positionLifeMs);
    }
  });

  test('the position of another user is not used', async () => {
    const text = fresh('SELECT * FROM Document ORDER BY dc:created');
    await skippedFor(store.system, text, 1_100);
    expect(await skippedFor(store.reader, text, 1_150)).toBe(1_150);
    expect(await skippedFor(store.repository.user('other', 'staff'), text, 1_150)).toBe(1_150);
  });

  test('a unit that changed something neither remembers nor uses positions', async () => {
    const text = fresh('SELECT * FROM Document ORDER BY dc:title');
    const query = parseQuery(text);
    await skippedFor(store.system, text, 1_100);
    const log = new StatementLog();
    await store.system.write(async (unit) => {
      await unit.handle.run(
        unit.handle.builder.deleteFrom('revoked_session').where('id', '=', 'none'),
      );
      for (const offset of [1_150, 1_500]) {
        await queryDocuments(
          { ...unit, handle: log.tap(unit.handle) },
          { query, offset, limit: 50, countLimit: 0 },
        );
      }
    });
    expect(log.skipped()).toBe(1_500);
    expect(await skippedFor(store.system, text, 1_550)).toBe(400);
  });

  test.each([
    'SELECT * FROM Document',
    'SELECT * FROM Document ORDER BY dc:title',
    'SELECT * FROM Document ORDER BY dc:created DESC',
  ])('changes between pages neither repeat nor skip what they do not touch: %s', async (given) => {
    for (const actor of [store.system, store.reader]) {
      const text = fresh(given);
      const before = await idsOf(actor, given);
      // Read already, still to come, and read already.
      const removed = await filesNear([3, 1_700, 500], before);
      const made: DocumentId[] = [];
      const ids = await walk(actor, text, {
        limit: 100,
        between: async (offset) => {
          if (offset < deepOffset + 100 || offset % 300 !== 0) return;
          const next = removed[made.length];
          const title = made.length === 0 ? 'aaa' : `title ${made.length}`;
          const { id } = await store.system.create(store.wideId, {
            name: `made-${count}-${offset}`,
            properties: { 'dc:title': title },
          });
          made.push(id);
          if (next) await store.system.remove(next);
        },
      });
      expect(made.length).toBeGreaterThanOrEqual(3);
      const changed = new Set<unknown>([...removed, ...made]);
      const gone = await goneVersions(actor, given, before);
      const untouched = (all: readonly DocumentId[]) =>
        all.filter((id) => !changed.has(id) && !gone.has(id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(untouched(ids)).toEqual(untouched(before));
      for (const id of made) await store.system.remove(id);
    }
  });

  /** Of files alone it is known that they can be removed. */
  async function filesNear(
    places: readonly number[],
    among: readonly DocumentId[],
  ): Promise<readonly DocumentId[]> {
    const files = await idsOf(
      store.system,
      'SELECT * FROM File WHERE ecm:isVersion = 0 AND ecm:isProxy = 0',
    );
    const isFile = new Set(files);
    return places.flatMap((place) => among.slice(place).find((id) => isFile.has(id)) ?? []);
  }

  /** A removed document takes its versions and what shows them along. */
  async function goneVersions(
    actor: Actor,
    text: string,
    before: readonly DocumentId[],
  ): Promise<ReadonlySet<DocumentId>> {
    const now = new Set(await idsOf(actor, text));
    return new Set(before.filter((id) => !now.has(id)));
  }

  test('a folder that is closed between pages has nothing on the next one', async () => {
    const closed = await store.system.create(store.repository.workspaces.id, {
      name: `closing-${count}`,
      type: 'Folder',
    });
    const text = fresh('SELECT * FROM Document ORDER BY dc:title DESC');
    const made = await store.system.create(closed.id, {
      name: 'shown',
      properties: { 'dc:title': 'title 1' },
    });
    const first = await idsOf(store.reader, text);
    const at = first.indexOf(made.id);
    expect(at).toBeGreaterThan(deepOffset);
    await idsOf(store.reader, text, at - 100, 100);
    expect(await idsOf(store.reader, text, at, 1)).toEqual([made.id]);
    await store.system.setAcl(closed.id, [denyAll]);
    const page = await idsOf(store.reader, text, at, 50);
    expect(page).not.toContain(made.id);
    expect(page).toEqual((await idsOf(store.reader, text)).slice(at, at + 50));
  });

  test('a permission that ends between pages has nothing on the next one, or in the total', async () => {
    const ending = await store.system.create(store.repository.workspaces.id, {
      name: `ending-${count}`,
      type: 'Folder',
    });
    const end = now() + positionLifeMs / 3;
    await store.system.setAcl(ending.id, [{ ...grantAce('reader', 'Read'), end }, denyAll]);
    const text = fresh('SELECT * FROM Document ORDER BY dc:title DESC');
    const made = await store.system.create(ending.id, {
      name: 'shown',
      properties: { 'dc:title': 'title 1' },
    });
    const at = (await idsOf(store.reader, text)).indexOf(made.id);
    expect(at).toBeGreaterThan(deepOffset);
    const pageAt = (offset: number, limit: number) =>
      queryPage(store.reader, { text, offset, limit, countLimit: 10_000 });
    const { total } = await pageAt(at - 100, 100);
    expect((await pageAt(at, 1)).documents.map(({ id }) => id)).toEqual([made.id]);
    shiftClock(positionLifeMs / 2);
    try {
      const page = await pageAt(at, 50);
      expect(page.documents.map(({ id }) => id)).not.toContain(made.id);
      // The folder and the file in it.
      expect(page.total).toBe(total - 2);
    } finally {
      shiftClock(-positionLifeMs / 2);
    }
  });

  describe('totals', () => {
    function totalAt(text: string, offset: number, log = new StatementLog()) {
      return queryPage(
        store.system,
        { text, offset, limit: 100, countLimit: 10_000 },
        log.tap,
      ).then(({ total }) => total);
    }

    function counted(log: StatementLog): number {
      return log.statements.filter((statement) => statement.sql.includes('count(*)')).length;
    }

    test('are counted once for a walk, and anew for each page near the beginning', async () => {
      const all = (await idsOf(store.system, 'SELECT * FROM Document')).length;
      const log = new StatementLog();
      const asked = fresh('SELECT * FROM Document ORDER BY dc:title');
      for (let offset = 0; offset < 500; offset += 100) {
        expect(await totalAt(asked, offset, log)).toBe(all);
      }
      expect(counted(log)).toBe(5);
      for (let offset = 500; offset < all; offset += 100) {
        expect(await totalAt(asked, offset, log)).toBe(all);
      }
      expect(counted(log)).toBe(10);
    });

    test('show what is new on the first pages at once', async () => {
      const text = fresh('SELECT * FROM Document ORDER BY dc:title');
      const before = await totalAt(text, 900);
      expect(await totalAt(text, 1_000)).toBe(before);
      const made = await store.system.create(store.wideId, { name: `new-${count}` });
      expect(await totalAt(text, 900 - 100)).toBe(before + 1);
      expect(await totalAt(text, 1_100)).toBe(before);
      shiftClock(positionLifeMs);
      try {
        expect(await totalAt(text, 1_100)).toBe(before + 1);
      } finally {
        shiftClock(-positionLifeMs);
      }
      await store.system.remove(made.id);
    });

    test('of another limit are counted for it', async () => {
      const text = fresh('SELECT * FROM Document ORDER BY dc:title');
      const page = { text, offset: 1_000, limit: 50 };
      const { total } = await queryPage(store.system, { ...page, countLimit: 10_000 });
      const next = { ...page, offset: 1_050 };
      expect((await queryPage(store.system, { ...next, countLimit: 1_500 })).total).toBe(-2);
      expect((await queryPage(store.system, { ...next, countLimit: 0 })).total).toBe(-1);
      expect((await queryPage(store.system, { ...next, countLimit: 9_000 })).total).toBe(total);
    });
  });

  describe('rows', () => {
    async function rowsAt(actor: Actor, text: string, offset: number, limit: number) {
      const log = new StatementLog();
      const query = parseQuery(text);
      const found = await actor.read((unit) =>
        queryRows(
          { ...unit, handle: log.tap(unit.handle) },
          { query, offset, limit, countLimit: 0 },
        ),
      );
      return { ids: found.rows.map((row) => row['ecm:uuid']), skipped: log.skipped() };
    }

    test.each([
      'SELECT ecm:uuid, dc:title FROM Document',
      'SELECT ecm:uuid, dc:title FROM Document ORDER BY dc:title',
      'SELECT ecm:uuid, dc:created FROM Document ORDER BY dc:created DESC',
    ])('are the documents in the same order: %s', async (text) => {
      for (const actor of [store.system, store.reader]) {
        const all = await idsOf(actor, text.replace(/SELECT .*? FROM/, 'SELECT * FROM'));
        const asked = fresh(text);
        const ids: unknown[] = [];
        for (let offset = 0; offset < all.length; offset += 250) {
          const page = await rowsAt(actor, asked, offset, 250);
          ids.push(...page.ids);
          expect(page.skipped).toBe(offset < deepOffset ? offset : 0);
        }
        expect(ids).toEqual(all);
      }
    });
  });

  describe('children', () => {
    type Sort = ChildrenQuery['sort'];

    async function childrenAt(actor: Actor, sort: Sort, page: { offset: number; limit: number }) {
      const log = new StatementLog();
      const { entries, hasMore } = await actor.read((unit) =>
        listChildren(
          { ...unit, handle: log.tap(unit.handle) },
          { parentId: store.wideId, sort, ...page },
        ),
      );
      return { ids: entries.map(({ id }) => id), hasMore, skipped: log.skipped() };
    }

    const sorts: readonly Sort[] = (['title', 'name', 'created', 'modified'] as const).flatMap(
      (by) => (['asc', 'desc'] as const).map((order) => ({ by, order })),
    );

    test.each(sorts)('are walked through once, in order: $by $order', async (sort) => {
      for (const actor of [store.system, store.reader]) {
        const { ids: all } = await childrenAt(actor, sort, { offset: 0, limit: everything });
        expect(all.length).toBeGreaterThan(1_500);
        const ids: unknown[] = [];
        let hasMore = true;
        for (let offset = 0; hasMore; offset += 90) {
          const page = await childrenAt(actor, sort, { offset, limit: 90 });
          ids.push(...page.ids);
          hasMore = page.hasMore;
        }
        expect(ids).toEqual(all);
      }
    });

    test.each([
      ['title', 'asc', 0],
      ['title', 'desc', 0],
      ['name', 'asc', 0],
      ['created', 'asc', 1_200],
      ['position', 'asc', 1_200],
    ] as const)('by %s %s skip %i for the page after a page', async (by, order, skipped) => {
      const actor = store.repository.user('reader', `group-${by}-${order}`);
      await childrenAt(actor, { by, order }, { offset: 1_100, limit: 100 });
      const next = await childrenAt(actor, { by, order }, { offset: 1_200, limit: 100 });
      expect(next.skipped).toBe(skipped);
    });
  });

  describe.runIf(engine === 'sqlite')('plans', () => {
    /** How the store finds the rows of the page that follows one that was read. */
    async function planOf(actor: Actor, text: string): Promise<string> {
      const page = { text, limit: 50 };
      // The first one may be busy with finding out what the caller may see.
      await queryPage(actor, { ...page, offset: 0 });
      await queryPage(actor, { ...page, offset: 1_100 });
      const log = new StatementLog();
      await queryPage(actor, { ...page, offset: 1_150 }, log.tap);
      const paging = log.statements.find((statement) => /\boffset\b/.test(statement.sql));
      const explained = sql.raw(`explain query plan ${paging?.sql}`);
      const rows = await actor.read(({ handle }) =>
        handle.all<{ detail: string }>({
          compile: () => ({
            ...explained.compile(handle.builder),
            parameters: paging?.parameters ?? [],
          }),
        } as Compilable<{ detail: string }>),
      );
      return rows.map(({ detail }) => detail).join('\n');
    }

    const range = "WHERE dc:created > TIMESTAMP '2020-01-01 00:00:00'";
    const byTime = 'document_created ((created_at,id)';
    const byType = 'AND (created_at,id)';

    test.each([
      ['SELECT * FROM Document', 'autoindex_document_1 (id>?)', 'document_acl (acl_id=? AND id<?)'],
      ['SELECT * FROM File', 'autoindex_document_1 (id>?)', 'document_acl (acl_id=? AND id<?)'],
      ...sameForBoth(
        'SELECT * FROM File ORDER BY dc:title',
        'document_title ((title_key,id)>(?,?))',
      ),
      ...sameForBoth('SELECT * FROM Document ORDER BY dc:created', `${byTime}>(?,?))`),
      ...sameForBoth('SELECT * FROM Document ORDER BY dc:created DESC', 'document_created ('),
      ...sameForBoth(`SELECT * FROM Document ${range} ORDER BY dc:created`, `${byTime}>(?,?))`),
      ...sameForBoth('SELECT * FROM File ORDER BY dc:created', `${byType}>(?,?))`),
    ])('the index finds the next row at once: %s', async (text, ofAll, ofSome) => {
      expect(await planOf(store.system, text)).toContain(ofAll);
      expect(await planOf(store.reader, text)).toContain(ofSome);
    });

    function sameForBoth(text: string, index: string): [string, string, string][] {
      return [[text, index, index]];
    }
  });
});
