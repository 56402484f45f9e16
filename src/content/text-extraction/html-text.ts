const invisible = /<(script|style|template|noscript)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const comments = /<!--[\s\S]*?(?:-->|$)/g;
const inlineTags =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)\b[^<>]*>/gi;
const otherTags = /<[/!?]?[a-z][^<>]*>/gi;
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  shy: '',
};

/** Base letter and sign of a named letter such as `eacute`; the sign is one that combines. */
const signs: Readonly<Record<string, string>> = {
  acute: '\u0301',
  cedil: '\u0327',
  circ: '\u0302',
  grave: '\u0300',
  ring: '\u030a',
  tilde: '\u0303',
  uml: '\u0308',
};
const namedLetter = /^([a-z])(acute|cedil|circ|grave|ring|tilde|uml)$/i;
const otherLetters: Readonly<Record<string, string>> = {
  aelig: 'æ',
  AElig: 'Æ',
  eth: 'ð',
  euro: '€',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  szlig: 'ß',
  thorn: 'þ',
};

/** What a reader sees of a page, for searching: words as they stand, not their layout. */
export function htmlText(html: string): string {
  const visible = html.replace(comments, ' ').replace(invisible, ' ');
  return decodeReferences(visible.replace(inlineTags, '').replace(otherTags, ' '));
}

/** `&eacute;` and `&#233;` as the characters they stand for; unknown ones stay. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    return namedCharacter(name) ?? whole;
  });
}

function characterOf(codePoint: number): string {
  const isScalar = codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isScalar && codePoint !== 0 ? String.fromCodePoint(codePoint) : ' ';
}

function namedCharacter(name: string): string | undefined {
  const known = characters[name.toLowerCase()] ?? otherLetters[name];
  if (known !== undefined) return known;
  const [, letter = '', sign = ''] = namedLetter.exec(name) ?? [];
  const combining = signs[sign.toLowerCase()];
  return combining === undefined ? undefined : (letter + combining).normalize('NFC');
}
