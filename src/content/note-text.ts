import { isUtf8 } from 'node:buffer';

/** Larger texts are files: a note is kept in the database and edited as a whole. */
export const noteBytesMax = 1024 * 1024;

const byteOrderMarks: readonly { readonly mark: readonly number[]; readonly charset: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { mark: [0xff, 0xfe], charset: 'utf-16le' },
  { mark: [0xfe, 0xff], charset: 'utf-16be' },
];

/** Characters that texts do not have: they reveal binary content that is declared as text. */
const binaryCharacter = /(?![\t\n\v\f\r\x85])\p{Cc}/u;

/**
 * The text of the bytes without a byte order mark; undefined when they are not text. The character
 * set is that of the byte order mark, else the declared one, else UTF-8 or, as a last resort, that
 * of Western European systems.
 */
export function decodeNoteText(bytes: Uint8Array, encoding: string | null): string | undefined {
  for (const charset of candidates(bytes, encoding)) {
    const text = decode(bytes, charset);
    if (text !== undefined) return text;
  }
  return undefined;
}

function candidates(bytes: Uint8Array, encoding: string | null): readonly string[] {
  const marked = byteOrderMarks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return [marked.charset];
  return [encoding ?? 'utf-8', ...(isUtf8(bytes) ? ['utf-8'] : ['windows-1252'])];
}

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return binaryCharacter.test(text) ? undefined : text;
  } catch {
    // Not in this character set, or the character set is not supported.
    return undefined;
  }
}
