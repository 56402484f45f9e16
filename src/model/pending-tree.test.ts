import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AclStep,
  type PendingChange,
  PendingTree,
  rangeBelow,
  stemOf,
} from './pending-tree.ts';

type Removal = PendingChange['removes'];

interface Row {
  readonly path: string;
  readonly tree_seq: number;
}

/** What becomes of a row. */
interface Outcome {
  readonly path: string;
  readonly aclSteps: readonly AclStep[];
  readonly isTrashed: boolean | null;
  readonly removes: Removal;
  readonly seqs: readonly number[];
}

const changesMax = 6;

/** Few names, some of which begin alike, so that paths meet often. */
const names = fc.constantFrom('a', 'b', 'a b', 'a.c', '😀');
const folders = fc.oneof(
  { weight: 1, arbitrary: fc.constant('/') },
  {
    weight: 12,
    arbitrary: fc
      .array(names, { minLength: 1, maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`),
  },
);

const effects = fc.record({
  path: folders,
  newPath: fc.option(folders, { freq: 1 }),
  acl: fc.option(fc.record({ from: fc.nat({ max: 9 }), to: fc.nat({ max: 9 }) })),
  isTrashed: fc.option(fc.boolean()),
  removes: fc.constantFrom<Removal>('nothing', 'nothing', 'nothing', 'proxies', 'hidden', 'all'),
});

/** Numbers with gaps: those between were given to changes that are in all rows. */
const changeLists = fc
  .array(fc.tuple(effects, fc.integer({ min: 1, max: 3 })), { maxLength: changesMax })
  .map((list) => {
    let seq = 0;
    return list.map(([effect, gap]): PendingChange => {
      seq += gap;
      return { ...effect, seq };
    });
  });

const rowLists = fc.array(fc.record({ path: folders, tree_seq: fc.nat({ max: 3 * changesMax }) }), {
  minLength: 1,
  maxLength: 20,
});

function isBelow(path: string, folder: string): boolean {
  return path !== '/' && path.startsWith(`${stemOf(folder)}/`);
}

function stronger(one: Removal, other: Removal): Removal {
  for (const each of ['all', 'hidden', 'proxies'] as const) {
    if (one === each || other === each) return each;
  }
  return 'nothing';
}

/** Whether the row is where the documents of another folder are moved: no store has such rows. */
function isTaken({ path, newPath }: PendingChange, now: Outcome): boolean {
  return (
    newPath !== null && newPath !== path && now.removes !== 'all' && isBelow(now.path, newPath)
  );
}

/** Each change of its own, one after the other; undefined for a row that cannot be. */
function oneByOne(changes: readonly PendingChange[], row: Row): Outcome | undefined {
  let now: Outcome = {
    path: row.path,
    aclSteps: [],
    isTrashed: null,
    removes: 'nothing',
    seqs: [],
  };
  for (const change of changes) {
    if (change.seq <= row.tree_seq) continue;
    if (!isBelow(now.path, change.path)) {
      if (isTaken(change, now)) return undefined;
      continue;
    }
    const { path, newPath, acl, isTrashed, removes } = change;
    now = {
      path: stemOf(newPath ?? path) + now.path.slice(stemOf(path).length),
      aclSteps: acl ? [...now.aclSteps, acl] : now.aclSteps,
      isTrashed: isTrashed ?? now.isTrashed,
      removes: stronger(now.removes, removes),
      seqs: [...now.seqs, change.seq],
    };
  }
  return now;
}

function byRules(tree: PendingTree, row: Row): Outcome {
  const rule = tree.ruleFor(row);
  if (!rule) {
    return { path: row.path, aclSteps: [], isTrashed: null, removes: 'nothing', seqs: [] };
  }
  const { below, prefix, aclSteps, isTrashed, removes, seqs } = rule;
  return { path: prefix + row.path.slice(below.length), aclSteps, isTrashed, removes, seqs };
}

const runs = { numRuns: 3_000 };

function assertAll(check: (changes: readonly PendingChange[], rows: readonly Row[]) => void): void {
  fc.assert(
    fc.property(changeLists, rowLists, (changes, rows) => check(changes, rows)),
    runs,
  );
}

describe('rules of pending changes', () => {
  test('have the effect of the changes one after the other', () => {
    assertAll((changes, rows) => {
      const tree = new PendingTree(0, changes);
      for (const row of rows) {
        const expected = oneByOne(changes, row);
        if (!expected) continue;
        const actual = byRules(tree, row);
        // What else becomes of a removed document is of no interest.
        if (expected.removes === 'all') expect(actual.removes).toBe('all');
        else expect(actual).toEqual(expected);
      }
    });
  });

  test('name every path at which the row of a present path may be stored', () => {
    assertAll((changes, rows) => {
      const tree = new PendingTree(0, changes);
      for (const row of rows) {
        const now = oneByOne(changes, row);
        if (now && now.removes !== 'all') expect(tree.storedPaths([now.path])).toContain(row.path);
      }
    });
  });

  test('name every range in which rows below a present path may be stored', () => {
    assertAll((changes, rows) => {
      const tree = new PendingTree(0, changes);
      for (const row of rows) {
        const now = oneByOne(changes, row);
        if (!now || now.removes === 'all') continue;
        const { path } = now;
        for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
          const stems = tree.storedAbove(at === 0 ? '/' : path.slice(0, at));
          expect(stems.some((stem) => isInRange(row.path, stem))).toBe(path !== '/');
          if (at === 0) break;
        }
      }
    });
  });

  test('consist of one for each change of the same folder', () => {
    fc.assert(
      fc.property(folders, fc.integer({ min: 1, max: 30 }), (path, count) => {
        const changes = Array.from({ length: count }, (_, at) => grantOn(path, at + 1));
        expect(new PendingTree(0, changes).rules).toHaveLength(count);
      }),
    );
  });

  test('are one for each pair of nested folders that are renamed from the outermost on', () => {
    const changes: PendingChange[] = [];
    let path = '';
    for (let seq = 1; seq <= 12; seq += 1) {
      changes.push({ ...grantOn(`${path}/old`, seq), newPath: `${path}/new` });
      path += '/new';
      expect(new PendingTree(0, changes).rules).toHaveLength((seq * (seq + 1)) / 2);
    }
  });

  test('are not more than pairs of changes while paths stay as they are', () => {
    assertAll((changes) => {
      const unmoved = changes.map((change) => ({ ...change, newPath: null }));
      expect(new PendingTree(0, unmoved).rules.length).toBeLessThanOrEqual(unmoved.length ** 2);
    });
  });
});

function isInRange(path: string, stem: string): boolean {
  const { from, to } = rangeBelow(stem);
  return path >= from && path < to;
}

function grantOn(path: string, seq: number): PendingChange {
  const acl = { from: seq, to: seq + 1 };
  return { seq, path, newPath: null, acl, isTrashed: null, removes: 'nothing' };
}
