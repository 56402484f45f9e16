import { expect, test } from 'vitest';
import { present } from '../base/assert.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import { loadDefaultModel } from './content-model-file.ts';
import { collectBlobs, getAtXpath, removeAtXpath, setAtXpath } from './property-access.ts';
import type { BlobValue, Properties } from './value.ts';
import { findXpath, type Xpath } from './xpath.ts';

const model = loadDefaultModel();
const shape = model.shapeOf('Picture');
const file = model.shapeOf('File');

function at(text: string): Xpath {
  return present(findXpath(file, text) ?? findXpath(shape, text), text);
}

function blob(name: string): BlobValue {
  return {
    key: `key of ${name}`,
    name,
    mimeType: 'text/plain',
    encoding: null,
    digest: 'd',
    digestAlgorithm: 'MD5',
    length: 3,
  };
}

const properties: Properties = {
  'dc:title': 'Title',
  'dc:subjects': ['a', 'b'],
  'file:content': blob('main'),
  'files:files': [{ file: blob('first') }, { file: null }, { file: blob('third') }],
};

test('values are found inside lists, complex values and blobs', () => {
  expect(getAtXpath(properties, at('dc:title'))).toBe('Title');
  expect(getAtXpath(properties, at('dc:subjects/1'))).toBe('b');
  expect(getAtXpath(properties, at('file:content/name'))).toBe('main');
  expect(getAtXpath(properties, at('file:content/mime-type'))).toBe('text/plain');
  expect(getAtXpath(properties, at('files:files/0/file'))).toEqual(blob('first'));
  expect(getAtXpath(properties, at('files:files/1/file'))).toBeNull();
});

test('an asterisk gives all values there are', () => {
  expect(getAtXpath(properties, at('files:files/*/file/name'))).toEqual(['first', 'third']);
  expect(getAtXpath(properties, at('dc:contributors/*'))).toEqual([]);
});

test('where there is nothing there is no value', () => {
  expect(getAtXpath(properties, at('dc:subjects/2'))).toBeUndefined();
  expect(getAtXpath(properties, at('files:files/1/file/name'))).toBeUndefined();
  expect(getAtXpath({}, at('files:files/0/file'))).toBeUndefined();
});

test('a default shows until the property is set, and again once it is null', () => {
  const domain = model.shapeOf('Domain');
  const xpath = present(findXpath(domain, 'domain:display_type'), 'xpath');
  expect(getAtXpath({}, xpath)).toBe(false);
  expect(getAtXpath({ 'domain:display_type': null }, xpath)).toBe(false);
  const node = model.shapeOf('RouteNode');
  const validate = present(findXpath(node, 'rnode:taskButtons/0/validate'), 'xpath');
  expect(getAtXpath({ 'rnode:taskButtons': [{ name: 'x' }] }, validate)).toBe(true);
  expect(getAtXpath({ 'rnode:taskButtons': [] }, validate)).toBeUndefined();
});

test('setting leaves the given properties as they are', () => {
  const before = structuredClone(properties);
  setAtXpath(properties, at('files:files/0/file'), blob('new'));
  removeAtXpath(properties, at('files:files/0'));
  expect(properties).toEqual(before);
});

test('an item is replaced, and one more is appended', () => {
  const replaced = setAtXpath(properties, at('dc:subjects/0'), 'x');
  expect(replaced['dc:subjects']).toEqual(['x', 'b']);
  const appended = setAtXpath(properties, at('files:files/3/file'), blob('fourth'));
  expect(getAtXpath(appended, at('files:files/3/file/name'))).toBe('fourth');
  const first = setAtXpath({}, at('files:files/0/file'), blob('first'));
  expect(first).toEqual({ 'files:files': [{ file: blob('first') }] });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!isAppError(error, 'property.invalid')) throw error;
    return error.message;
  }
  throw new Error('nothing was thrown');
}

test('an index beyond the end is refused', () => {
  expect(messageOf(() => setAtXpath(properties, at('dc:subjects/3'), 'x'))).toBe(
    'dc:subjects/3: the list has 2 items; use an index up to 2',
  );
});

test('a list cannot be filled beyond its limit', () => {
  const full = { 'dc:subjects': Array(limits.listLengthMax).fill('x') };
  const message = messageOf(() => setAtXpath(full, at(`dc:subjects/${limits.listLengthMax}`), 'x'));
  expect(message).toContain('the list is full');
});

test('several values cannot be set at once', () => {
  expect(messageOf(() => setAtXpath(properties, at('files:files/*/file'), null))).toContain(
    'names many values',
  );
});

test('setting the blob of an item to null keeps the item', () => {
  const emptied = setAtXpath(properties, at('files:files/0/file'), null);
  expect(emptied['files:files']).toEqual([{ file: null }, { file: null }, { file: blob('third') }]);
});

test('a blob can be renamed, its content cannot be changed by parts', () => {
  const renamed = setAtXpath(properties, at('file:content/name'), 'other');
  expect(renamed['file:content']).toEqual({ ...blob('main'), name: 'other' });
  expect(messageOf(() => setAtXpath(properties, at('file:content/digest'), 'x'))).toContain(
    'follows from the content',
  );
  expect(messageOf(() => setAtXpath({}, at('file:content/name'), 'x'))).toContain(
    'there is no blob',
  );
});

test('removing takes an item out and empties anything else', () => {
  expect(removeAtXpath(properties, at('dc:subjects/0'))['dc:subjects']).toEqual(['b']);
  expect(removeAtXpath(properties, at('files:files/1'))['files:files']).toEqual([
    { file: blob('first') },
    { file: blob('third') },
  ]);
  expect(removeAtXpath(properties, at('file:content'))['file:content']).toBeNull();
  expect(removeAtXpath(properties, at('files:files/0/file'))['files:files']).toHaveLength(3);
  expect(removeAtXpath(properties, at('dc:subjects/7'))).toBe(properties);
});

test('blobs are listed with the main one first, whatever the order of keys', () => {
  const reordered = {
    'picture:views': [
      { title: 'Small', content: blob('small'), info: { width: 1 } },
      { title: 'None', content: null },
    ],
    'files:files': properties['files:files'] ?? null,
    'dc:title': 'Title',
    'dc:source': null,
    'file:content': blob('main'),
  };
  expect(collectBlobs(reordered).map(({ xpath, blob: { name } }) => [xpath, name])).toEqual([
    ['file:content', 'main'],
    ['files:files/0/file', 'first'],
    ['files:files/2/file', 'third'],
    ['picture:views/0/content', 'small'],
  ]);
  expect(collectBlobs({ 'dc:title': 'x' })).toEqual([]);
});

test('every listed blob is found at its xpath', () => {
  for (const { xpath, blob: found } of collectBlobs(properties)) {
    expect(getAtXpath(properties, at(xpath))).toBe(found);
  }
});
