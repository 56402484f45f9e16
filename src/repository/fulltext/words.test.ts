import { expect, test } from 'vitest';
import { locateWords, searchedWordsOf, wordsOf } from './words.ts';

test('short words and stop words are left out, everything else is in lower case', () => {
  expect(wordsOf('The Cat is ON my MAT, who? cat2 42')).toEqual(['cat', 'mat', 'cat2']);
});

test('accents and special letters become the letters that people type', () => {
  expect(wordsOf('Élève straße Łódź smørrebrød Ægir İZMİR ﬁne Ёлка ΟΔΟΣ')).toEqual(
    wordsOf('eleve strasse lodz smorrebrod aegir izmir fine елка οδος'),
  );
});

test('a text has the same words composed and decomposed', () => {
  for (const text of ['déjà été', 'ガラス', '한국어', 'ﾊﾟﾝﾀﾞ パンダ']) {
    expect(wordsOf(text.normalize('NFD')), text).toEqual(wordsOf(text.normalize('NFC')));
  }
});

test('marks that make another letter stay', () => {
  expect(wordsOf('हिन्दी')).toEqual(['हिन्दी']);
  expect(wordsOf('ガス')).not.toEqual(wordsOf('カス'));
});

test('the s of a plural goes, another s stays', () => {
  expect(wordsOf('reports classes class bus grass')).toEqual([
    'report',
    'classe',
    'class',
    'bus',
    'grass',
  ]);
});

test('where no spaces separate words, all pairs of characters are words', () => {
  expect(wordsOf('日本語abc')).toEqual(['日本', '本語', '語', 'abc']);
  expect(wordsOf('𠮷野家')).toEqual(['𠮷野', '野家', '家']);
});

test('a word of a thousand characters is cut', () => {
  expect(wordsOf('x'.repeat(1_000))).toEqual(['x'.repeat(64)]);
  expect(wordsOf('é𝒳'.repeat(1_000)).every((word) => word.isWellFormed())).toBe(true);
});

test('the words of a search follow each other as in the text', () => {
  expect(searchedWordsOf('state-of-the-arts')).toEqual({
    words: ['state', 'art'],
    isPrefix: false,
  });
  expect(searchedWordsOf('日本語')).toEqual({ words: ['日本', '本語'], isPrefix: false });
  expect(searchedWordsOf('日本 語').words).toEqual(['日本', '本', '語']);
  expect(searchedWordsOf('語')).toEqual({ words: ['語'], isPrefix: true });
});

test('a beginning may be short, a stop word or end with s', () => {
  expect(searchedWordsOf('Thé*', true)).toEqual({ words: ['the'], isPrefix: true });
  expect(searchedWordsOf('A%', true)).toEqual({ words: ['a'], isPrefix: true });
  expect(searchedWordsOf('class*', true)).toEqual({ words: ['class'], isPrefix: true });
  expect(searchedWordsOf('*', true)).toEqual({ words: [], isPrefix: false });
});

test('words are located where they stand', () => {
  const text = 'A Été, 日本語!';
  const found = [...locateWords(text)].map(({ word, start, end }) => [
    word,
    text.slice(start, end),
  ]);
  expect(found).toEqual([
    ['ete', 'Été'],
    ['日本', '日本'],
    ['本語', '本語'],
    ['語', '語'],
  ]);
  expect([...locateWords(text)].map(({ word }) => word)).toEqual(wordsOf(text));
});
