import { describe, expect, test } from 'vitest';
import type { Document } from '../../model/document.ts';
import { RecentDocuments, type RecentRow } from './recent-documents.ts';

const megabyte = 2 ** 20;

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function rowOf(number: number, properties = '{}'): RecentRow {
  return { id: idOf(number), properties, in_collection: 0, has_subscribers: 0 } as RecentRow;
}

function documentOf({ id }: RecentRow): Document {
  return { id } as Document;
}

/** As a request reads it; the same object where it is kept. */
function read(recent: RecentDocuments, row: RecentRow, version?: number): Document {
  const known = recent.unchanged(row.id, version) ?? recent.sameAs(row, version);
  if (known) return known;
  const document = documentOf(row);
  recent.keep(document, row, version);
  return document;
}

const written = (text: string) => ({
  text,
  contentType: 'application/json',
  sizeBytes: Buffer.byteLength(text),
});

describe('recent documents', () => {
  test('a document is kept when it is read for the second time', () => {
    const recent = new RecentDocuments(megabyte);
    const first = read(recent, rowOf(1));
    expect(recent.count).toBe(0);
    const second = read(recent, rowOf(1));
    expect(second).not.toBe(first);
    expect(read(recent, rowOf(1))).toBe(second);
  });

  test('it is another one when the row differs in any column, also in one beside the document', () => {
    const recent = new RecentDocuments(megabyte);
    read(recent, rowOf(1));
    const kept = read(recent, rowOf(1));
    expect(recent.sameAs({ ...rowOf(1), in_collection: 1 }, 1)).toBeUndefined();
    expect(recent.sameAs({ ...rowOf(1), path: '/elsewhere' }, 1)).toBeUndefined();
    expect(recent.sameAs(rowOf(1), 1)).toBe(kept);
  });

  test('without its row it is found in the state of the store in which it was read, and in no other', () => {
    const recent = new RecentDocuments(megabyte);
    read(recent, rowOf(1), 7);
    const kept = read(recent, rowOf(1), 7);
    expect(recent.unchanged(idOf(1), 7)).toBe(kept);
    expect(recent.unchanged(idOf(1), 8)).toBeUndefined();
    expect(recent.unchanged(idOf(1), undefined)).toBeUndefined();
    recent.sameAs(rowOf(1), 8);
    expect(recent.unchanged(idOf(1), 8)).toBe(kept);
    recent.sameAs(rowOf(1), undefined);
    expect(recent.unchanged(idOf(1), undefined)).toBeUndefined();
  });

  test('texts go with the object', () => {
    const recent = new RecentDocuments(megabyte);
    const first = read(recent, rowOf(1));
    expect(recent.takesText(first)).toBe(false);
    const kept = read(recent, rowOf(1));
    recent.keepText(kept, 'native', written('{}'));
    expect(recent.textOf(kept, 'native')?.text).toBe('{}');
    expect(recent.textOf(kept, 'contract')).toBeUndefined();
    const changed = read(recent, rowOf(1, '{"dc:title":"new"}'));
    expect(recent.textOf(changed, 'native')).toBeUndefined();
    recent.keepText(kept, 'native', written('{}'));
    expect(recent.textOf(kept, 'native')).toBeUndefined();
  });

  test('a client that asks in ever new ways takes no more than a few texts', () => {
    const recent = new RecentDocuments(megabyte);
    read(recent, rowOf(1));
    const kept = read(recent, rowOf(1));
    for (let host = 0; host < 1_000; host += 1) recent.keepText(kept, `h${host}`, written('x'));
    expect(recent.takesText(kept)).toBe(false);
    expect(recent.bytes).toBeLessThan(10_000);
  });

  test('the bytes of all are bounded, whatever is read', () => {
    const recent = new RecentDocuments(megabyte);
    for (let number = 0; number < 2_000; number += 1) {
      const row = rowOf(number, `{"dc:title":"${'x'.repeat((number * 97) % 200_000)}"}`);
      read(recent, row);
      const kept = read(recent, row);
      recent.keepText(kept, 'native', written('x'.repeat((number * 31) % 100_000)));
      expect(recent.bytes).toBeLessThanOrEqual(megabyte);
    }
    expect(recent.count).toBeGreaterThan(1);
  });

  test('a large document is not kept, nor one whose texts make it large', () => {
    const recent = new RecentDocuments(megabyte);
    const large = rowOf(1, `{"dc:title":"${'x'.repeat(300_000)}"}`);
    read(recent, large);
    read(recent, large);
    expect(recent.count).toBe(0);
    read(recent, rowOf(2));
    recent.keepText(read(recent, rowOf(2)), 'native', written('x'.repeat(300_000)));
    expect([recent.count, recent.bytes]).toEqual([0, 0]);
  });

  test('reading many documents once each keeps none of them, and those that were kept', () => {
    const recent = new RecentDocuments(megabyte);
    read(recent, rowOf(1));
    const kept = read(recent, rowOf(1));
    for (let number = 2; number < 10_000; number += 1) read(recent, rowOf(number));
    expect(recent.count).toBe(1);
    expect(read(recent, rowOf(1))).toBe(kept);
  });

  test('with no memory none are kept', () => {
    const recent = new RecentDocuments(0);
    for (let time = 0; time < 3; time += 1) read(recent, rowOf(1));
    expect([recent.count, recent.bytes, recent.rowOf(idOf(1))]).toEqual([0, 0, undefined]);
  });
});
