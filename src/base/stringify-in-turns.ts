import { stringifyJson } from './json.ts';
import { giveTurn, isTurnOver } from './turns.ts';

/** Characters of one part, at least; parts are written one after the other. */
const partLength = 65_536;

/** Characters of a value that is converted at once, as far as they are known before. */
const atOnceLength = 262_144;

/**
 * Whether a value is so large that its JSON should be made in parts. Numbers and names count as a few
 * characters, and escapes are not counted.
 */
export function isLargeValue(value: unknown): boolean {
  return isLongerThan(value, atOnceLength);
}

/** Whether a value has more characters than that, counted in the same way. */
export function isLongerThan(value: unknown, length: number): boolean {
  return lengthLeft(value, length) < 0;
}

/** What is left of a number of characters; ends as soon as nothing is left. Runs for most responses. */
function lengthLeft(value: unknown, length: number): number {
  if (typeof value === 'string') return length - value.length;
  if (typeof value !== 'object' || value === null) return length;
  let left = length;
  if (Array.isArray(value)) {
    left -= 4 * value.length;
    for (let at = 0; at < value.length && left >= 0; at += 1) {
      const item: unknown = value[at];
      if (typeof item === 'string') left -= item.length;
      else if (typeof item === 'object') left = lengthLeft(item, left - 2);
    }
    return left;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === 'string') left -= member.length + 4;
    else if (typeof member === 'object' && member !== null) left = lengthLeft(member, left - 4);
    else left -= 4;
    if (left < 0) break;
  }
  return left;
}

/**
 * As `stringifyJson`, in parts. Other work of the event loop runs in between, so the value must not be
 * changed meanwhile. Its members, and the items of its lists, are converted one after the other.
 */
export async function stringifyInTurns(value: object): Promise<readonly string[]> {
  const parts: string[] = [];
  let text = '';
  for (const piece of Array.isArray(value) ? listPieces(value) : objectPieces(value)) {
    text += piece;
    if (text.length < partLength) continue;
    parts.push(text);
    text = '';
    if (isTurnOver()) await giveTurn();
  }
  return [...parts, text];
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* textPieces(value);
  else if (lengthLeft(value, partLength) >= 0) yield stringifyJson(value) ?? 'null';
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* objectPieces(value as object);
}

/** Small items are converted together. */
function* listPieces(items: readonly unknown[]): Generator<string> {
  let separator = '[';
  let from = 0;
  while (from < items.length) {
    const to = endOfSmall(items, from);
    yield separator;
    if (to > from) yield stringifyJson(items.slice(from, to)).slice(1, -1);
    else yield* piecesOf(items[from]);
    from = Math.max(to, from + 1);
    separator = ',';
  }
  yield items.length === 0 ? '[]' : ']';
}

/** The end of the items from that one on that are small together. */
function endOfSmall(items: readonly unknown[], from: number): number {
  let left = partLength;
  for (let at = from; at < items.length; at += 1) {
    left = lengthLeft(items[at], left - 4);
    if (left < 0) return at;
  }
  return items.length;
}

function* objectPieces(value: object): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    yield* piecesOf(member);
  }
  yield separator === '{' ? '{}' : '}';
}

function* textPieces(text: string): Generator<string> {
  if (text.length <= partLength) {
    yield JSON.stringify(text);
    return;
  }
  yield '"';
  for (let from = 0; from < text.length; ) {
    const to = from + partLength;
    // Half of a pair would be written as an escape.
    const isPairCut = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
    const end = isPairCut ? to - 1 : to;
    yield JSON.stringify(text.slice(from, end)).slice(1, -1);
    from = end;
  }
  yield '"';
}
