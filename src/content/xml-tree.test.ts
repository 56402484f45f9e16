import { expect, test } from 'vitest';
import { XmlTreeReader } from './xml-tree.ts';

const read = (xml: string, pieceLength = 7) => {
  const reader = new XmlTreeReader();
  for (let at = 0; at < xml.length; at += pieceLength)
    reader.write(xml.slice(at, at + pieceLength));
  return reader.end();
};

test('is a tree of elements without prefixes, with attributes and texts', () => {
  const xml =
    '<?xml version="1.0"?><!-- no --><p:a x="1 &amp; 2"> <b><![CDATA[<c>]]>&lt;&#65;</b><q:d/></p:a>';
  expect(read(xml)).toEqual({
    name: 'a',
    attributes: [['x', '1 & 2']],
    text: '',
    children: [
      { name: 'b', attributes: [], text: '<c><A', children: [] },
      { name: 'd', attributes: [], text: '', children: [] },
    ],
  });
});

test.each([
  ['nothing', '', 'it is no XML'],
  ['text', 'text', 'text outside'],
  ['an element that is not closed', '<a><b></a>', '</a> closes no element'],
  ['no end', '<a>', '<a> is not closed'],
  ['two roots', '<a/><b/>', '<b> is behind its end'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document type'],
  ['elements that are nested deeply', '<a>'.repeat(100_000), 'nested more than 40 deep'],
])('%s is refused', (_what, xml, reason) => {
  expect(() => read(xml, 1_000)).toThrow(reason);
});
