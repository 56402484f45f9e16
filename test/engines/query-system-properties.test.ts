import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery } from '../../src/repository/query/parse-query.ts';
import { queryRows } from '../../src/repository/query/query-rows.ts';
import { engines } from '../support/engines.ts';
import { openQueryTree, type QueryTree, treeNowMs } from '../support/query-tree.ts';

/** A live document with two versions and a proxy of the first; one in the trash; one that is locked. */
const sample = ['d2', 'd2@1', 'd2@2', 'p:d2@1', 'd4', 'd6'] as const;
type Label = (typeof sample)[number];

interface SystemProperty {
  readonly name: string;
  readonly condition: string;
  /** The documents of the sample for which the condition holds. */
  readonly found: readonly Label[];
  /** What it shows of each document of the sample, ids as labels; or why it cannot be selected. */
  readonly shows: readonly unknown[] | string;
  /** Why it cannot be sorted by, if it cannot. */
  readonly unsorted?: string;
}

const versions: readonly Label[] = ['d2@1', 'd2@2'];
const shownVersions: readonly Label[] = [...versions, 'p:d2@1'];
const unset = [null, null, null, null, null, null];
const unflagged = [false, false, false, false, false, false];
const place = '/default-domain/workspaces';
const trashed = `d4._${treeNowMs}_.trashed`;

function list(name: string, condition: string, found: readonly Label[]): SystemProperty {
  const unsorted = `Cannot use collection ${name} in ORDER BY clause`;
  return { name, condition, found, shows: `use ${name}/* for its items`, unsorted };
}

function special(name: string, condition: string, found: readonly Label[]): SystemProperty {
  const shows = `Cannot select on column: ${name} at offset 7`;
  return { name, condition, found, shows, unsorted: `Cannot order by column: ${name} at offset` };
}

function flag(name: string, found: readonly Label[]): SystemProperty {
  const shows = sample.map((label) => found.includes(label));
  return { name, condition: `${name} = 1`, found, shows };
}

const properties: readonly SystemProperty[] = [
  { name: 'ecm:uuid', condition: "ecm:uuid = '{d6}'", found: ['d6'], shows: sample },
  {
    name: 'ecm:name',
    condition: "ecm:name LIKE '_6'",
    found: ['d6'],
    shows: ['d2', 'd2', 'd2', 'd2', trashed, 'd6'],
  },
  {
    name: 'ecm:path',
    condition: `ecm:path STARTSWITH '${place}/shown/'`,
    found: ['p:d2@1'],
    shows: [
      ...[`${place}/hidden/d2`, null, null],
      ...[`${place}/shown/d2`, `${place}/open0/${trashed}`, `${place}/staff/d6`],
    ],
  },
  {
    name: 'ecm:parentId',
    condition: "ecm:parentId = '{shown}'",
    found: ['p:d2@1'],
    shows: ['hidden', null, null, 'shown', 'open0', 'staff'],
  },
  special('ecm:ancestorId', "ecm:ancestorId <> '{hidden}'", [...shownVersions, 'd4', 'd6']),
  {
    name: 'ecm:pos',
    condition: 'ecm:pos >= 0',
    found: ['d6'],
    shows: [null, null, null, null, null, 1],
  },
  {
    name: 'ecm:primaryType',
    condition: "ecm:primaryType = 'Folder'",
    found: ['d4'],
    shows: ['Measure', 'Measure', 'Measure', 'Measure', 'Folder', 'File'],
  },
  special('ecm:mixinType', "ecm:mixinType = 'Folderish'", ['d4']),
  {
    name: 'ecm:currentLifeCycleState',
    condition: "ecm:currentLifeCycleState <> 'project'",
    found: [],
    shows: sample.map(() => 'project'),
  },
  flag('ecm:isVersion', versions),
  flag('ecm:isCheckedInVersion', versions),
  special('ecm:isProxy', 'ecm:isProxy = 1', ['p:d2@1']),
  flag('ecm:isTrashed', ['d4']),
  flag('ecm:isCheckedIn', ['d2', 'd6']),
  flag('ecm:isLatestVersion', ['d2@2']),
  flag('ecm:isLatestMajorVersion', ['d2@2']),
  { name: 'ecm:isRecord', condition: 'ecm:isRecord = 0', found: sample, shows: unflagged },
  flag('ecm:isFlexibleRecord', []),
  { name: 'ecm:hasLegalHold', condition: 'ecm:hasLegalHold <> 1', found: sample, shows: unflagged },
  {
    name: 'ecm:retainUntil',
    condition: "ecm:retainUntil > DATE '1999-01-01'",
    found: [],
    shows: unset,
  },
  list('ecm:retainedProperties', "ecm:retainedProperties <> 'dc:title'", sample),
  list('ecm:blobKeys', `ecm:blobKeys = '${'6'.repeat(64)}'`, ['d6']),
  {
    name: 'ecm:versionLabel',
    condition: "ecm:versionLabel = '0.1'",
    found: ['d2@1', 'p:d2@1'],
    shows: [null, '0.1', '1.0', '0.1', null, null],
  },
  {
    name: 'ecm:versionDescription',
    condition: "ecm:versionDescription = 'because d2'",
    found: shownVersions,
    shows: [null, 'because d2', 'because d2', 'because d2', null, null],
  },
  {
    name: 'ecm:versionCreated',
    condition: "ecm:versionCreated > TIMESTAMP '2024-05-15T12:00:00Z'",
    found: ['d2@2'],
    shows: [null, treeNowMs, treeNowMs + 1, treeNowMs, null, null],
  },
  {
    name: 'ecm:versionVersionableId',
    condition: "ecm:versionVersionableId = '{d2}'",
    found: shownVersions,
    shows: [null, 'd2', 'd2', 'd2', null, null],
  },
  {
    name: 'ecm:proxyTargetId',
    condition: "ecm:proxyTargetId = '{d2@1}'",
    found: ['p:d2@1'],
    shows: [null, null, null, 'd2@1', null, null],
  },
  {
    name: 'ecm:proxyVersionableId',
    condition: "ecm:proxyVersionableId = '{d2}'",
    found: ['p:d2@1'],
    shows: [null, null, null, 'd2', null, null],
  },
  {
    name: 'ecm:lockOwner',
    condition: "ecm:lockOwner = 'system'",
    found: ['d6'],
    shows: [null, null, null, null, null, 'system'],
  },
  {
    name: 'ecm:lockCreated',
    condition: 'ecm:lockCreated = NOW()',
    found: ['d6'],
    shows: [null, null, null, null, null, treeNowMs],
  },
  list('ecm:tag', "ecm:tag = 'red'", ['d2', ...shownVersions]),
  special('ecm:fulltext', "ecm:fulltext = 'report'", ['d2', ...shownVersions, 'd6']),
  {
    name: 'ecm:fulltextJobId',
    condition: 'ecm:fulltextJobId IS NULL',
    found: sample,
    shows: unset,
  },
];

/** An invalid condition, the message about it, and the position in it. */
const refusals: readonly (readonly [condition: string, message: string, at: string])[] = [
  ["ecm:path > '/'", 'ecm:path requires = or <> operator', "'/'"],
  ["ecm:path LIKE '/%'", 'ecm:path requires = or <> operator', 'ecm:path'],
  ["ecm:path IN ('/')", 'ecm:path requires = or <> operator', 'ecm:path'],
  ["ecm:path BETWEEN '/' AND '/a'", 'ecm:path requires = or <> operator', 'ecm:path'],
  ['ecm:path = 1', 'ecm:path requires literal path as right argument', '1'],
  ['ecm:path = ecm:name', 'ecm:path requires literal path as right argument', 'ecm:name'],
  ["ecm:ancestorId > 'x'", 'ecm:ancestorId requires = or <> operator', "'x'"],
  ["ecm:ancestorId IN ('x')", 'ecm:ancestorId requires = or <> operator', 'ecm:ancestorId'],
  ['ecm:ancestorId IS NULL', 'ecm:ancestorId requires = or <> operator', 'ecm:ancestorId'],
  ['ecm:ancestorId = ecm:uuid', 'ecm:ancestorId requires a literal', 'ecm:uuid'],
  ["ecm:mixinType > 'x'", 'ecm:mixinType requires =, <>, IN or NOT IN operator', "'x'"],
  ["ecm:mixinType LIKE 'x'", 'ecm:mixinType requires =, <>, IN or NOT IN', 'ecm:mixinType'],
  ['ecm:mixinType IS NULL', 'ecm:mixinType requires =, <>, IN or NOT IN', 'ecm:mixinType'],
  ['ecm:isProxy = 2', 'ecm:isProxy requires literal 0 or 1 as right argument', '2'],
  ["ecm:isProxy = '1'", 'ecm:isProxy requires literal 0 or 1 as right argument', "'1'"],
  ['ecm:isProxy > 0', 'ecm:isProxy requires = or <> operator', '0'],
  ['ecm:isProxy IN (0)', 'ecm:isProxy requires = or <> operator', 'ecm:isProxy'],
  ['ecm:isTrashed > 0', 'ecm:isTrashed requires = or <> operator', 'ecm:isTrashed'],
  ['ecm:isTrashed IN (1)', 'ecm:isTrashed requires = or <> operator', 'ecm:isTrashed'],
  ['ecm:isTrashed BETWEEN 0 AND 1', 'ecm:isTrashed requires = or <> operator', 'ecm:isTrashed'],
  ['ecm:isTrashed = 2', 'Boolean expressions require literal 0 or 1 as right argument', '2'],
  ["ecm:acl/*1/grant = 'x'", 'Boolean expressions require literal 0 or 1', "'x'"],
  ["ecm:tag > 'a'", 'Can only use collection ecm:tag with =, <>, IN or NOT IN clause', 'ecm:tag'],
  ["ecm:blobKeys BETWEEN 'a' AND 'b'", 'ecm:blobKeys requires =, <>, IN', 'ecm:blobKeys'],
  ["ecm:fulltext > 'x'", 'ecm:fulltext requires = or LIKE operator', "'x'"],
  ["ecm:fulltext IN ('x')", 'ecm:fulltext requires = or LIKE operator', 'ecm:fulltext'],
  ['ecm:fulltext IS NULL', 'ecm:fulltext requires = or LIKE operator', 'ecm:fulltext'],
  ['ecm:fulltextScore > 1', 'ecm:fulltextScore can be selected and sorted by only', '1'],
  ["ecm:retainUntil = 'x'", "the string 'x' at offset", "'x'"],
  ...['ecm:lock', 'ecm:score', 'ecm:changeToken', 'ecm:majorVersion', 'ecm:acl', 'ecm:acl/*1'].map(
    (name) => [`${name} = 'x'`, `No such property: ${name}`, name] as const,
  ),
  ["ecm:acl/principal = 'x'", 'No such property: ecm:acl/principal', 'ecm:acl'],
  ["ecm:tag/*1/label = 'x'", 'No such property: ecm:tag/*1/label', 'ecm:tag'],
];

describe.each(engines)('properties of the system in queries on %s', (engine) => {
  let tree: QueryTree;
  let labels: ReadonlyMap<unknown, string>;
  beforeAll(async () => {
    tree = await openQueryTree(engine);
    labels = new Map([...tree.ids].map(([label, id]) => [id, label]));
  });
  afterAll(() => tree.close());

  const stored = async (text: string): Promise<readonly (readonly unknown[])[]> => {
    const withIds = text.replaceAll(/\{([^}]+)\}/g, (_all, label) => tree.ids.get(label) ?? '?');
    const query = parseQuery(withIds);
    const page = { offset: 0, limit: 100, countLimit: 0 };
    const found = await tree.database.read((handle) =>
      queryRows(tree.unit(handle, 'system'), { query, ...page }),
    );
    return found.rows.map((row) => Object.values(row));
  };
  const labelled = (value: unknown): unknown => labels.get(value) ?? value;
  const rows = async (text: string) => (await stored(text)).map((row) => row.map(labelled));
  const ofSample = `FROM Document WHERE ecm:uuid IN (${sample.map((label) => `'{${label}}'`).join()})`;
  const refused = (text: string, message: string) =>
    expect(rows(text)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });

  describe.each(properties)('$name', ({ name, condition, found, shows, unsorted }) => {
    test('is part of conditions', async () => {
      const matches = await rows(`SELECT ecm:uuid ${ofSample} AND ${condition}`);
      expect(matches.flat().sort()).toEqual([...found].sort());
    });

    test('is selected, or refused as a column', async () => {
      if (typeof shows === 'string') return refused(`SELECT ${name} FROM Document`, shows);
      const selected = new Map(
        (await rows(`SELECT ecm:uuid AS id, ${name} ${ofSample}`)).map(([id, value]) => [
          id,
          value,
        ]),
      );
      expect(sample.map((label) => selected.get(label))).toEqual(shows);
    });

    test('sorts, or is refused as a sort key', async () => {
      const order = `ORDER BY ${name}`;
      if (unsorted !== undefined) return refused(`SELECT * FROM Document ${order}`, unsorted);
      const up = (await stored(`SELECT ${name} ${ofSample} ${order}`)).flat();
      const down = (await stored(`SELECT ${name} ${ofSample} ${order} DESC`)).flat();
      expect(down).toEqual(up.toReversed());
      expect(up.map(labelled).sort()).toEqual([...(shows as readonly unknown[])].sort());
      const set = up.flatMap((value) => (value === null ? [] : [value as string | number]));
      const unsetOnes = up.filter((value) => value === null);
      expect(up).toEqual([...set.toSorted((a, b) => (a < b ? -1 : Number(a > b))), ...unsetOnes]);
    });
  });

  test('the score needs a search', async () => {
    const message = 'ecm:fulltextScore cannot be used without ecm:fulltext';
    await refused('SELECT ecm:fulltextScore FROM Document', message);
    await refused('SELECT * FROM Document ORDER BY ecm:fulltextScore', message);
    const [best] = await rows(
      "SELECT ecm:fulltextScore FROM Document WHERE ecm:fulltext = 'alpha' ORDER BY ecm:fulltextScore DESC",
    );
    expect(best).toEqual([expect.any(Number)]);
  });

  test.each(refusals)('%s is refused with its place', async (condition, message, at) => {
    const start = 'SELECT * FROM Document WHERE ';
    const offset = start.length + condition.lastIndexOf(at);
    await expect(rows(start + condition)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
      detail: { offset },
    });
    if (message.startsWith('No such property')) return;
    await refused(start + condition, `at offset ${offset}`);
  });
});
