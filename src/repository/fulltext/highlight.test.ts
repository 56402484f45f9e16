import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HighlightOptions, highlight } from './highlight.ts';
import { parseFulltextQuery } from './query-syntax.ts';

function mark(text: string, query: string, options: Partial<HighlightOptions> = {}) {
  return highlight(text, parseFulltextQuery(query), {
    before: '<em>',
    after: '</em>',
    fragmentLength: 100,
    fragments: 3,
    ...options,
  });
}

test('what was found is marked as it stands in the text', () => {
  expect(mark('Two Reports on Été', 'report ete')).toEqual([
    'Two <em>Reports</em> on <em>Été</em>',
  ]);
});

test('everything but the markers is escaped', () => {
  expect(mark(`<b onclick="x('y')">report</b> & more`, 'report')).toEqual([
    '&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;<em>report</em>&lt;/b&gt; &amp; more',
  ]);
});

test('a phrase is marked as one, its words elsewhere are not', () => {
  expect(mark('state of the art, art of state', '"state of the art"')).toEqual([
    '<em>state of the art</em>, art of state',
  ]);
});

test('a beginning marks whole words', () => {
  expect(mark('photo photosynthesis telephoto classes', 'photo* classes*')).toEqual([
    '<em>photo</em> <em>photosynthesis</em> telephoto <em>classes</em>',
  ]);
});

test('in scripts without spaces just what was searched is marked', () => {
  expect(mark('日本語の全文検索です', '全文検索')).toEqual(['日本語の<em>全文検索</em>です']);
  expect(mark('大きな語', '語')).toEqual(['大きな<em>語</em>']);
});

test('what must not be in it is not marked, and nothing where nothing is found', () => {
  expect(mark('apples and pears', 'apple -pear')).toEqual(['<em>apples</em> and pears']);
  expect(mark('apples and pears', 'cherry')).toEqual([]);
  expect(mark('apples and pears', '')).toEqual([]);
});

test('fragments begin and end between words, with most of the search words first', () => {
  const filler = 'lorem ipsum dolor '.repeat(20);
  const text = `${filler}apple ${filler}pear and apple ${filler}`;
  const found = mark(text, 'apple pear', { fragmentLength: 60, fragments: 2 });
  expect(found).toHaveLength(2);
  expect(found[0]).toContain('<em>pear</em> and <em>apple</em>');
  expect(found[1]).toContain('<em>apple</em>');
  for (const fragment of found) {
    const plain = fragment.replaceAll(/<\/?em>/g, '');
    expect(plain.length).toBeLessThanOrEqual(60);
    expect(text).toContain(` ${plain} `);
  }
});

test('a text without any space is cut between characters', () => {
  const text = `${'𠮷'.repeat(300)}漢字${'𠮷'.repeat(300)}`;
  const [fragment = ''] = mark(text, '漢字', { fragmentLength: 51 });
  expect(fragment).toContain('<em>漢字</em>');
  expect(fragment.isWellFormed()).toBe(true);
});

test('no text and no query break the markup', () => {
  const piece = fc.constantFrom(
    'apple ',
    '<',
    '&',
    '"',
    '日本',
    ' pear',
    '\ud83d',
    '\udc4d',
    'é',
    '\n',
  );
  const anything = fc.array(fc.oneof(piece, fc.string())).map((parts) => parts.join(''));
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 40 }), (text, fragmentLength) => {
      for (const fragment of mark(text, 'apple OR 日本 OR pe*', { fragmentLength })) {
        expect(fragment).toMatch(/^(?:[^<>"'&]|&(?:amp|lt|gt|quot|#39);|<em>[^<>]+<\/em>)*$/u);
        expect(fragment).toContain('<em>');
      }
    }),
  );
});
