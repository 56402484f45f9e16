import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { listChildren } from '../../src/repository/documents/children.ts';
import { searchAuditEntries } from '../../src/repository/search/audit-search.ts';
import type { ReadUnit } from '../../src/repository/unit/unit.ts';
import { listVersions } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { listOpenTasks } from '../../src/repository/workflow/read-tasks.ts';
import { type Compilable, compilable } from '../../src/storage/statement.ts';
import { queryPage, StatementLog } from '../support/deep-store.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll, grantAce } from '../support/security.ts';

const copies = 6_000;
const versionCopies = 3_000;

interface Plan {
  /** Each step of each statement, as the engine names it. */
  readonly steps: string;
  /** The steps that read all rows of the table of documents. */
  readonly scans: readonly string[];
}

describe.each(engines)('plans of the main statements on %s', (engine) => {
  let repository: TestRepository;
  let system: Actor;
  let reader: Actor;
  let large: Document;
  let small: Document;
  let original: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    ({ system } = repository);
    reader = repository.user('reader');
    const { id } = repository.workspaces;
    large = await system.create(id, { name: 'large', type: 'Folder' });
    small = await system.create(id, { name: 'small', type: 'Folder' });
    await system.setAcl(large.id, [denyAll]);
    await system.setAcl(small.id, [grantAce('reader', 'Read'), denyAll]);
    original = await system.create(large.id, { name: 'original' });
    for (let n = 0; n < 5; n += 1) {
      const properties = { 'dc:title': `rareword ${n}`, 'dc:creator': 'rare' };
      const document = await system.create(small.id, { name: `rare-${n}`, properties });
      if (n === 0) await system.write((unit) => checkIn(unit, { document, by: 'MAJOR' }));
    }
    const version = await system.write((unit) =>
      checkIn(unit, { document: original, by: 'MAJOR' }).then((result) => result.version),
    );
    await copy(original.id, { count: copies, path: true });
    await copy(version.id, { count: versionCopies, path: false });
    await system.write(({ handle }) => handle.run(compilable(handle.builder, sql`analyze`)));
  });
  afterAll(() => repository.close());

  /** Rows as those of a document, with ids, names, paths and dates of their own. */
  async function copy(id: string, { count, path }: { count: number; path: boolean }) {
    const kind = path ? '0' : '1';
    const ownId = sql`'${sql.raw(kind)}0000000-0000-7000-8000-' || substr(cast(1000000000000 + i as text), 2)`;
    const own: Record<string, RawBuilder<unknown>> = {
      id: ownId,
      name: path ? sql`'copy-' || i` : sql`name`,
      title_key: sql`'copy ' || i`,
      created_at: sql`created_at + i * 1000`,
      modified_at: sql`modified_at + (i * 7919) % 6007 * 1000`,
      creator: sql`case when i % 2000 = 1 then 'some' else 'many' end`,
      ...(path && { path: sql`path || '-' || i` }),
      series_id: path
        ? ownId
        : sql`'00000000-0000-7000-8000-' || substr(cast(1000000000000 + i as text), 2)`,
      is_trashed: path ? sql`case when i % 1000 = 1 then 1 else 0 end` : sql`is_trashed`,
    };
    await system.write(async ({ handle }) => {
      const row = await handle.first<Record<string, unknown>>(
        compilable(handle.rows, sql`select * from document where id = ${id}`) as never,
      );
      const names = Object.keys(row ?? {});
      const values = names.map((name) => own[name] ?? sql.ref(name));
      const rows = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
        insert into document (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from document, n where document.id = ${id}`;
      await handle.run(compilable(handle.rows, rows));
    });
  }

  async function plansOf(actor: Actor, work: (unit: ReadUnit) => Promise<unknown>): Promise<Plan> {
    // What is remembered between requests, such as the ACLs of a user, is no part of the plans.
    await actor.read(work);
    const log = new StatementLog();
    await actor.read((unit) => work({ ...unit, handle: log.tap(unit.handle) }));
    const steps: string[] = [];
    for (const statement of log.statements) {
      if (!/\bdocument\b|task|audit/.test(statement.sql)) continue;
      steps.push(...(await actor.read(({ handle }) => explain(handle, statement))));
    }
    const scans = steps.filter((step) =>
      engine === 'sqlite'
        ? /^SCAN (document|d|l|t|live)\b(?!.* USING )/.test(step)
        : /Seq Scan on document\b/.test(step),
    );
    return { steps: steps.join('\n'), scans };
  }

  async function explain(
    handle: ReadUnit['handle'],
    { sql: text, parameters }: StatementLog['statements'][number],
  ): Promise<string[]> {
    const how = engine === 'sqlite' ? 'explain query plan' : 'explain';
    const query = { ...sql.raw('').compile(handle.builder), sql: `${how} ${text}`, parameters };
    const rows = await handle.all({ compile: () => query } as Compilable<Record<string, string>>);
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '');
  }

  const asked = (text: string, countLimit = 0) => ({ text, offset: 0, limit: 20, countLimit });
  const page =
    (text: string, countLimit = 0) =>
    (unit: ReadUnit) =>
      queryUnit(unit, asked(text, countLimit));

  function queryUnit(unit: ReadUnit, given: ReturnType<typeof asked>) {
    const actor = { read: (work: (same: ReadUnit) => Promise<unknown>) => work(unit) };
    return queryPage(actor as Actor, given);
  }

  const day = "BETWEEN DATE '2020-01-01' AND DATE '2020-01-02'";
  const live = 'ecm:isVersion = 0 AND ecm:isProxy = 0';
  const queries: readonly (readonly [string, RegExp])[] = [
    [`SELECT * FROM File WHERE dc:created ${day} ORDER BY dc:created`, /document(_type)?_created/],
    [
      `SELECT * FROM File WHERE dc:modified ${day} ORDER BY dc:modified`,
      /document(_type)?_modified/,
    ],
    [
      'SELECT * FROM Document WHERE ecm:isTrashed = 1 ORDER BY dc:modified DESC',
      // The flag is in each index of live documents; the planners differ in which they read.
      /document_(created|modified|title)/,
    ],
    [
      `SELECT * FROM Document WHERE ecm:primaryType NOT IN ('Domain', 'SectionRoot')
        AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0
        AND NOT (ecm:mixinType = 'Collection' AND ecm:name = 'Locally Edited')
        AND ecm:parentId IS NOT NULL ORDER BY dc:modified DESC`,
      /document_modified/,
    ],
    ['SELECT * FROM Document ORDER BY dc:created DESC', /document_created/],
    ['SELECT * FROM Document ORDER BY dc:modified DESC', /document_modified/],
    ['SELECT * FROM Document ORDER BY dc:title', /document_title/],
    [`SELECT * FROM Document WHERE dc:title = 'copy 7' AND ${live}`, /document_title/],
    ["SELECT * FROM Document WHERE dc:creator = 'rare'", /document_creator/],
    ["SELECT * FROM Document WHERE dc:creator = 'rare' ORDER BY dc:modified", /document_creator/],
    [
      "SELECT * FROM Document WHERE dc:creator = 'many' ORDER BY dc:modified DESC",
      /document_modified/,
    ],
    ["SELECT * FROM Document WHERE ecm:name = 'rare-1'", /document_name/],
    ["SELECT * FROM Document WHERE ecm:name = 'rare-1' ORDER BY dc:created", /document_name/],
    [
      `SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain/workspaces/small' ORDER BY dc:modified`,
      /document_2|document_path_key/,
    ],
    [
      `SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain/workspaces/large' ORDER BY dc:modified`,
      /document_modified/,
    ],
    [
      `SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain/workspaces/large' ORDER BY dc:title`,
      /document_title/,
    ],
  ];

  test.each(queries)('%s', async (text, index) => {
    const { steps, scans } = await plansOf(system, page(text));
    expect(scans).toEqual([]);
    expect(steps).toMatch(index);
  });

  test('versions of a user of few ACLs are found through the documents of these', async () => {
    for (const order of ['', ' ORDER BY dc:modified DESC']) {
      const text = `SELECT * FROM Document WHERE ecm:isVersion = 1${order}`;
      const { steps, scans } = await plansOf(reader, page(text, 1_000));
      expect(scans).toEqual([]);
      expect(steps).toMatch(/document_versions/);
      expect(steps).not.toMatch(/document_version_(ids|created|modified|title)/);
      const found = await queryPage(reader, asked(text, 1_000));
      expect(found.documents.map(({ name }) => name)).toEqual(['rare-0']);
      expect(found.total).toBe(1);
    }
  });

  test.each([
    ['title', /document_parent_title/],
    ['name', /document_parent_name/],
    ['modified', /document_parent_(title|name)|document_modified/],
  ] as const)('children in the order of %s', async (by, index) => {
    const { steps, scans } = await plansOf(system, (unit) =>
      listChildren(unit, { parentId: small.id, offset: 0, limit: 20, sort: { by, order: 'asc' } }),
    );
    expect(scans).toEqual([]);
    expect(steps).toMatch(index);
  });

  test('lists without an order, of a user of few ACLs', async () => {
    const { steps, scans } = await plansOf(
      reader,
      page(`SELECT * FROM Document WHERE ${live}`, 100),
    );
    expect(scans).toEqual([]);
    expect(steps).toMatch(/document_acl/);
  });

  test('versions of a document, its audit and tasks of a user', async () => {
    const versions = await plansOf(system, (unit) => listVersions(unit, original));
    expect(versions.scans).toEqual([]);
    expect(versions.steps).toMatch(/document_versions/);
    const tasks = await plansOf(reader, (unit) =>
      listOpenTasks(unit, { actors: ['reader'] }, { offset: 0, size: 20 }),
    );
    expect(tasks.scans).toEqual([]);
    const search = {
      document: original,
      eventIds: [],
      categories: [],
      principalNames: [],
      sort: [],
    };
    const audit = await plansOf(system, ({ handle }) =>
      searchAuditEntries(handle, { ...search, offset: 0, limit: 20 }),
    );
    expect(audit.scans).toEqual([]);
    // PostgreSQL reads so few entries as these without an index.
    if (engine === 'sqlite') expect(audit.steps).toMatch(/audit_entry_document/);
  });

  test('full text', async () => {
    const { scans } = await plansOf(
      system,
      page("SELECT * FROM Document WHERE ecm:fulltext = 'rareword'", 100),
    );
    expect(scans).toEqual([]);
  });
});
