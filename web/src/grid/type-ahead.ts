import type { Rows } from './selection.ts';

/** Keys that follow each other faster belong to one word. */
const pauseMs = 800;

export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Collects what is typed into the beginning of a title. */
export class TypeAhead {
  #typed = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** The place of the next loaded document whose title begins so; the same letter again leads to the next one. */
  find(rows: Rows, from: number, typed: { readonly text: string; readonly atMs: number }) {
    const isNew = typed.atMs - this.#lastMs > pauseMs;
    this.#lastMs = typed.atMs;
    this.#typed = isNew ? typed.text : this.#typed + typed.text;
    const letters = [...folded(this.#typed)];
    const isRepeated = letters.every((each) => each === letters[0]);
    const wanted = isRepeated ? (letters[0] ?? '') : letters.join('');
    return nextWith(rows, isRepeated ? from + 1 : from, wanted);
  }

  /** Whether a word is being typed, so that a space belongs to it. */
  isTyping(atMs: number): boolean {
    return atMs - this.#lastMs <= pauseMs;
  }
}

function nextWith(rows: Rows, from: number, beginning: string): number | undefined {
  let before: number | undefined;
  for (const [index, { title }] of rows.loaded()) {
    if (!folded(title).startsWith(beginning)) continue;
    if (index >= from) return index;
    before ??= index;
  }
  return before;
}
