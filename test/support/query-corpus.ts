/**
 * Queries with the same results on both engines and in the oracle. `{label}` means the id of the
 * document of that label.
 */
export function corpus(): readonly string[] {
  const predicates = [
    ...stringPredicates(),
    ...numberPredicates(),
    ...datePredicates(),
    ...listPredicates(),
    ...wildcardPredicates(),
    ...flagPredicates(),
    ...systemPredicates(),
    ...complexPredicates(),
    ...logicPredicates,
  ];
  const types = ['File', 'Note', 'Measure', 'FineMeasure', 'Folder', 'Section', 'Relation', 'Root'];
  return [
    'SELECT * FROM Document',
    'SELECT * FROM document',
    ...types.map((type) => `SELECT * FROM ${type}`),
    'SELECT * FROM Note, FineMeasure',
    "SELECT * FROM Measure, Folder WHERE ecm:name LIKE 'd1%'",
    ...predicates.map((predicate) => `SELECT * FROM Document WHERE ${predicate}`),
    ...predicates
      .filter((_predicate, at) => at % 4 === 0)
      .map((predicate) => `SELECT * FROM Document WHERE NOT (${predicate})`),
    ...clientQueries,
  ];
}

function product(...lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (found, list) => found.flatMap((start) => list.map((end) => `${start} ${end}`.trim())),
    [''],
  );
}

function stringPredicates(): readonly string[] {
  const properties = [
    'dc:title',
    'dc:description',
    'm:place/city',
    'file:content/name',
    'note:note',
  ];
  return [
    ...product(['dc:title'], ['=', '<>', '<', '<=', '>', '>='], ["'alpha'", "'élan'", "''"]),
    ...product(properties.slice(1), ['=', '<>', '>='], ["'a_b'", "'report.txt'"]),
    ...product(properties, ['IS NULL', 'IS NOT NULL']),
    ...product(properties, ['LIKE', 'NOT LIKE'], ["'%a%'", "'a\\_b'", "'A%'"]),
    ...product(
      ['dc:title'],
      ['LIKE', 'ILIKE', 'NOT ILIKE'],
      ["'éLaN'", "'%'", "''", "'_'", "'a%b'", "'a\\%b'", "'x*y'", "'back\\\\slash'", "'__'"],
    ),
    ...product(['dc:title'], ['LIKE'], ["'[a]%'", "'?_?'", "'%k\\s%'", "'_z'", "'%%%a%%'"]),
    ...product(['dc:title', 'dc:nature'], ['IN', 'NOT IN'], ["('alpha', 'report')", "('')"]),
    ...product(['dc:title'], ['BETWEEN', 'NOT BETWEEN'], ["'B' AND 'b'", "'é' AND 'z'"]),
    ...product(['dc:nature', 'ecm:name'], ['STARTSWITH'], ["'art'", "'art/music'", "'report'"]),
    `dc:title = '${'long '.repeat(60)}'`,
    `dc:title <> '${'long '.repeat(60)}'`,
    `dc:title = '${'long '.repeat(40)}'`,
    `dc:title IN ('${'long '.repeat(60)}', 'alpha')`,
    "'alpha' = dc:title",
    "'b' < dc:title",
    'dc:title = dc:nature',
    'dc:title <> ecm:name',
    'dc:title > dc:nature',
    `dc:title IN (${Array.from({ length: 30 }, (_unused, n) => `'w${n}'`).join(', ')}, 'Beta')`,
  ];
}

function numberPredicates(): readonly string[] {
  const comparisons = ['=', '<>', '<', '<=', '>', '>='];
  return [
    ...product(['m:count'], comparisons, ['0', '1', '-5', '9007199254740993', '41.5']),
    ...product(['m:ratio'], comparisons, ['0', '0.1', '-2.5', '1e20', '3']),
    ...product(['m:level', 'm:place/rank'], comparisons, ['3', '4']),
    ...product(['m:level', 'm:count', 'm:ratio', 'm:place/rank'], ['IS NULL', 'IS NOT NULL']),
    ...product(
      ['m:count', 'm:level'],
      ['IN', 'NOT IN'],
      ['(0, 42)', '(3)', '(1, 9007199254740993)'],
    ),
    ...product(['m:count', 'm:ratio'], ['BETWEEN', 'NOT BETWEEN'], ['0 AND 42', '-3 AND 0.5']),
    `m:count IN (${Array.from({ length: 50 }, (_unused, n) => n).join(',')})`,
    'm:count > m:ratio',
    'm:level = m:place/rank',
    "m:count = '42'",
    'file:content/length > 1000',
    'content/length <= 1000',
    'uid:major_version = 1',
    'ecm:pos >= 0',
    'ecm:pos < 99999999999',
    'ecm:pos IS NULL',
  ];
}

function datePredicates(): readonly string[] {
  const instants = ["DATE '2024-05-13'", "TIMESTAMP '2024-05-13T12:00:00Z'", "NOW('-P3D')"];
  const comparisons = ['=', '<>', '<', '<=', '>', '>='];
  return [
    ...product(['dc:issued'], comparisons, instants),
    ...product(['DATE(dc:issued)'], comparisons, ["DATE '2024-05-13'"]),
    ...product(['DATE(dc:issued)'], ['IN', 'NOT IN'], ["(DATE '2024-05-13', DATE '2024-05-11')"]),
    ...product(
      ['dc:issued', 'dc:created', 'dc:modified', 'm:parts/0/at'],
      ['IS NULL', 'IS NOT NULL'],
    ),
    "dc:issued BETWEEN DATE '2024-05-10' AND TIMESTAMP '2024-05-13 11:00:00'",
    "DATE(dc:issued) BETWEEN DATE '2024-05-10' AND DATE '2024-05-12'",
    "DATE(dc:issued) NOT BETWEEN DATE '2024-05-10' AND DATE '2024-05-12'",
    'dc:created = NOW()',
    'dc:created <= NOW()',
    "dc:modified < NOW('PT1S')",
    "dc:created > NOW('-P1Y2M3DT4H5M6.7S')",
    "dc:issued < '2024-05-12'",
    "dc:issued >= '2024-05-12T12:00:00'",
    'dc:issued < dc:created',
    "ecm:versionCreated >= DATE '2024-05-15'",
    'ecm:versionCreated IS NULL',
    "m:moments = TIMESTAMP '2024-05-15T12:00:00Z'",
    'DATE(dc:issued) IS NULL',
  ];
}

function listPredicates(): readonly string[] {
  return [
    ...product(['dc:subjects'], ['=', '<>'], ["'art'", "'science'", "'none'"]),
    ...product(['dc:subjects'], ['IN', 'NOT IN'], ["('art', 'é')", "('none')"]),
    ...product(
      ['dc:subjects'],
      ['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE'],
      ["'ART%'", "'art%'", "'_'", "'%jazz'"],
    ),
    ...product(['dc:subjects'], ['STARTSWITH'], ["'art'", "'art/music'", "'x'"]),
    ...product(['dc:subjects', 'm:numbers', 'ecm:tag', 'm:parts'], ['IS NULL', 'IS NOT NULL']),
    ...product(['m:numbers'], ['=', '<>'], ['0', '2', '2.5']),
    ...product(['m:numbers'], ['IN', 'NOT IN'], ['(0, 1)', '(9)']),
    "NOT (dc:subjects = 'art')",
    "dc:subjects = 'art' AND dc:subjects <> 'science'",
    'dc:subjects = dc:nature',
    'dc:nature <> dc:subjects',
    ...product(['ecm:tag', 'ecm:tag/*', 'ecm:tag/0'], ['=', '<>'], ["'red'", "'été'", "'x'"]),
    ...product(
      ['ecm:tag', 'ecm:tag/*1'],
      ['LIKE', 'NOT LIKE', 'STARTSWITH'],
      ["'green%'", "'red'"],
    ),
    ...product(['ecm:tag'], ['IN', 'NOT IN', 'ILIKE'], ["('red', 'green')"]).map((text) =>
      text.includes(' IN ') ? text : text.replace("('red', 'green')", "'ÉT_'"),
    ),
    ...product(['ecm:tag/*', 'ecm:tag/1'], ['IS NULL', 'IS NOT NULL']),
    "ecm:tag = 'red' AND ecm:tag = 'green'",
    "ecm:tag = 'red' AND ecm:tag <> 'green'",
    "ecm:tag/*1 = 'red' AND ecm:tag/*1 = 'green'",
    "ecm:tag/*1 = 'red' AND ecm:tag/*2 = 'green'",
    "ecm:tag/*1 LIKE 'red%' AND ecm:tag/*1 <> 'red'",
    "ecm:tag/*1 = 'red' AND nxtag:tags/*1/username = 'bob'",
    "ecm:tag = 'red' AND nxtag:tags/*1/username = 'bob'",
    'ecm:tag = ecm:name',
    'nxtag:tags IS NULL',
    `ecm:blobKeys = '${'3'.repeat(64)}'`,
    `ecm:blobKeys <> '${'3'.repeat(64)}'`,
    'ecm:blobKeys IS NULL',
    `ecm:blobKeys/* <> '${'3'.repeat(64)}'`,
    "dc:contributors = 'system'",
  ];
}

function wildcardPredicates(): readonly string[] {
  return [
    ...product(['dc:subjects/*'], ['=', '<>', '<', '>='], ["'art'", "'science'"]),
    ...product(['dc:subjects/*', 'm:numbers/*'], ['IS NULL', 'IS NOT NULL']),
    ...product(['dc:subjects/0', 'dc:subjects/1'], ['=', '<>'], ["'art'", "'art/music'"]),
    ...product(['dc:subjects/0', 'dc:subjects/2', 'm:parts/1/name'], ['IS NULL', 'IS NOT NULL']),
    ...product(['m:parts/*/name'], ['=', '<>', 'LIKE', 'NOT LIKE'], ["'a.txt'", "'b.txt'"]),
    ...product(['m:parts/*/size', 'm:parts/0/size'], ['>', '=', 'IN'], ['(2)']).map(
      withoutParentheses,
    ),
    ...product(['m:parts/*/ok', 'm:parts/0/ok'], ['=', '<>'], ['0', '1']),
    ...product(['m:parts/*/ok', 'm:parts/*/at', 'm:parts/*/name'], ['IS NULL', 'IS NOT NULL']),
    ...product(['m:parts/*/labels', 'm:parts/0/labels'], ['=', '<>'], ["'red'", "'blue'"]),
    ...product(['m:parts/*/labels/*'], ['=', '<>', 'LIKE'], ["'red'"]),
    'm:parts/*/labels IS NULL',
    'm:parts/*/labels IS NOT NULL',
    "m:parts/*1/name = 'a.txt' AND m:parts/*1/size > 2",
    "m:parts/*/name = 'a.txt' AND m:parts/*/size > 2",
    "m:parts/*1/name = 'a.txt' AND m:parts/*2/size > 2",
    "NOT (m:parts/*1/name = 'a.txt' AND m:parts/*1/size > 2)",
    "m:parts/*1/name = 'a.txt' OR m:parts/*1/size = 4",
    "m:parts/*1/name = 'a.txt' AND (m:parts/*1/size > 2 OR m:parts/*1/ok = 0)",
    "m:parts/*1/labels/*2 = 'red' AND m:parts/*1/size < 3",
    "m:parts/*1/labels/*2 = 'red' AND m:parts/*1/labels/*2 <> 'green' AND m:parts/*1/ok = 1",
    "m:parts/*1/labels = 'red' AND m:parts/*1/name IS NULL",
    'm:parts/*1/size = m:numbers/*2 AND m:numbers/*2 > 0',
    'm:parts/*1/size <> m:parts/*2/size',
    "dc:subjects/*1 LIKE 'art%' AND dc:subjects/*1 LIKE '%music%'",
    "dc:subjects/*1 = 'art' AND dc:subjects/*1 = 'science'",
    "dc:subjects/*1 = 'art' AND dc:subjects/*2 = 'science'",
    "dc:subjects/*1 = 'art' OR (dc:subjects/*1 = 'science' AND dc:title = 'alpha')",
    "(dc:subjects/*1 = 'art' OR dc:subjects/*2 = 'é') AND NOT dc:subjects/*1 = dc:subjects/*2",
    "files:files/*/file/name LIKE '%.txt'",
    "files/*1/file/name LIKE '%.txt' AND files/*1/file/length > 300",
    'files:files IS NULL',
    "files:files/0/file/mime-type = 'image/png'",
    'files:files/*/file IS NULL',
    "ecm:acl/*1/principal = 'alice' AND ecm:acl/*1/status = 1",
    "ecm:acl/*/permission = 'Everything' AND ecm:acl/*/grant = 0",
    "ecm:acl/*1/principal = 'Everyone' AND ecm:acl/*1/grant = 1 AND ecm:acl/*1/name = 'local'",
    'ecm:acl/*1/status = 2',
    "ecm:acl/*1/creator = 'system'",
    "ecm:acl/*1/end < DATE '2024-05-15' AND ecm:acl/*1/begin IS NULL",
    'ecm:acl/*/principal IS NULL',
  ];
}

function withoutParentheses(predicate: string): string {
  return predicate.includes(' IN ') ? predicate : predicate.replace('(2)', '2');
}

function flagPredicates(): readonly string[] {
  const flags = [
    ...['ecm:isVersion', 'ecm:isProxy', 'ecm:isTrashed', 'ecm:isCheckedIn', 'ecm:isLatestVersion'],
    ...['ecm:isLatestMajorVersion', 'ecm:isRecord', 'ecm:isCheckedInVersion'],
  ];
  return [
    ...product(flags, ['= 0', '= 1', '<> 0', '!= 1', 'IS NULL', 'IS NOT NULL']),
    ...product(['m:done', 'm:flag'], ['= 0', '= 1', '<> 1', 'IS NULL', 'IS NOT NULL']),
    'ecm:isVersion = 0 AND ecm:isProxy = 0',
    'ecm:isVersion = 1 OR ecm:isProxy = 1',
    'NOT (ecm:isVersion = 0 OR ecm:isTrashed = 1)',
    '1 = ecm:isVersion',
    '1 = 1',
    "1 = 2 OR 'a' < 'b'",
  ];
}

function systemPredicates(): readonly string[] {
  const ids = ["'{d3}'", "'{d2@1}'", "'{p:d3}'", "'nothing'"];
  return [
    ...product(['ecm:uuid', 'ecm:versionVersionableId', 'ecm:proxyTargetId'], ['=', '<>'], ids),
    ...product(['ecm:proxyVersionableId'], ['=', '<>'], ["'{d2}'", "'{d3}'"]),
    ...product(['ecm:parentId', 'ecm:ancestorId'], ['=', '<>'], ["'{open}'", "'{hidden}'", "'x'"]),
    ...product(
      ['ecm:path'],
      ['=', '<>', 'STARTSWITH'],
      [
        ...["'/default-domain/workspaces/open'", "'/default-domain/workspaces/open/'", "'/'"],
        ...["'/default-domain/workspaces/hidden'", "'/nowhere'", "'relative'"],
      ],
    ),
    "NOT ecm:path STARTSWITH '/default-domain/workspaces/open'",
    "NOT ecm:path = '/default-domain/workspaces/hidden'",
    "ecm:ancestorId = '{/}'",
    "ecm:ancestorId <> '{/}'",
    ...product(['ecm:parentId', 'ecm:lockOwner', 'ecm:versionLabel'], ['IS NULL', 'IS NOT NULL']),
    ...product(['ecm:mixinType'], ['=', '<>', '!='], ["'Folderish'", "'Measured'", "'None'"]),
    ...product(['ecm:mixinType'], ['=', '<>'], ["'HiddenInNavigation'", "'Versionable'"]),
    ...product(['ecm:mixinType'], ['IN', 'NOT IN'], ["('Folderish', 'Measured')"]),
    ...product(['ecm:primaryType'], ['=', '<>', '<', 'IN'], ["('File')"]).map((text) =>
      text.includes(' IN ') ? text : text.replace("('File')", "'File'"),
    ),
    ...product(['ecm:currentLifeCycleState'], ['=', '<>'], ["'approved'", "'project'"]),
    "ecm:lockOwner = 'system'",
    "ecm:versionLabel = '0.1'",
    "ecm:versionLabel LIKE '1.%'",
    "ecm:name IN ('d1', 'd2', 'd3')",
    "ecm:name ILIKE 'D1_'",
    'ecm:retainUntil IS NULL',
    ...product(['ecm:versionDescription'], ['=', '<>', 'LIKE'], ["'because d2'", "'%d1%'"]),
    ...product(['ecm:versionDescription'], ['IS NULL', 'IS NOT NULL']),
    "dc:creator = 'system'",
    "dc:creator <> 'alice'",
    'ecm:path IS NULL',
  ];
}

function complexPredicates(): readonly string[] {
  return [
    ...product(['m:place', 'file:content', 'content', 'm:parts'], ['IS NULL', 'IS NOT NULL']),
    ...product(['m:place/city'], ['=', 'LIKE'], ["'alpha'"]),
    ...product(
      ['content/digest', 'content/data'],
      ['='],
      [`'${'3'.repeat(32)}'`, `'${'3'.repeat(64)}'`],
    ),
    "file:content/mime-type = 'text/plain' AND file:content/encoding IS NULL",
    "file:content/encoding = 'UTF-8'",
    "file:content/name ILIKE '%ÉTÉ%'",
    "file:content/name ILIKE 'photo.png'",
  ];
}

const logicPredicates: readonly string[] = [
  "dc:title = 'alpha' OR dc:nature = 'report'",
  "dc:title = 'alpha' AND dc:nature = 'report' OR m:count > 0",
  "dc:title = 'alpha' AND (dc:nature = 'report' OR m:count > 0)",
  "NOT dc:title = 'alpha'",
  "NOT NOT dc:title = 'alpha'",
  "NOT (dc:title = 'alpha' OR dc:nature IS NULL)",
  "NOT (dc:title <> 'alpha' AND NOT dc:nature = 'note')",
  "(((dc:source = 's1')))",
  "dc:source = 's1' AND dc:source <> 's2' AND dc:source LIKE 's%' AND dc:source IN ('s1', 's2')",
  "/*+ES: INDEX(dc:title.fulltext) OPERATOR(match) */ dc:source = 's1'",
];

/** As clients send them. */
const clientQueries: readonly string[] = [
  "SELECT * FROM Document WHERE ecm:path = '/default-domain/workspaces/open' AND ecm:isTrashed = 0 AND ecm:isVersion = 0",
  "SELECT * FROM Document WHERE ecm:parentId = '{open}' AND dc:title = 'alpha' AND ecm:mixinType <> 'Folderish' AND ecm:isProxy = 0 AND ecm:isVersion = 0 AND ecm:isTrashed = 0",
  "SELECT * From Note WHERE ecm:isVersion = 0 AND dc:title = 'a_b' AND dc:source = 's1'",
  'SELECT * FROM Document WHERE ecm:isProxy = 1 AND ecm:isTrashed = 0AND (rend:sourceVersionableId = "{d2}" OR ecm:proxyVersionableId = "{d2}")',
  "SELECT * FROM Document WHERE ecm:parentId = '{open}' AND ecm:mixinType = 'Folderish' AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0 AND ecm:name LIKE 'deep'",
  "SELECT * FROM Document WHERE ecm:uuid IN ('{d2}','{d3}') AND ecm:isTrashed = 0",
  'SELECT * FROM Document WHERE ecm:versionVersionableId = "{d2}" AND ecm:isVersion = 1',
  "select * from Document where ecm:path STARTSWITH '/default-domain/workspaces/' order by dc:title desc limit 10 offset 5",
];
