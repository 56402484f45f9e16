/**
 * Accents and other marks on letters in scripts where they are optional, and the Arabic elongation.
 * The voicing marks of Japanese make another letter and stay.
 */
const marks =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]|\u0640/gv;

/** Letters that do not decompose into a base letter and a mark. */
const lettersByForm: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
};

const specialLetters = new RegExp(`[${Object.keys(lettersByForm).join('')}]`, 'g');
const notOfWords = /[^\p{L}\p{N}\p{M}]/gu;

/** Folds a word for comparison: lower case, without accents, in the usual form of each character. */
export function fold(word: string): string {
  return word
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(marks, '')
    .replace(specialLetters, (letter) => lettersByForm[letter] ?? letter)
    .normalize('NFC')
    .replace(notOfWords, '');
}
