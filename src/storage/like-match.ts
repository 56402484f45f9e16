/** A literal character (one code point), one unknown character, or any run of them. */
export type PatternPart = { readonly literal: string } | 'one' | 'any';

/** `%` any run, `_` one character; `\%`, `\_` and `\\` stand for themselves. */
export function parseLikePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (const [text] of pattern.matchAll(/\\[\\%_]|[\s\S]/gu)) {
    if (text === '%') {
      if (parts.at(-1) !== 'any') parts.push('any');
    } else if (text === '_') parts.push('one');
    else parts.push({ literal: text.length === 2 && text.startsWith('\\') ? text.slice(1) : text });
  }
  return parts;
}

/** Literal text, or a number of unknown characters. */
type Run = string | number;
type Segment = readonly Run[];

/** Called now and then; throws to stop a match that takes too long. */
type WorkCheck = () => void;

/** Characters that are compared between two calls of the check. */
const uncheckedWork = 100_000;
/** Shorter segments are found in a time that does not depend on their length. */
const shortLength = 32;
const pieceLength = 8_192;

/**
 * A pattern of LIKE, to be matched many times. The caller's check bounds the time of any text and
 * pattern, unlike the operators of the engines, which cannot be interrupted.
 */
export class LikePattern {
  /** The parts between the `%`: the first begins the text and the last ends it. */
  readonly #segments: readonly Segment[];
  #work = 0;

  constructor(pattern: string) {
    const segments: Run[][] = [[]];
    for (const part of parseLikePattern(pattern)) {
      if (part === 'any') segments.push([]);
      else appendTo(segments.at(-1) ?? [], part);
    }
    this.#segments = segments;
  }

  matches(text: string, check: WorkCheck): boolean {
    this.#spend(text.length, check);
    const [first = [], ...others] = this.#segments;
    const last = others.pop();
    const begin = endOfMatch(text, 0, first);
    if (last === undefined) return begin === text.length;
    const end = begin === undefined ? undefined : startOfEnd(text, last);
    if (begin === undefined || end === undefined) return false;
    let at = begin;
    for (const segment of others) {
      const next = this.#find(text, { segment, from: at }, check);
      if (next === undefined) return false;
      at = next;
    }
    return at <= end;
  }

  /** The end of the first match of the segment from that index on. */
  #find(
    text: string,
    { segment, from }: { segment: Segment; from: number },
    check: WorkCheck,
  ): number | undefined {
    const [first] = segment;
    const known = typeof first === 'string' ? first : '';
    const weight = segment.reduce<number>((sum, run) => sum + lengthOf(run), 1);
    for (let at = from; ; at += widthAt(text, at)) {
      at = this.#indexOf(text, { known, from: at }, check);
      if (at < 0) return undefined;
      const end = endOfMatch(text, at, segment);
      if (end !== undefined) return end;
      this.#spend(weight, check);
      if (at >= text.length) return undefined;
    }
  }

  /** In pieces, as searching a long text of few different letters may take seconds. */
  #indexOf(
    text: string,
    { known, from }: { known: string; from: number },
    check: WorkCheck,
  ): number {
    if (known.length < shortLength) return text.indexOf(known, from);
    for (let start = from; start + known.length <= text.length; start += pieceLength) {
      const found = text.slice(start, start + pieceLength + known.length - 1).indexOf(known);
      if (found >= 0) return start + found;
      this.#spend(uncheckedWork, check);
    }
    return -1;
  }

  #spend(work: number, check: WorkCheck): void {
    this.#work += work;
    if (this.#work < uncheckedWork) return;
    this.#work = 0;
    check();
  }
}

function appendTo(segment: Run[], part: Exclude<PatternPart, 'any'>): void {
  const last = segment.at(-1);
  if (part === 'one') {
    if (typeof last === 'number') segment[segment.length - 1] = last + 1;
    else segment.push(1);
  } else if (typeof last === 'string') segment[segment.length - 1] = last + part.literal;
  else segment.push(part.literal);
}

function lengthOf(run: Run): number {
  return typeof run === 'string' ? run.length : run;
}

/** Code units of the character there. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** The end of a match of the segment that begins at `from`; undefined when it does not match. */
function endOfMatch(text: string, from: number, segment: Segment): number | undefined {
  let at = from;
  for (const run of segment) {
    if (typeof run === 'string') {
      if (!text.startsWith(run, at)) return undefined;
      at += run.length;
      continue;
    }
    for (let left = run; left > 0; left -= 1) {
      if (at >= text.length) return undefined;
      at += widthAt(text, at);
    }
  }
  return at;
}

/** The start of a match of the segment at the end of the text; undefined when it does not match. */
function startOfEnd(text: string, segment: Segment): number | undefined {
  let at = text.length;
  for (const run of segment.toReversed()) {
    if (typeof run === 'string') {
      if (!text.endsWith(run, at)) return undefined;
      at -= run.length;
      continue;
    }
    for (let left = run; left > 0; left -= 1) {
      if (at <= 0) return undefined;
      at -= at > 1 && widthAt(text, at - 2) === 2 ? 2 : 1;
    }
  }
  return at;
}
