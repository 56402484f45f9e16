import { type QuoteType, Tokenizer } from 'htmlparser2';

/** Receives events while HTML or XML is read. Names of HTML are in lower case. */
export interface MarkupHandler {
  onOpen(name: string): void;
  onAttribute?(name: string, value: string): void;
  /** Also called right after a self-closing element. Elements may never be closed. */
  onClose(name: string): void;
  /** With its references decoded; one text may be passed in several calls. */
  onText(text: string): void;
  /** Of a document type, or another declaration. */
  onDeclaration?(): void;
}

/** Characters already read that are kept, so that the rest is not copied too often. */
const keptLengthMax = 64 * 1024;

/**
 * Reads HTML or XML piece by piece, also if malformed, in linear time: with the tokenizer of the
 * library and not its parser, which searches all open elements for the one to close. Entities that
 * a document declares itself are not expanded.
 */
export class MarkupReader {
  readonly #tokenizer: Tokenizer;
  readonly #handler: MarkupHandler;
  readonly #isXml: boolean;
  /** Text that the tokenizer may still refer to, by positions from the beginning. */
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
      ondeclaration: (_start: number, end: number): void => {
        this.#take(end, end);
        handler.onDeclaration?.();
      },
      onprocessinginstruction: ignore,
      onopentagend: (): void => undefined,
      onend: (): void => undefined,
    };
  }
}
