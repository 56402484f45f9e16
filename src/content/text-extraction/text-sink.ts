/** Parts that are joined at a time: each may keep a larger piece of the file in memory. */
const partsMax = 256;

/**
 * Collects the text of a file: words with single spaces between them, up to a length. Readers check
 * `isFull` in order to stop there. With `keepsLines` there are line breaks where words are separated by the
 * layout.
 */
export class TextSink {
  readonly #lengthMax: number;
  readonly #keepsLines: boolean;
  readonly #blocks: string[] = [];
  #parts: string[] = [];
  #length = 0;
  #endsWithSpace = true;
  #endsWithLine = true;

  constructor(lengthMax: number, { keepsLines = false } = {}) {
    this.#lengthMax = lengthMax;
    this.#keepsLines = keepsLines;
  }

  get isFull(): boolean {
    return this.#length >= this.#lengthMax;
  }

  add(text: string): void {
    if (this.isFull) return;
    // A soft hyphen shows where a word may be divided; it is not part of the word.
    const words = text.replaceAll('\u00ad', '').replace(/[\s\0]+/g, ' ');
    this.#append(this.#endsWithSpace && words.startsWith(' ') ? words.slice(1) : words);
  }

  #append(part: string): void {
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
    this.#endsWithLine = part === '\n';
    this.#endsWithSpace = part.endsWith(' ') || this.#endsWithLine;
    if (this.#parts.length >= partsMax) this.#join();
  }

  /** The next text begins a new word. */
  separate(): void {
    const isSeparate = this.#keepsLines ? this.#endsWithLine : this.#endsWithSpace;
    if (!isSeparate && !this.isFull) this.#append(this.#keepsLines ? '\n' : ' ');
  }

  /** A text with lines of its own. */
  addLines(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.separate();
      this.add(line);
    }
  }

  text(): string {
    this.#join();
    const text = this.#blocks.join('');
    const end = Math.min(this.#lengthMax, text.length);
    return text.slice(0, end).trimEnd().toWellFormed();
  }

  #join(): void {
    this.#blocks.push(this.#parts.join(''));
    this.#parts = [];
  }
}
