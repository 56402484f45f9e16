import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AutomationServices } from '../../src/automation/execution.ts';
import type { Enricher } from '../../src/enrichers/define.ts';
import { enrichers } from '../../src/enrichers/index.ts';
import type { Dialect } from '../../src/entities/dialect.ts';
import type { Document } from '../../src/model/document.ts';
import { parseFulltextQuery } from '../../src/repository/fulltext/query-syntax.ts';
import { WorkflowDecisions } from '../../src/workflow/decisions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll, grantAce } from '../support/security.ts';

const unused: unknown = undefined;
const marker = 'unmentionable';

test('enrichers are sorted by their names, which are theirs alone', () => {
  const names = enrichers.map(({ name }) => name);
  const sorted = [...new Set(names)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  expect(names).toEqual(sorted);
});

/** Rules of all enrichers, tested for each new one automatically. */
describe.each(engines)('an enricher on %s', (engine) => {
  let store: TestRepository;
  let reader: Actor;
  /** What the reader may read: folders with hidden content below a hidden folder. */
  let documents: readonly Document[];
  const hiddenIds = new Set<string>();

  beforeAll(async () => {
    store = await openTestRepository(engine);
    reader = store.user('reader');
    documents = await fillStore();
  });
  afterAll(() => store.close());

  async function fillStore(): Promise<readonly Document[]> {
    const { system, workspaces } = store;
    const titled = (title: string) => ({ 'dc:title': title });
    const secret = async (parentId: Document['id'], type: string) => {
      const name = `${marker}-${hiddenIds.size}`;
      const made = await system.create(parentId, { name, type, properties: titled(marker) });
      hiddenIds.add(made.id);
      await system.setAcl(made.id, [grantAce('owner', 'Everything'), denyAll]);
      return made;
    };
    const properties = titled('shown');
    const above = await system.create(workspaces.id, { name: 'above', type: 'Folder', properties });
    const hidden = await secret(above.id, 'Folder');
    const made: Document[] = [];
    for (let at = 0; at < 24; at += 1) {
      const parentId = at % 2 === 0 ? above.id : hidden.id;
      const child = { name: `shown-${at}`, type: at < 18 ? 'Folder' : 'File', properties };
      const document = await system.create(parentId, child);
      if (at < 18) await secret(document.id, at % 3 === 0 ? 'Folder' : 'File');
      made.push(await system.setAcl(document.id, [grantAce('reader', 'Read')]));
    }
    return made;
  }

  async function runAs(
    actor: Actor,
    enricher: Enricher,
    { some, dialect = 'contract' }: { some: readonly Document[]; dialect?: Dialect },
  ): Promise<{ values: readonly unknown[]; queries: number }> {
    const meter = { queries: 0 };
    const searches = [{ key: undefined, query: parseFulltextQuery(`shown OR ${marker}`) }];
    const values = await store.database.read(
      (handle) =>
        actor.read((own) =>
          enricher.run(
            {
              unit: { ...own, handle },
              writing: {
                dialect,
                repository: 'default',
                baseUrl: 'http://localhost/nuxeo/',
                schemas: '*',
                fetch: [],
              },
              highlight: { fields: [], searches },
              // No built-in model has a condition, so that nothing is executed.
              workflows: new WorkflowDecisions(unused as AutomationServices, {
                principal: own.principal,
                baseUrl: 'http://localhost/nuxeo/',
                timeoutMs: 1_000,
                keepsBatches: false,
              }),
              fetch: () => ['username', 'creator', 'extended'],
            },
            some,
          ),
        ),
      meter,
    );
    return { values, queries: meter.queries };
  }

  /** Twice and more what was made: the same document may be asked for more than once. */
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => documents[at % documents.length] as Document);

  describe.each(enrichers.map((enricher) => [enricher.name, enricher] as const))(
    '%s',
    (name, enricher) => {
      test('returns a value for each document and nothing for none', async () => {
        expect(enricher.entityType).toBe('document');
        for (const count of [0, 1, 50]) {
          const { values } = await runAs(reader, enricher, { some: many(count) });
          expect(values).toHaveLength(count);
        }
      });

      test('costs the same number of queries for few and for 50 documents', async () => {
        for (const actor of [reader, store.system]) {
          // Once before: ACLs stay in the cache.
          await runAs(actor, enricher, { some: many(50) });
          // One in a folder that the reader may read, and one in another.
          const two = documents.slice(0, 2);
          const none = await runAs(actor, enricher, { some: [] });
          const few = await runAs(actor, enricher, { some: two });
          const fifty = await runAs(actor, enricher, { some: many(50) });
          expect(none.queries).toBeLessThanOrEqual(few.queries);
          expect(fifty.queries).toBe(few.queries);
          expect(fifty.queries).toBeLessThanOrEqual(enricher.queriesMax);
        }
      });

      test.each(['contract', 'native'] as const)(
        'shows nothing that may not be read in the dialect %s',
        async (dialect) => {
          const { values } = await runAs(reader, enricher, { some: documents, dialect });
          const text = JSON.stringify(values);
          // The path of a readable document names what is above it; nothing else does.
          const paths = new Set(documents.map(({ path }) => JSON.stringify(path).slice(1, -1)));
          const bare = [...paths].reduce((left, path) => left.replaceAll(path, ''), text);
          const parents = [...hiddenIds].map((id) => `"parentRef":"${id}"`);
          const rest = parents.reduce((left, parent) => left.replaceAll(parent, ''), bare);
          expect(rest).not.toContain(marker);
          for (const id of hiddenIds) expect(rest).not.toContain(id);
          if (name === 'hasContent' || name === 'hasFolderishChild') {
            expect(new Set(values)).toEqual(new Set([false]));
          }
        },
      );
    },
  );

  test('shows those who may read it what others may not', async () => {
    const seen = await Promise.all(
      ['children', 'breadcrumb', 'hasContent'].map(async (name) => {
        const enricher = enrichers.find((each) => each.name === name) as Enricher;
        const { values } = await runAs(store.system, enricher, { some: documents });
        return JSON.stringify(values);
      }),
    );
    const [children, breadcrumb, content] = seen;
    expect(children).toContain(`"title":"${marker}"`);
    expect(breadcrumb).toContain(`"title":"${marker}"`);
    expect(content).toContain('true');
  });
});
