import fc from 'fast-check';
import { expect, test } from 'vitest';
import model from '../../../src/model/data/default-model.json' with { type: 'json' };
import {
  type AccessEntry,
  entryState,
  explainAccess,
  isBlock,
  lostByBlocking,
} from '../../src/documents/access.ts';
import { placeEntries } from '../../src/documents/access-sources.ts';
import { includesPermission, permissionNames } from '../../src/documents/permission-names.ts';
import { dateInput, endOf } from '../../src/documents/sharing-period.ts';

const now = Date.UTC(2026, 10, 23);

function entry(name: string, permission: string, rest: Partial<AccessEntry> = {}): AccessEntry {
  const isGranted = rest.isGranted ?? true;
  const given = { name, permission, isGranted, creator: null, begin: null, end: null, ...rest };
  return { ...given, id: `${name}:${permission}:${isGranted}::${given.begin}:${given.end}` };
}

const block = entry('Everyone', 'Everything', { isGranted: false });

function explain(
  entries: readonly AccessEntry[],
  permission = 'Read',
  lockOwner = null as string | null,
) {
  const user = { name: 'ann', groups: ['members', 'staff'], isAdministrator: false };
  return explainAccess({ entries, permission, user, lockOwner, now });
}

test('a permission includes the same others as on the server', () => {
  const includes: Record<string, readonly string[]> = model.permissions;
  expect([...permissionNames].sort()).toEqual(Object.keys(includes).sort());
  const closure = (name: string): Set<string> =>
    new Set([name, ...(includes[name] ?? []).flatMap((each) => [...closure(each)])]);
  for (const given of permissionNames) {
    const expected = given === 'Everything' ? permissionNames : [...closure(given)];
    const found = permissionNames.filter((wanted) => includesPermission(given, wanted));
    expect(found.sort(), given).toEqual([...expected].sort());
  }
});

test('the first entry that concerns the user, the permission and the time decides', () => {
  expect(explain([entry('bob', 'Read'), entry('staff', 'ReadWrite')])).toMatchObject({
    isAllowed: true,
    reason: { kind: 'entry', via: 'group', entry: { name: 'staff' } },
  });
  expect(
    explain([entry('ann', 'Read', { isGranted: false }), entry('staff', 'Read')]),
  ).toMatchObject({
    isAllowed: false,
    reason: { kind: 'entry', via: 'name' },
  });
  expect(explain([block, entry('ann', 'Everything')]).reason).toMatchObject({ kind: 'block' });
  expect(explain([entry('ann', 'Write')])).toMatchObject({
    isAllowed: false,
    reason: { kind: 'nothing' },
  });
});

test('an entry of another time is told, and does not count', () => {
  const past = entry('ann', 'Read', { end: now - 1 });
  const future = entry('staff', 'Everything', { begin: now + 1 });
  const { isAllowed, later, ended } = explain([past, future]);
  expect({ isAllowed, later, ended }).toEqual({ isAllowed: false, later: [future], ended: [past] });
});

test('a lock of another user denies writing, not reading; administrators may do everything', () => {
  const all = [entry('ann', 'Everything')];
  expect(explain(all, 'WriteProperties', 'bob').reason).toEqual({ kind: 'lock', owner: 'bob' });
  expect(explain(all, 'WriteProperties', 'ann').isAllowed).toBe(true);
  expect(explain(all, 'Read', 'bob').isAllowed).toBe(true);
  const user = { name: 'root', groups: [], isAdministrator: true };
  const question = { entries: [block], permission: 'Remove', user, lockOwner: 'bob', now };
  expect(explainAccess(question).reason).toEqual({ kind: 'administrator' });
});

const anyEntry = fc
  .record({
    name: fc.constantFrom('ann', 'bob', 'staff', 'members', 'Everyone'),
    permission: fc.constantFrom('Read', 'ReadWrite', 'Write', 'Everything', 'WriteProperties'),
    isGranted: fc.boolean(),
    begin: fc.option(fc.integer({ min: now - 5, max: now + 5 })),
    end: fc.option(fc.integer({ min: now - 5, max: now + 5 })),
  })
  .map(({ name, permission, ...rest }) => entry(name, permission, rest));

test('property: the answer is that of the rules applied one entry after the other', () => {
  const asked = fc.constantFrom('Read', 'WriteProperties', 'Everything', 'AddChildren');
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), asked, (entries, permission) => {
      // The simple model: two names for each permission that is asked for.
      const mine = new Set(['ann', 'members', 'staff', 'Everyone']);
      let expected = false;
      for (const each of entries) {
        const isNow = (each.begin ?? 0) <= now && now <= (each.end ?? Number.POSITIVE_INFINITY);
        if (!isNow || !mine.has(each.name) || !includesPermission(each.permission, permission))
          continue;
        expected = each.isGranted;
        break;
      }
      const answer = explain(entries, permission);
      expect(answer.isAllowed).toBe(expected);
      if (answer.reason.kind !== 'nothing') {
        expect(entries).toContain('entry' in answer.reason && answer.reason.entry);
      }
    }),
  );
});

test('property: behind a block nothing counts, and who loses by one had something', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), fc.array(anyEntry), (own, inherited) => {
      const answer = explain([...own, block, ...inherited]);
      expect(answer.isAllowed).toBe(explain([...own, block]).isAllowed);
      const lost = lostByBlocking({ own, inherited }, { blocker: 'bob', now });
      for (const each of lost) {
        expect(each.isGranted && each.name !== 'bob' && entryState(each, now) !== 'ended').toBe(
          true,
        );
      }
    }),
  );
});

test('who is granted the same on the document loses nothing by a block', () => {
  const inherited = [
    entry('members', 'Read'),
    entry('ann', 'Write'),
    entry('administrators', 'Everything'),
  ];
  const own = [entry('members', 'ReadWrite')];
  const lost = lostByBlocking({ own, inherited }, { blocker: 'bob', now });
  expect(lost.map(({ name }) => name)).toEqual(['ann']);
});

test('inherited entries are from the nearest folder that has them, in order', () => {
  const folder = (uid: string, entries: readonly AccessEntry[]) => ({
    uid,
    title: uid,
    path: `/${uid}`,
    entryIds: entries.map(({ id }) => id),
  });
  const read = entry('members', 'Read');
  const write = entry('ann', 'Write');
  const ofTask = entry('ann', 'ReadWrite', { creator: 'Workflow' });
  const placed = placeEntries(
    { own: [read], inherited: [ofTask, read, write, read, entry('x', 'Read')] },
    [folder('near', [read, write]), folder('root', [read])],
  );
  const sources = placed.map(({ source }) =>
    source.kind === 'above' ? source.ancestor.uid : source.kind,
  );
  expect(sources).toEqual(['task', 'here', 'near', 'near', 'root', 'unknown']);
  expect(isBlock(block) && !isBlock(read)).toBe(true);
});

test('something is shared until the end of the last day', () => {
  const today = new Date(2026, 10, 23, 15, 30);
  expect(endOf('week', '', today)).toEqual(new Date(2026, 10, 30, 23, 59, 59));
  expect(endOf('month', '', today)).toEqual(new Date(2026, 11, 23, 23, 59, 59));
  expect(endOf('date', '2027-02-01', today)).toEqual(new Date(2027, 1, 1, 23, 59, 59));
  expect(endOf('date', 'soon', today)).toBeUndefined();
  expect(endOf('open', '2027-02-01', today)).toBeUndefined();
  expect(dateInput(new Date(2027, 1, 1, 23, 59, 59))).toBe('2027-02-01');
});
