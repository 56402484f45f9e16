import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDocumentId } from '../../src/base/ids.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import type { FulltextIndex } from '../../src/repository/fulltext/fulltext-index.ts';
import {
  type FulltextTerm,
  parseFulltextQuery,
} from '../../src/repository/fulltext/query-syntax.ts';
import { stem, wordsOf } from '../../src/repository/fulltext/words.ts';
import { engines } from '../support/engines.ts';
import { findNames } from '../support/fulltext.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

/** Few words, so that they meet; some share beginnings, some are written in odd ways. */
const vocabulary = [
  'report reports Reporting class classes glass été ete Straße the of ab',
  'foo-bar foo bar bar.foo 2026 x1y2 日本 日本語 語 本 한국어 हिन्दी हिन्द',
  "o'neill café cafés fine ﬁne news new",
]
  .join(' ')
  .split(' ');

interface Texts {
  readonly title: string;
  readonly description: string;
  readonly other: string;
}

const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((all) => all.join(' '));
const texts = fc.record({ title: text, description: text, other: text });
const word = fc.constantFrom(...vocabulary);
const operand = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 2, arbitrary: fc.tuple(word, fc.nat(3)).map(([w, n]) => `${w.slice(0, n + 1)}*`) },
  {
    weight: 2,
    arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => `"${all.join(' ')}"`),
  },
);
const part = fc
  .tuple(fc.constantFrom('', '', '', '-', '+'), operand)
  .map(([sign, each]) => sign + each);
const group = fc.array(part, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const query = fc.array(group, { minLength: 1, maxLength: 3 }).map((all) => all.join(' OR '));
const index = fc.constantFrom<FulltextIndex>('default', 'default', 'title', 'description');

/** What a search must find, from its words one by one. */
function isExpected(document: Texts, search: string, of: FulltextIndex): boolean {
  // Who created a document is one of its properties.
  const all = of === 'default' ? [...Object.values(document), 'system'] : [document[of]];
  const parts = all.map((each) => wordsOf(each));
  const has = ({ words, isPrefix }: FulltextTerm): boolean =>
    parts.some((found) =>
      found.some((_word, start) =>
        words.every((wanted, at) => {
          const other = found[start + at] ?? '';
          if (other === wanted) return true;
          if (!isPrefix || at < words.length - 1) return false;
          return other.startsWith(wanted) || (at === 0 && other === stem(wanted));
        }),
      ),
    );
  return parseFulltextQuery(search).groups.some(
    ({ required, excluded }) => required.every(has) && !excluded.some(has),
  );
}

let stores: TestRepository[];
let documents: readonly Texts[];
beforeAll(async () => {
  stores = await Promise.all(engines.map((engine) => openTestRepository(engine)));
  documents = fc.sample(texts, 150);
  for (const { system, workspaces } of stores) {
    await system.write((unit) =>
      importDocuments(
        unit,
        documents.map(({ title, description, other }, number) => ({
          id: newDocumentId(),
          parentId: workspaces.id,
          name: `d${number}`,
          type: 'File',
          properties: { 'dc:title': title, 'dc:description': description, 'dc:source': other },
        })),
      ),
    );
  }
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

test('any search finds the same documents on both stores, and just those it should', async () => {
  await fc.assert(
    fc.asyncProperty(query, index, async (search, of) => {
      const expected = documents
        .flatMap((document, number) => (isExpected(document, search, of) ? `d${number}` : []))
        .sort();
      for (const { engine, database } of stores) {
        const found = await findNames(database, search, of);
        expect(
          found.filter((name) => /^d\d+$/.test(name)),
          `${engine}: ${search}`,
        ).toEqual(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('any text can be searched for, and is refused at most as a query', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (search) => {
      const found = await Promise.all(
        stores.map(({ database }) =>
          findNames(database, search).catch((error: unknown) => {
            expect(error).toMatchObject({ code: 'request.invalid' });
            return 'refused';
          }),
        ),
      );
      expect(found[0]).toEqual(found[1]);
    }),
    { numRuns: 500 },
  );
});

test('any text can be stored and is found by each of its words', async () => {
  const [sqlite, postgres] = stores;
  const anyText = fc
    .string({ unit: 'binary', maxLength: 80 })
    .map((value) => value.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(anyText, async (title) => {
      for (const store of [sqlite, postgres]) {
        if (!store) continue;
        const created = await store.system.create(store.workspaces.id, {
          name: 'any',
          properties: { 'dc:title': title },
        });
        for (const wanted of wordsOf(title)) {
          expect(await findNames(store.database, `${wanted}*`, 'title'), wanted).toContain('any');
        }
        await store.system.remove(created.id);
      }
    }),
    { numRuns: 100 },
  );
});
