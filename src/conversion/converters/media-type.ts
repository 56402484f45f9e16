import { normalizeMimeType, unknownMimeType } from '../../content/mime-types.ts';

/** Beside the aliases of the table of types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'text/markdown': 'text/x-web-markdown',
  'text/x-markdown': 'text/x-web-markdown',
};

/** A type as the definitions write it, without parameters such as a character set. */
export function typeOf(mimeType: string | null): string {
  const bare = (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return aliases[bare] ?? normalizeMimeType(bare === '' ? unknownMimeType : bare);
}
