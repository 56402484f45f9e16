import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadDefaultModel } from './content-model-file.ts';
import { displayName, findXpath } from './xpath.ts';

const shape = loadDefaultModel().shapeOf('Picture', ['CollectionMember']);
const file = loadDefaultModel().shapeOf('File');

test.each([
  ['dc:title', 'dc:title', []],
  ['file:content', 'file:content', []],
  ['file:content/name', 'file:content/name', ['name']],
  ['file:content/mime-type', 'file:content/mime-type', ['mimeType']],
  ['content', 'file:content', []],
  ['content/name', 'file:content/name', ['name']],
  ['dc:subjects/0', 'dc:subjects/0', [0]],
  ['picture:views/12/info/width', 'picture:views/12/info/width', [12, 'info', 'width']],
  ['views/*/content', 'picture:views/*/content', ['*', 'content']],
  ['info', 'picture:info', []],
])('%s names the place %s', (text, full, steps) => {
  const xpath = findXpath(shape, text);
  expect(xpath?.text).toBe(full);
  expect(xpath?.steps).toEqual(steps);
});

test('a place has its field', () => {
  expect(findXpath(file, 'files:files')?.field.type).toBe('list');
  expect(findXpath(file, 'files:files/0')?.field.type).toBe('complex');
  expect(findXpath(file, 'files:files/0/file')?.field.type).toBe('blob');
  expect(findXpath(file, 'files:files/0/file/length')?.field.type).toBe('long');
  expect(findXpath(file, 'files:files/0/file')?.blobPart).toBeNull();
  expect(findXpath(file, 'files:files/0/file/name')?.blobPart?.isSettable).toBe(true);
});

test.each([
  'title',
  'dublincore:title',
  'note:note',
  'dc:title/0',
  'dc:subjects/01',
  'dc:subjects/-1',
  'dc:subjects/x',
  'dc:subjects/',
  'files:files/0/filename',
  'files:files/file',
  'files:files//file',
  'file:content/constructor',
  'file:content/name/x',
  'file;content',
  'constructor',
  '__proto__',
  '',
  ':',
])('%j is not a place in a File', (text) => {
  expect(findXpath(file, text)).toBeUndefined();
});

test('download URLs may have a semicolon for the colon', () => {
  const options = { allowSemicolon: true };
  expect(findXpath(file, 'files;files/0/file', options)?.text).toBe('files:files/0/file');
  expect(findXpath(file, 'file:content', options)?.text).toBe('file:content');
});

test('messages leave the prefix out where the schema declares none', () => {
  const nameOf = (key: string) => {
    const definition = shape.properties.get(key);
    return definition && displayName(definition);
  };
  expect(nameOf('file:content')).toBe('content');
  expect(nameOf('dc:title')).toBe('dc:title');
  expect(nameOf('collectionMember:collectionIds')).toBe('collectionMember:collectionIds');
});

test('any text is a place with the same meaning when written out, or no place', () => {
  const segments = fc.oneof(
    fc.constantFrom('content', 'file:content', 'files:files', 'views', 'info', 'name', '0', '*'),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(segments, { maxLength: 5 }), (parts) => {
      const xpath = findXpath(shape, parts.join('/'));
      if (xpath) expect(findXpath(shape, xpath.text)).toEqual(xpath);
    }),
  );
});
