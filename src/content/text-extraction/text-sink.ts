/** Parts that are joined at a time: each may keep a larger piece of the file in memory. */
const partsMax = 256;

/**
 * Collects the text of a file: words with single spaces between them, up to a length. Readers check
 * `isFull` in order to stop there.
 */
export class TextSink {
  readonly #lengthMax: number;
  readonly #blocks: string[] = [];
  #parts: string[] = [];
  #length = 0;
  #endsWithSpace = true;

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax;
  }

  get isFull(): boolean {
    return this.#length >= this.#lengthMax;
  }

  add(text: string): void {
    if (this.isFull) return;
    // A soft hyphen shows where a word may be divided; it is not part of the word.
    const words = text.replaceAll('\u00ad', '').replace(/[\s\0]+/g, ' ');
    const part = this.#endsWithSpace && words.startsWith(' ') ? words.slice(1) : words;
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
    this.#endsWithSpace = part.endsWith(' ');
    if (this.#parts.length >= partsMax) this.#join();
  }

  /** The next text begins a new word. */
  separate(): void {
    if (!this.#endsWithSpace) this.add(' ');
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
