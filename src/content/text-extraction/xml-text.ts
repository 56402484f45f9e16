import { type MarkupHandler, MarkupReader } from './markup-reader.ts';
import type { TextSink } from './text-sink.ts';

/** Which characters of an XML file are text. Elements are named as in the file or without prefix. */
export interface XmlReading {
  /** Elements whose characters are text; all by default. */
  readonly text?: ReadonlySet<string>;
  /** Elements that separate words; all by default. */
  readonly breaks?: ReadonlySet<string>;
  /** Elements whose whole content is skipped. */
  readonly hidden?: ReadonlySet<string>;
  /** Elements outside of which everything is skipped. */
  readonly within?: ReadonlySet<string>;
  /** Element → its attribute that is text. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The characters of an XML file. Reads as much as possible of one that is not well formed. */
export function xmlReader(sink: TextSink, reading: XmlReading = {}): MarkupReader {
  return new MarkupReader(new XmlText(sink, reading), { isXml: true });
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

class XmlText implements MarkupHandler {
  readonly #sink: TextSink;
  readonly #reading: XmlReading;
  #element = '';
  #hiddenDepth = 0;
  #withinDepth: number;
  #isText: boolean;

  constructor(sink: TextSink, reading: XmlReading) {
    this.#sink = sink;
    this.#reading = reading;
    this.#withinDepth = reading.within === undefined ? 1 : 0;
    this.#isText = reading.text === undefined;
  }

  onOpen(name: string): void {
    this.#element = withoutPrefix(name);
    const { text, hidden, within } = this.#reading;
    if (isIn(hidden, name)) this.#hiddenDepth += 1;
    if (isIn(within, name)) this.#withinDepth += 1;
    if (isIn(text, name)) this.#isText = true;
    else this.#separateAt(name);
  }

  onAttribute(name: string, value: string): void {
    const wanted = this.#reading.attributes?.[this.#element];
    if (wanted === undefined || wanted !== withoutPrefix(name)) return;
    this.#sink.separate();
    this.#sink.add(value);
    this.#sink.separate();
  }

  onClose(name: string): void {
    const { text, hidden, within } = this.#reading;
    if (isIn(hidden, name)) this.#hiddenDepth = Math.max(0, this.#hiddenDepth - 1);
    if (isIn(within, name)) this.#withinDepth = Math.max(0, this.#withinDepth - 1);
    if (isIn(text, name)) this.#isText = false;
    else this.#separateAt(name);
  }

  onText(text: string): void {
    if (this.#isText && this.#hiddenDepth === 0 && this.#withinDepth > 0) this.#sink.add(text);
  }

  #separateAt(name: string): void {
    const { breaks } = this.#reading;
    if (breaks === undefined || isIn(breaks, name)) this.#sink.separate();
  }
}

function isIn(names: ReadonlySet<string> | undefined, name: string): boolean {
  return names !== undefined && (names.has(name) || names.has(withoutPrefix(name)));
}
