import { longDigits, parseJson } from './json.ts';
import { JsonParts, jsonPartLength } from './json-parts.ts';
import { giveTurn, isTurnOver } from './turns.ts';

/** Characters of a text that is parsed at once: at most 10 ms, where all are names of members. */
export const parsedAtOnceLength = 262_144;

/**
 * Parses a JSON text that comes in pieces. Other work of the event loop runs in between. The pieces
 * are removed from the list, so that their memory can be used for the value.
 *
 * @throws JsonSyntaxError, JsonTokenTooLong
 */
export async function parseInTurns(
  pieces: string[],
  { hasLongNumbers }: { readonly hasLongNumbers: boolean },
): Promise<unknown> {
  const parts = new JsonParts({ hasLongNumbers });
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    for (let from = 0; from < piece.length; from += jsonPartLength) {
      parts.add(piece.slice(from, from + jsonPartLength));
      if (isTurnOver()) await giveTurn();
    }
  }
  return parts.end();
}

/** As `parseJson` for a text that the program wrote, in turns if it is long. */
export async function parseStoredJson(text: string): Promise<unknown> {
  if (text.length <= parsedAtOnceLength) return parseJson(text);
  try {
    return await parseInTurns([text], { hasLongNumbers: longDigits.test(text) });
  } catch {
    // An earlier version may have stored a name that is too long for a part.
    return parseJson(text);
  }
}
