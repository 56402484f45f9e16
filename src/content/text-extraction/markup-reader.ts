import { type QuoteType, Tokenizer } from 'htmlparser2';

/** What is told of HTML or XML as it is read. Names of HTML are in lower case. */
export interface MarkupHandler {
  onOpen(name: string): void;
  onAttribute?(name: string, value: string): void;
  /** As well right after an element that closes itself. Elements need not be closed at all. */
  onClose(name: string): void;
  /** With its references decoded; one text may come in several calls. */
  onText(text: string): void;
}

/** Characters that have been read and are kept all the same, so as not to copy the rest too often. */
const keptLengthMax = 64 * 1024;

/**
 * Reads HTML or XML piece by piece, whatever is wrong with it, in time that grows with its length. That
 * is why it is the tokenizer of the library and not its parser, which looks for the element to close
 * among all that are open. Entities that a document declares itself are not expanded.
 */
export class MarkupReader {
  readonly #tokenizer: Tokenizer;
  readonly #handler: MarkupHandler;
  readonly #isXml: boolean;
  /** What the tokenizer may still refer to, by positions counted from the beginning. */
  #kept = '';
  #keptFrom = 0;
  #element = '';
  #attribute = '';
  #value = '';

  constructor(handler: MarkupHandler, { isXml }: { readonly isXml: boolean }) {
    this.#handler = handler;
    this.#isXml = isXml;
    this.#tokenizer = new Tokenizer({ xmlMode: isXml }, this.#callbacks());
  }

  write(piece: string): void {
    this.#kept += piece;
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  #take(start: number, end: number): string {
    const text = this.#kept.slice(start - this.#keptFrom, end - this.#keptFrom);
    // Positions only grow.
    if (end - this.#keptFrom > keptLengthMax) {
      this.#kept = this.#kept.slice(end - this.#keptFrom);
      this.#keptFrom = end;
    }
    return text;
  }

  #takeName(start: number, end: number): string {
    const name = this.#take(start, end);
    return this.#isXml ? name : name.toLowerCase();
  }

  #callbacks() {
    const ignore = (_start: number, end: number): void => void this.#take(end, end);
    const handler = this.#handler;
    return {
      onopentagname: (start: number, end: number): void => {
        this.#element = this.#takeName(start, end);
        handler.onOpen(this.#element);
      },
      onclosetag: (start: number, end: number): void => handler.onClose(this.#takeName(start, end)),
      onselfclosingtag: (): void => handler.onClose(this.#element),
      ontext: (start: number, end: number): void => handler.onText(this.#take(start, end)),
      ontextentity: (codePoint: number): void => handler.onText(String.fromCodePoint(codePoint)),
      oncdata: (start: number, end: number, marks: number): void =>
        handler.onText(this.#take(start, end - marks)),
      onattribname: (start: number, end: number): void => {
        this.#attribute = this.#takeName(start, end);
        this.#value = '';
      },
      onattribdata: (start: number, end: number): void => {
        this.#value += this.#take(start, end);
      },
      onattribentity: (codePoint: number): void => {
        this.#value += String.fromCodePoint(codePoint);
      },
      onattribend: (_quote: QuoteType): void => handler.onAttribute?.(this.#attribute, this.#value),
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onopentagend: (): void => undefined,
      onend: (): void => undefined,
    };
  }
}
