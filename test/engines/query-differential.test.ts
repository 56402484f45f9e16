import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { hasPermission } from '../../src/repository/access/permissions.ts';
import { hydrateDocuments } from '../../src/repository/documents/documents.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import { tries } from '../support/effort.ts';
import { engines } from '../support/engines.ts';
import { corpus } from '../support/query-corpus.ts';
import { generatedQueries } from '../support/query-generator.ts';
import { type OracleDocument, QueryOracle } from '../support/query-oracle.ts';
import { openQueryTree, type QueryTree, treeUsers } from '../support/query-tree.ts';

/** A tree with the oracle of each user. */
interface Questioned {
  readonly tree: QueryTree;
  readonly labels: ReadonlyMap<string, string>;
  readonly oracles: ReadonlyMap<string, QueryOracle>;
}

async function openQuestioned(engine: (typeof engines)[number]): Promise<Questioned> {
  const tree = await openQueryTree(engine);
  const all = await everything(tree);
  const oracles = new Map<string, QueryOracle>();
  for (const who of treeUsers) {
    const visible = await visibleTo(tree, who, all);
    oracles.set(who, new QueryOracle(tree.context.model, { all, visible }));
  }
  const labels = new Map([...tree.ids].map(([label, id]) => [id as string, label]));
  return { tree, labels, oracles };
}

function everything(tree: QueryTree): Promise<readonly OracleDocument[]> {
  return tree.database.read(async (handle) => {
    const rows = await handle.all(handle.builder.selectFrom('document').selectAll());
    const blobs = await handle.all(handle.builder.selectFrom('blob_reference').selectAll());
    const documents = await hydrateDocuments(tree.unit(handle, 'system'), rows);
    const positions = new Map(rows.map((row) => [row.id, row.position]));
    return documents.map((document) => {
      const of = (document.proxyTarget ?? document).id as string;
      const mine = blobs.filter((row) => row.document_id === of);
      const position = positions.get(document.id) ?? null;
      return { document, blobKeys: mine.map((row) => row.blob_key), position };
    });
  });
}

function visibleTo(
  tree: QueryTree,
  who: string,
  all: readonly OracleDocument[],
): Promise<readonly OracleDocument[]> {
  return tree.database.read(async (handle) => {
    const unit = tree.unit(handle, who);
    const visible: OracleDocument[] = [];
    for (const each of all) {
      const { document } = each;
      if (await hasPermission(unit, { document, permission: 'Browse' })) visible.push(each);
    }
    return visible;
  });
}

function labelled({ labels }: Questioned, documents: readonly Document[]): readonly string[] {
  return documents.map(({ id }) => labels.get(id) ?? id).sort();
}

async function answer(
  questioned: Questioned,
  text: string,
  who: string,
): Promise<readonly string[]> {
  const { tree } = questioned;
  const query = parseQuery(text);
  const { documents, total } = await tree.database.read(
    (handle) =>
      queryDocuments(tree.unit(handle, who), { query, offset: 0, limit: 500, countLimit: 0 }),
    undefined,
    // Statements with a time limit are others on SQLite, and must mean the same.
    who === 'alice' ? { timeLimitMs: 60_000 } : undefined,
  );
  expect(total).toBe(documents.length);
  return labelled(questioned, documents);
}

function withIds({ tree }: Questioned, text: string): string {
  return text.replaceAll(/\{([^}]+)\}/g, (_all, label: string) => tree.ids.get(label) ?? label);
}

describe('queries on both engines and in memory', () => {
  const questioned: Questioned[] = [];
  beforeAll(async () => {
    for (const engine of engines) questioned.push(await openQuestioned(engine));
  });
  afterAll(async () => {
    for (const { tree } of questioned) await tree.close();
  });

  async function expectAgreement(text: string, who: string): Promise<number> {
    const answers: (readonly string[])[] = [];
    for (const each of questioned) {
      const full = withIds(each, text);
      const expected = each.oracles.get(who)?.matches(parseQuery(full)) ?? [];
      const actual = await answer(each, full, who);
      expect({ text, who, engine: each.tree.engine, labels: actual }).toEqual({
        text,
        who,
        engine: each.tree.engine,
        labels: labelled(each, expected),
      });
      answers.push(actual);
    }
    expect(answers[0]).toEqual(answers[1]);
    return answers[0]?.length ?? 0;
  }

  test.each(treeUsers)(
    'the corpus has the same results everywhere for %s',
    async (who) => {
      const queries = corpus();
      expect(queries.length).toBeGreaterThan(500);
      // Every user asks some of them, and other ones than the next.
      const step = treeUsers.length;
      const first = treeUsers.indexOf(who);
      const asked = queries.filter((_text, at) => at % step === first);
      let answered = 0;
      for (const text of asked) if ((await expectAgreement(text, who)) > 0) answered += 1;
      // Most queries find something, or the corpus would prove little.
      expect(answered).toBeGreaterThan(asked.length / 2);
    },
    300_000,
  );

  test('generated queries have the same results everywhere', async () => {
    await fc.assert(
      fc.asyncProperty(generatedQueries, fc.constantFrom(...treeUsers), async (text, who) => {
        await expectAgreement(text, who);
      }),
      { numRuns: tries(120) },
    );
  }, 300_000);

  test('users see different documents', async () => {
    const counts = await Promise.all(
      treeUsers.map((who) => expectAgreement('SELECT * FROM Document', who)),
    );
    expect(new Set(counts).size).toBe(treeUsers.length);
    expect(Math.min(...counts)).toBeGreaterThan(3);
  });
});
