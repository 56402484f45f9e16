/** Where a text is that follows others, for messages. */
export class TextPosition {
  #offset = 0;
  #line = 1;
  #lineOffset = 0;

  /** The given text comes before what follows. */
  pass(text: string): void {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      this.#line += 1;
      this.#lineOffset = this.#offset + end + 1;
    }
    this.#offset += text.length;
  }

  /** The place behind everything that was passed. */
  toString(): string {
    const column = this.#offset - this.#lineOffset + 1;
    return `position ${this.#offset} (line ${this.#line}, column ${column})`;
  }
}
