import { escapeHtml } from '../../base/escape-html.ts';
import { findMatches, type TextMatch } from './matches.ts';
import type { FulltextQuery } from './query-syntax.ts';

export interface HighlightOptions {
  /** Markup put before and after each match, unchanged. All other text is escaped. */
  readonly before: string;
  readonly after: string;
  /** Approximate characters of a fragment: it begins and ends between words. */
  readonly fragmentLength: number;
  /** Fragments at most. */
  readonly fragments: number;
}

/** Of longer texts only the beginning is searched. */
const textLengthMax = 500_000;
/** Fragments that are ranked. */
const candidatesMax = 1_000;

/**
 * The fragments of a text with matches, those with most of the search words first. Empty when no
 * word of the query is in it.
 */
export function highlight(
  text: string,
  query: FulltextQuery,
  options: HighlightOptions,
): readonly string[] {
  const shown = text.slice(0, textLengthMax).toWellFormed().normalize('NFC');
  const fragments = fragmentsOf(shown, findMatches(shown, query), options.fragmentLength);
  return fragments
    .sort((a, b) => b.weight - a.weight)
    .slice(0, options.fragments)
    .map((fragment) => marked(shown, fragment, options));
}

interface Fragment {
  readonly from: number;
  readonly to: number;
  readonly matches: readonly TextMatch[];
  /** Different terms in it. */
  readonly weight: number;
}

/** In the order of the text without overlap, each as long as allowed. */
function fragmentsOf(text: string, matches: readonly TextMatch[], length: number): Fragment[] {
  const found: Fragment[] = [];
  let from = 0;
  let next = 0;
  while (next < matches.length && found.length < candidatesMax) {
    const first = matches[next];
    if (!first) break;
    const start = startOfFragment(text, first, { length, from });
    const endMin = Math.max(start + length, first.end);
    let end = next;
    while ((matches[end]?.end ?? Number.POSITIVE_INFINITY) <= endMin) end += 1;
    const inside = matches.slice(next, end);
    const to = endOfFragment(text, endMin, inside.at(-1)?.end ?? first.end);
    const terms = new Set(inside.flatMap((match) => [...match.terms]));
    found.push({ from: start, to, matches: inside, weight: terms.size });
    from = to;
    next = end;
  }
  return found;
}

/** Some words before the first match, the first of them whole; all of a short text. */
function startOfFragment(
  text: string,
  first: TextMatch,
  { length, from }: { length: number; from: number },
): number {
  if (text.length - from <= length) return from;
  const lead = Math.max(0, Math.floor((length - (first.end - first.start)) / 3));
  const earliest = Math.max(from, Math.min(first.start - lead, text.length - length));
  const wanted = Math.min(earliest, first.start);
  if (wanted <= from || isSpace(text, wanted - 1)) return wanted;
  for (let at = wanted; at < first.start; at += 1) if (isSpace(text, at)) return at + 1;
  return isBetweenCharacters(text, wanted) ? wanted : wanted + 1;
}

function endOfFragment(text: string, wanted: number, atLeast: number): number {
  if (wanted >= text.length) return text.length;
  if (isSpace(text, wanted)) return wanted;
  for (let at = wanted; at > atLeast; at -= 1) if (isSpace(text, at - 1)) return at - 1;
  return isBetweenCharacters(text, wanted) ? wanted : wanted + 1;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isBetweenCharacters(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0xdc00 || unit > 0xdfff;
}

function marked(
  text: string,
  { from, to, matches }: Fragment,
  { before, after }: HighlightOptions,
): string {
  const parts: string[] = [];
  let at = from;
  for (const { start, end } of matches) {
    parts.push(
      escapeHtml(text.slice(at, start)),
      before,
      escapeHtml(text.slice(start, end)),
      after,
    );
    at = end;
  }
  parts.push(escapeHtml(text.slice(at, to)));
  return parts.join('').trim();
}
