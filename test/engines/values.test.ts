import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import type { ComplexValue, PropertyValue } from '../../src/model/value.ts';
import { listChildren } from '../../src/repository/documents/children.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('property values in %s', (engine) => {
  let repository: TestRepository;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    place = await repository.system.create(repository.workspaces.id, {
      name: 'values',
      type: 'Folder',
    });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  /** Stores the value, reads it back and stores it again, which must be no change. */
  async function roundTrip(key: string, value: PropertyValue, type = 'File') {
    const { id } = await repository.system.create(place.id, {
      name: 'value',
      type,
      properties: { [key]: value },
    });
    const read = await repository.system.get({ id });
    const same = await repository.system.update(id, { [key]: value });
    expect(same.systemToken, 'the same value is no change').toBe(read.systemToken);
    return read.properties[key];
  }

  test.each([
    0,
    -1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    9_007_199_254_740_992n,
    9_007_199_254_740_993n,
    -9_007_199_254_740_993n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ])('the long %s comes back as it was', async (value) => {
    expect(await roundTrip('picture:info', { width: value }, 'Picture')).toEqual({ width: value });
    const top = await roundTrip('uid:major_version', value);
    expect(top).toBe(value);
  });

  test.each([
    0.1, -0.5, 1e21, 1.5e300, -1e100, 5e-324, 1.7976931348623157e308, 123456789.12345678, 1e17,
    -2e18,
  ])('the double %s comes back as it was', async (value) => {
    const read = await roundTrip('vid:info', { duration: value }, 'Video');
    expect(Number((read as ComplexValue).duration)).toBe(value);
  });

  test.each([
    ['the epoch', 0],
    ['before it', -1],
    ['the year 1', Date.UTC(2001, 0, 1) - 2000 * 31_556_952_000],
    ['the end of time', 8_640_000_000_000_000],
    ['its beginning', -8_640_000_000_000_000],
  ])('a date at %s comes back as it was', async (_title, value) => {
    expect(await roundTrip('dc:issued', value)).toBe(value);
    const { id } = await repository.system.create(place.id, { name: 'created' });
    const changed = await repository.system.update(id, { 'dc:created': value });
    expect(changed.properties['dc:created']).toBe(value);
  });

  test.each([
    'plain',
    'é e\u0301 ß \u{1f600}',
    '\u0001\u001f\u007f\u2028\u2029',
    '{"a":1}',
    '[]',
    'null',
    `'";--`,
    '\\u0000',
    'x'.repeat(100_000),
  ])('the text %j comes back as it was', async (value) => {
    expect(await roundTrip('dc:title', value)).toBe(value);
    expect(await roundTrip('dc:subjects', [value, value])).toEqual([value, value]);
  });

  test.each([true, false])('the boolean %s comes back as it was', async (value) => {
    expect(
      await roundTrip('relatedtext:relatedtextresources', [
        { relatedtextid: 'a', relatedtext: String(value) },
      ]),
    ).toEqual([{ relatedtextid: 'a', relatedtext: String(value) }]);
  });

  test('keys of a complex value that look like others do not mix', async () => {
    const value = { width: 1, height: 2, depth: null, format: 'a' };
    expect(await roundTrip('picture:info', value, 'Picture')).toMatchObject({
      width: 1,
      height: 2,
      format: 'a',
    });
  });

  test('documents sort by title alike: by code point', async () => {
    const parent = await repository.system.create(place.id, { name: 'sorted', type: 'Folder' });
    const titles = ['b', 'B', 'a', 'é', 'Z', '_', '\u{1f600}', '\uffee', '', ' '];
    for (const title of titles) {
      await repository.system.create(parent.id, { name: `n`, properties: { 'dc:title': title } });
    }
    const page = await repository.system.read((unit) =>
      listChildren(unit, {
        parentId: parent.id,
        offset: 0,
        limit: 50,
        sort: { by: 'title', order: 'asc' },
      }),
    );
    const sorted = page.entries.map((entry) => entry.properties['dc:title'] ?? '');
    const byCodePoint = titles.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(sorted).toEqual(byCodePoint);
  });
});
