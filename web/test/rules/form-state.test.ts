import { expect, test } from 'vitest';
import {
  changeForm,
  type FormEvent,
  type FormState,
  formStateOf,
  isDirty,
  valueIn,
} from '../../src/forms/form-state.ts';

const base = { 'dc:title': 'A', 'dc:description': null, 'dc:subjects': ['art'] };

function after(...events: readonly FormEvent[]): FormState {
  return events.reduce(changeForm, formStateOf(base, '1-0'));
}

test('a form holds only what differs from what was read', () => {
  const changed = after({ kind: 'set', name: 'dc:title', value: 'B' });
  expect(changed.changes).toEqual({ 'dc:title': 'B' });
  expect(valueIn(changed, 'dc:title')).toBe('B');
  expect(valueIn(changed, 'dc:subjects')).toEqual(['art']);
  const back = changeForm(changed, { kind: 'set', name: 'dc:title', value: 'A' });
  expect(isDirty(back)).toBe(false);
});

test('an empty text is nothing, a list with an empty item is more than none', () => {
  expect(isDirty(after({ kind: 'set', name: 'dc:description', value: '' }))).toBe(false);
  expect(isDirty(after({ kind: 'set', name: 'dc:subjects', value: ['art', ''] }))).toBe(true);
});

test('a value that was removed is a change', () => {
  const cleared = after({ kind: 'set', name: 'dc:title', value: null });
  expect(cleared.changes).toEqual({ 'dc:title': null });
  expect(valueIn(cleared, 'dc:title')).toBeNull();
});

test('one change or all of them are undone', () => {
  const two = after(
    { kind: 'set', name: 'dc:title', value: 'B' },
    { kind: 'set', name: 'dc:subjects', value: [] },
  );
  expect(changeForm(two, { kind: 'revert', name: 'dc:title' }).changes).toEqual({
    'dc:subjects': [],
  });
  expect(isDirty(changeForm(two, { kind: 'revert-all' }))).toBe(false);
});

test('a problem goes with the value that had it', () => {
  const problems = [
    { path: 'dc:subjects/1', detail: 'no entry' },
    { path: 'dc:title', detail: 'missing' },
  ];
  const refused = after(
    { kind: 'set', name: 'dc:subjects', value: ['art', 'x'] },
    { kind: 'refused', problems },
  );
  const corrected = changeForm(refused, { kind: 'set', name: 'dc:subjects', value: ['art'] });
  expect(corrected.problems).toEqual([problems[1]]);
});

test('what was typed while it was saved stays a change', () => {
  const sent = after({ kind: 'set', name: 'dc:title', value: 'B' });
  const typed = changeForm(sent, { kind: 'set', name: 'dc:description', value: 'later' });
  const saved = changeForm(typed, {
    kind: 'saved',
    base: { ...base, 'dc:title': 'B' },
    changeToken: '2-0',
    saved: sent.changes,
  });
  expect(saved.changes).toEqual({ 'dc:description': 'later' });
  expect(saved.changeToken).toBe('2-0');
});

test('a file that was saved is no change, though the server writes it differently', () => {
  const sent = after({ kind: 'set', name: 'file:content', value: { 'upload-batch': 'b' } });
  const saved = changeForm(sent, {
    kind: 'saved',
    base: { ...base, 'file:content': { name: 'a.txt', data: 'https://x', digest: 'd' } },
    changeToken: '2-0',
    saved: sent.changes,
  });
  expect(isDirty(saved)).toBe(false);
});
