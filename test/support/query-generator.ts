import fc from 'fast-check';

const texts = fc.constantFrom(
  "'alpha'",
  "'élan'",
  "'art'",
  "'red'",
  "'a.txt'",
  "'s1'",
  "''",
  "'report'",
);
const patterns = fc
  .array(fc.constantFrom('a', 'é', 'É', '%', '_', '\\\\%', 'lph', '.', '*', '[', 's'), {
    maxLength: 5,
  })
  .map((parts) => `'${parts.join('')}'`);
const numbers = fc.constantFrom('0', '1', '3', '-5', '42', '0.1', '9007199254740993');
const instants = fc.constantFrom(
  "DATE '2024-05-13'",
  "TIMESTAMP '2024-05-14T11:00:00Z'",
  "NOW('-P2D')",
  'NOW()',
);
const comparisons = fc.constantFrom('=', '<>', '<', '<=', '>', '>=');
const equalities = fc.constantFrom('=', '<>');
const star = fc.constantFrom('*', '*1', '*1', '*2', '0', '1');

const textProperties = fc.oneof(
  fc.constantFrom('dc:title', 'dc:description', 'dc:nature', 'dc:source', 'm:place/city'),
  fc.constantFrom('ecm:name', 'ecm:primaryType', 'dc:creator', 'content/name', 'ecm:versionLabel'),
  star.map((s) => `dc:subjects/${s}`),
  star.map((s) => `ecm:tag/${s}`),
  star.map((s) => `m:parts/${s}/name`),
  fc.tuple(star, star).map(([a, b]) => `m:parts/${a}/labels/${b}`),
);
const numberProperties = fc.oneof(
  fc.constantFrom('m:count', 'm:ratio', 'm:level', 'm:place/rank', 'content/length', 'ecm:pos'),
  star.map((s) => `m:parts/${s}/size`),
  star.map((s) => `m:numbers/${s}`),
);
const dateProperties = fc.oneof(
  fc.constantFrom('dc:issued', 'dc:created', 'dc:modified', 'ecm:versionCreated'),
  star.map((s) => `m:parts/${s}/at`),
);
const flags = fc.oneof(
  fc.constantFrom('ecm:isVersion', 'ecm:isProxy', 'ecm:isTrashed', 'ecm:isCheckedIn', 'm:done'),
  fc.constantFrom('m:flag', 'ecm:isLatestVersion'),
  star.map((s) => `m:parts/${s}/ok`),
);
const lists = fc.oneof(
  fc.constantFrom('dc:subjects', 'dc:contributors', 'ecm:tag'),
  star.map((s) => `m:parts/${s}/labels`),
);

function joined(...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((list) => list.join(' '));
}

const conditions = fc.oneof(
  joined(textProperties, comparisons, texts),
  joined(textProperties, fc.constantFrom('LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'), patterns),
  joined(textProperties, comparisons, textProperties),
  joined(numberProperties, comparisons, numbers),
  joined(numberProperties, comparisons, numberProperties),
  joined(dateProperties, comparisons, instants),
  joined(flags, equalities, fc.constantFrom('0', '1')),
  joined(lists, equalities, texts),
  joined(lists, fc.constantFrom('LIKE', 'NOT LIKE'), patterns),
  joined(lists, fc.constantFrom('STARTSWITH'), texts),
  joined(
    fc.oneof(textProperties, numberProperties, dateProperties, flags, lists),
    fc.constantFrom('IS NULL', 'IS NOT NULL'),
  ),
  fc
    .tuple(
      fc.oneof(textProperties, lists),
      fc.constantFrom('IN', 'NOT IN'),
      fc.array(texts, { minLength: 1, maxLength: 12 }),
    )
    .map(([name, operator, list]) => `${name} ${operator} (${list.join(', ')})`),
  fc
    .tuple(numberProperties, fc.constantFrom('BETWEEN', 'NOT BETWEEN'), numbers, numbers)
    .map(([name, operator, a, b]) => `${name} ${operator} ${a} AND ${b}`),
);

const { predicates } = fc.letrec<{ predicates: string }>((tie) => ({
  predicates: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    conditions,
    fc.tuple(tie('predicates'), tie('predicates')).map(([a, b]) => `${a} AND ${b}`),
    fc.tuple(tie('predicates'), tie('predicates')).map(([a, b]) => `(${a} OR ${b})`),
    tie('predicates').map((inner) => `NOT (${inner})`),
  ),
}));

const types = fc.constantFrom('Document', 'Document', 'Measure', 'File, Note', 'Folder');

/** Queries that are valid, but for too many wildcards that depend on each other. */
export const generatedQueries = fc
  .tuple(types, predicates)
  .map(([type, predicate]) => `SELECT * FROM ${type} WHERE ${predicate}`);
