import { isUtf8 } from 'node:buffer';

const utf16Marks: Readonly<Record<number, string>> = { 65534: 'utf-16be', 65279: 'utf-16le' };

/**
 * The characters of a text file: by its byte order mark, else UTF-8, else those of Western European
 * systems. Never fails; characters that are none become spaces.
 */
export function decodeText(bytes: Uint8Array): string {
  const first = (bytes[0] ?? 0) + (bytes[1] ?? 0) * 256;
  const charset = utf16Marks[first] ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return new TextDecoder(charset).decode(bytes);
}
