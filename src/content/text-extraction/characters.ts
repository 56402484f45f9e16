import { isUtf8 } from 'node:buffer';

const headLength = 1024;
const pieceLength = 64 * 1024;

const xmlDeclaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i;
const htmlDeclaration = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;

/**
 * The character set of a text file: by its byte order mark, else as declared outside or at its
 * beginning, else UTF-8 if it can be, else that of Western European systems. A name that
 * `TextDecoder` accepts.
 */
export function charsetOf(bytes: Uint8Array, declared: string | null): string {
  const marked = markedCharset(bytes);
  if (marked !== undefined) return marked;
  const head = headOf(bytes);
  const inside = (xmlDeclaration.exec(head) ?? htmlDeclaration.exec(head))?.[1];
  for (const label of [declared, inside]) {
    const charset = label === null || label === undefined ? undefined : knownCharset(label);
    // A file whose declaration could be read as bytes is not UTF-16, and UTF-8 was tried before.
    if (charset === undefined || charset.startsWith('utf-16')) continue;
    if (charset !== 'utf-8' || isUtf8(bytes)) return charset;
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** As `charsetOf`, for XML of which only the beginning is available. */
export function xmlCharset(beginning: Uint8Array): string {
  const declared = xmlDeclaration.exec(headOf(beginning))?.[1];
  const charset = declared === undefined ? undefined : knownCharset(declared);
  const isReadable = charset !== undefined && !charset.startsWith('utf-16');
  return markedCharset(beginning) ?? (isReadable ? charset : 'utf-8');
}

/** The characters of a text file, piece by piece; invalid bytes become U+FFFD. */
export function* decodedPieces(bytes: Uint8Array, charset: string): Generator<string> {
  const decoder = new TextDecoder(charset);
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield decoder.decode(bytes.subarray(start, start + pieceLength), { stream: true });
  }
  yield decoder.decode();
}

/** By a byte order mark, or by every other byte being zero, which no other character set has. */
function markedCharset(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, headLength);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const enough = head.length / 4;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, headLength)).toString('latin1');
}

function knownCharset(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
