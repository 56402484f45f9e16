/** Parts that are joined at a time: each of them may keep a larger piece of the file in memory. */
const partsMax = 256;

/**
 * Takes the text of a file as it is found: words with single spaces between them, up to a length. What
 * is read beyond that is wasted, so readers ask `isFull`.
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
    // A soft hyphen shows where a word may be divided; it is no part of it.
    const words = text.replaceAll('\u00ad', '').replace(/[\s\0]+/g, ' ');
    const part = this.#endsWithSpace && words.startsWith(' ') ? words.slice(1) : words;
    if (part === '') return;
    this.#parts.push(part);
    this.#length += part.length;
    this.#endsWithSpace = part.endsWith(' ');
    if (this.#parts.length >= partsMax) this.#join();
  }

  /** What comes next is another word. */
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
