import type { FulltextQuery, FulltextTerm } from './query-syntax.ts';
import { type LocatedWord, locateWords, stem } from './words.ts';

/** A range of a text that matches a term of a query. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  readonly terms: ReadonlySet<FulltextTerm>;
}

/**
 * The matches of the required terms of a query, in order, without overlap. The text must be in the
 * normal form NFC.
 */
export function findMatches(text: string, query: FulltextQuery): readonly TextMatch[] {
  const terms = query.groups.flatMap(({ required }) => required);
  if (terms.length === 0) return [];
  const words = [...locateWords(text)];
  const finder = new TermFinder(terms);
  const merged: { start: number; end: number; terms: Set<FulltextTerm> }[] = [];
  for (const [index, { start }] of words.entries()) {
    for (const term of finder.termsAt(words, index)) {
      const end = words[index + term.words.length - 1]?.end ?? start;
      const last = merged.at(-1);
      if (!last || last.end <= start) merged.push({ start, end, terms: new Set([term]) });
      else {
        last.end = Math.max(last.end, end);
        last.terms.add(term);
      }
    }
  }
  return merged;
}

/** Most words begin no term: one lookup decides that. */
class TermFinder {
  readonly #byFirstWord: ReadonlyMap<string, readonly FulltextTerm[]>;
  /** Terms of one prefix. */
  readonly #beginnings: readonly FulltextTerm[];

  constructor(terms: readonly FulltextTerm[]) {
    const isBeginning = ({ words, isPrefix }: FulltextTerm): boolean =>
      isPrefix && words.length === 1;
    this.#beginnings = terms.filter(isBeginning);
    this.#byFirstWord = Map.groupBy(
      terms.filter((term) => !isBeginning(term)),
      ({ words }) => words[0] ?? '',
    );
  }

  *termsAt(words: readonly LocatedWord[], index: number): Generator<FulltextTerm> {
    const first = words[index]?.word ?? '';
    for (const term of this.#byFirstWord.get(first) ?? []) {
      if (matchesAt(term, words, index)) yield term;
    }
    for (const term of this.#beginnings) if (matchesAt(term, words, index)) yield term;
  }
}

function matchesAt(
  { words, isPrefix }: FulltextTerm,
  found: readonly LocatedWord[],
  index: number,
): boolean {
  const last = words.length - 1;
  return words.every((word, at) => {
    const other = found[index + at]?.word;
    if (other === undefined) return false;
    if (other === word) return true;
    if (!isPrefix || at !== last) return false;
    return other.startsWith(word) || (last === 0 && other === stem(word));
  });
}
