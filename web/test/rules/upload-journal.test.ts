import { expect, test } from 'vitest';
import {
  abandoned,
  entryOf,
  isWorthKeeping,
  matchFiles,
  restoredUpload,
} from '../../src/uploads/journal-rules.ts';
import { createUpload, type Upload } from '../../src/uploads/upload.ts';

const target = { uid: 'folder', title: 'Folder' };
const by = { user: 'ann', owner: 'window' };

function upload(name: string, changes: Partial<Upload> = {}, folders: readonly string[] = []) {
  const facts = { name, size: 100, modified: 1 };
  return Object.assign(
    createUpload({ group: 'g', kind: 'file', target, folders, facts }, name),
    changes,
  );
}

test('an upload comes back as it was, with its place and what was decided', () => {
  const place = { batch: 'b', index: 3 };
  const before = upload('a', {
    state: 'running',
    place,
    isChecked: true,
    answer: 'keep-both',
    name: 'a (2)',
    confirmedBytes: 50,
  });
  const after = restoredUpload(entryOf(before, by), undefined);
  expect(after).toMatchObject({ id: 'a', place, isChecked: true, answer: 'keep-both' });
  expect(after).toMatchObject({ name: 'a (2)', state: 'lost', confirmedBytes: 0 });
});

test('it goes on by itself with its file, and folders need none', () => {
  const entry = entryOf(upload('a'), by);
  expect(restoredUpload(entry, new File(['x'], 'a')).state).toBe('waiting');
  expect(restoredUpload({ ...entry, kind: 'folder' }, undefined).state).toBe('waiting');
});

test('finished uploads are forgotten, failed and paused ones are not', () => {
  const kept = (state: Upload['state']) => isWorthKeeping(upload('a', { state }));
  expect((['waiting', 'running', 'asking', 'paused', 'failed', 'lost'] as const).every(kept)).toBe(
    true,
  );
  expect((['done', 'skipped'] as const).some(kept)).toBe(false);
});

test('only uploads of the same user whose window is gone are taken over', () => {
  const entries = [
    entryOf(upload('mine'), { user: 'ann', owner: 'gone' }),
    entryOf(upload('of another window'), { user: 'ann', owner: 'there' }),
    entryOf(upload('of another user'), { user: 'bob', owner: 'gone' }),
  ];
  const taken = abandoned(entries, { user: 'ann', owners: new Set(['there']) });
  expect(taken.map(({ id }) => id)).toEqual(['mine']);
});

test('a chosen file is the same if its name, size and date are', () => {
  const lost = upload('a');
  const given = (changes: object) => ({ folders: [], facts: { ...lost.facts, ...changes } });
  expect(matchFiles([lost], [given({})]).size).toBe(1);
  for (const other of [{ name: 'b' }, { size: 99 }, { modified: 2 }]) {
    expect(matchFiles([lost], [given(other)]).size, JSON.stringify(other)).toBe(0);
  }
});

test('spellings of macOS are the same name', () => {
  const lost = upload('Ü.txt');
  const facts = { ...lost.facts, name: 'Ü.txt'.normalize('NFD') };
  expect(matchFiles([lost], [{ folders: [], facts }]).size).toBe(1);
});

test('files of the same name, size and date are told apart by their folders, and used once', () => {
  const one = upload('index.html', {}, ['site', 'one']);
  const two = upload('index.html', {}, ['site', 'two']);
  const { facts } = one;
  const given = [
    { folders: ['two'], facts },
    { folders: ['one'], facts },
  ];
  const matches = matchFiles([one, two], given);
  expect(matches.get(one)).toBe(given[1]);
  expect(matches.get(two)).toBe(given[0]);
  const single = matchFiles([one, two], [{ folders: [], facts }]);
  expect([...single.keys()]).toEqual([one]);
});
