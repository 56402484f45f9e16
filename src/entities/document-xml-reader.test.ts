import { expect, test } from 'vitest';
import { XmlTreeReader } from '../content/xml-tree.ts';
import { loadDefaultModel } from '../model/content-model-file.ts';
import { readDocumentXml } from './document-xml-reader.ts';

const model = loadDefaultModel();
const read = (system: string, schemas = '') => {
  const reader = new XmlTreeReader();
  reader.write(`<document><system>${system}</system>${schemas}</document>`);
  return readDocumentXml(reader.end(), model, []);
};
const dublincore = (text: string) =>
  read('<type>File</type>', `<schema name="dublincore">${text}</schema>`);

test('an empty element has no value, but for texts and lists', () => {
  const { properties } = dublincore('<dc:title/><dc:expired/><dc:subjects/>');
  expect(properties).toEqual({ 'dc:title': '', 'dc:expired': null, 'dc:subjects': [] });
});

test('computed lists of permissions are left out', () => {
  const entry = '<entry principal="a" permission="Read" grant="false" begin="1970-01-01"/>';
  const lists = ['inherited', 'local'].map((name) => `<acl name="${name}">${entry}</acl>`).join('');
  expect(read(`<type>File</type><access-control>${lists}</access-control>`).acls).toEqual([
    {
      name: 'local',
      aces: [
        { username: 'a', permission: 'Read', granted: false, creator: null, begin: 0, end: null },
      ],
    },
  ]);
});

test.each([
  ['no type', () => read(''), 'does not exist'],
  ['an unknown type', () => read('<type>Nothing</type>'), 'Nothing'],
  ['an unknown facet', () => read('<type>File</type><facet>Nope</facet>'), 'the facet Nope'],
  ['an unknown schema', () => read('<type>File</type>', '<schema name="x"/>'), 'the schema x'],
  ['an unknown property', () => dublincore('<nope>x</nope>'), 'dc:nope'],
  ['a value of another type', () => dublincore('<expired>soon</expired>'), 'dc:expired'],
  ['elements in a text', () => dublincore('<title><b/></title>'), 'dc:title'],
  [
    'a blob without a file',
    () => read('<type>File</type>', '<schema name="file"><content><b/></content></schema>'),
    'file:content: it names no file',
  ],
])('a document with %s is refused', (_what, readIt, reason) => {
  expect(readIt).toThrow(reason);
});
