import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { bindParameters } from '../../src/repository/query/bind-parameters.ts';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryDocuments } from '../../src/repository/query/query-documents.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { engines } from '../support/engines.ts';
import { generatedQueries } from '../support/query-generator.ts';
import { openQueryTree, type QueryTree } from '../support/query-tree.ts';

const trees: QueryTree[] = [];
beforeAll(async () => {
  for (const engine of engines) trees.push(await openQueryTree(engine));
});
afterAll(async () => {
  for (const tree of trees) await tree.close();
});

const page = { offset: 0, limit: 20, countLimit: 100 };

/** True when it was answered. Anything but an answer, a 400 or "not yet" fails. */
async function isAnswered(text: string): Promise<boolean> {
  try {
    const query = parseQuery(text);
    for (const tree of trees) {
      await tree.database.read(async (handle) => {
        await queryRows(tree.unit(handle, 'alice'), { query, ...page });
        await queryDocuments(tree.unit(handle, 'alice'), { query, ...page });
      });
    }
    return true;
  } catch (error) {
    if (!isAppError(error) || (error.status !== 400 && error.status !== 501)) throw error;
    expect(error.message.length).toBeLessThan(2_000);
    expect(error.message.isWellFormed()).toBe(true);
    return false;
  }
}

const pieces = [
  ...[
    'SELECT',
    'DISTINCT',
    '*',
    'FROM',
    'Document',
    'File',
    'Relation',
    'WHERE',
    'AND',
    'OR',
    'NOT',
  ],
  ...[
    'dc:title',
    'dc:subjects',
    'dc:created',
    'm:count',
    'm:parts/*1/name',
    'm:parts/*',
    'ecm:path',
  ],
  ...[
    'ecm:mixinType',
    'ecm:isProxy',
    'ecm:acl/*1/principal',
    'ecm:tag',
    'ecm:fulltext',
    'ecm:uuid',
  ],
  ...['content/length', 'm:place', 'ecm:fulltextScore', 'ecm:blobKeys', 'm:done', 'ecm:ancestorId'],
  ...[
    '=',
    '<>',
    '<',
    '>=',
    'IN',
    '(',
    ')',
    ',',
    'LIKE',
    'ILIKE',
    'BETWEEN',
    'IS',
    'NULL',
    '-',
    '+',
  ],
  ...["'a'", "'%'", "'\\\\'", "'/'", '0', '1', '2.5', '9223372036854775807', "DATE '2024-01-01'"],
  ...["TIMESTAMP '2024-01-01T00:00:00Z'", 'NOW', "NOW('-P1D')", 'DATE(dc:created)', 'STARTSWITH'],
  ...[
    'ORDER BY',
    'DESC',
    'LIMIT',
    'COUNT(ecm:uuid)',
    'AS',
    'x',
    '/*+ES: */',
    '?',
    ':x',
    "'",
    '\0',
    '😀',
  ],
];

test('token soup is answered or refused', async () => {
  const soups = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((l) => l.join(' '));
  await fc.assert(
    fc.asyncProperty(
      soups,
      fc.constantFrom('', 'SELECT * FROM Document WHERE '),
      async (soup, start) => {
        await isAnswered(start + soup);
      },
    ),
    { numRuns: 1_500 },
  );
}, 120_000);

const properties = fc.constantFrom(
  ...pieces.filter((piece) => /^(?:ecm:|dc:|m:|content|DATE\()/.test(piece)),
);
const operators = fc.constantFrom(
  '=',
  '<>',
  '<',
  '>=',
  'LIKE',
  'NOT ILIKE',
  'STARTSWITH',
  'IN',
  'IS NULL',
);
const values = fc.constantFrom(
  ...[
    "'a'",
    "'%\\\\'",
    "'/'",
    '0',
    '1',
    '-2.5',
    '9223372036854775807',
    "DATE '2024-01-01'",
    'NOW()',
  ],
  ...["('a', 'b')", '(1, 2)', '', 'dc:title', 'm:count', "'2024-01-01'", "''", "'[*?'"],
);

test('every property with every operator and value is answered or refused', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(properties, operators, values, async (property, operator, value) => {
      const text = `SELECT * FROM Document WHERE ${property} ${operator} ${value}`;
      if (await isAnswered(text)) answered += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(answered).toBeGreaterThan(100);
}, 120_000);

const changes = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 4 }),
  by: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })),
});

test('changed valid queries are answered or refused', async () => {
  let answered = 0;
  const mutants = fc
    .tuple(generatedQueries, fc.array(changes, { maxLength: 2 }))
    .map(([query, list]) =>
      list.reduce((text, { at, length, by }) => {
        const from = Math.floor(at * text.length);
        return text.slice(0, from) + by + text.slice(from + length);
      }, query),
    );
  await fc.assert(
    fc.asyncProperty(mutants, async (text) => {
      if (await isAnswered(text)) answered += 1;
    }),
    { numRuns: 700 },
  );
  expect(answered).toBeGreaterThan(100);
}, 120_000);

test('any text at all is refused, and as a parameter only compared', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 50 }), async (text) => {
      await isAnswered(text);
      const query = bindParameters('SELECT * FROM Document WHERE dc:title = ? OR dc:title LIKE ?', {
        positional: [text, text],
      });
      await isAnswered(query);
    }),
    { numRuns: 300 },
  );
}, 120_000);
