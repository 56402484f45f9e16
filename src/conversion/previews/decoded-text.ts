import { open } from 'node:fs/promises';
import { charsetOf } from '../../content/text-extraction/characters.ts';

interface DecodedText {
  readonly text: string;
  readonly isWhole: boolean;
}

interface TextFile {
  readonly path: string;
  readonly encoding: string | null;
}

/** The beginning of a text file. */
export async function readText(
  { path, encoding }: TextFile,
  bytesMax: number,
): Promise<DecodedText> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, bytesMax));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isWhole = bytesRead === size;
    // A part may end within a character, which then is not decoded.
    const text = new TextDecoder(charsetOf(bytes, encoding)).decode(bytes, { stream: !isWhole });
    return { text, isWhole };
  } finally {
    await file.close();
  }
}
