/** Characters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Such a text is written with `\uXXXX` for these characters and `\\` for a backslash. */
export function hasUnwritable(text: string): boolean {
  return unwritable.test(text);
}

const signs: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

function nameOf(sign: string): string {
  return signs.get(sign) ?? sign;
}

/** Characters of one piece. */
const pieceLength = 65_536;

/** The text of an element, in pieces. Line ends stay, but for `\r`, which readers of XML would change. */
export function* escapedXml(text: string): Generator<string> {
  const isEscaped = hasUnwritable(text);
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start + pieceLength);
    const piece = text.slice(start, end).replace(/[&<>\r]/g, nameOf);
    yield isEscaped ? escapeUnwritable(piece) : piece;
    start = end;
  }
}

/** Never between the two halves of a character. */
function endOfPiece(text: string, wanted: number): number {
  const last = text.charCodeAt(wanted - 1);
  return last >= 0xd800 && last < 0xdc00 ? wanted + 1 : wanted;
}

function escapeUnwritable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
  return text.replace(/[\\\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (sign) =>
    sign === '\\' ? '\\\\' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What is read of a text that was written with escapes. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|\\)/g, (_whole, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** In quotes. Names with characters that XML cannot write have `?` in their place. */
export function escapedAttribute(text: string): string {
  const written = hasUnwritable(text) ? text.replace(new RegExp(unwritable, 'g'), '?') : text;
  return written.replace(/[&<>"\t\n\r]/g, nameOf);
}

export function xmlAttribute(name: string, value: string): string {
  return ` ${name}="${escapedAttribute(value)}"`;
}
