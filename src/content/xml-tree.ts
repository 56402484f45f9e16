import { type MarkupHandler, MarkupReader } from './text-extraction/markup-reader.ts';

/** An element without the prefix of its name. Text beside other elements is left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  /** As it is in the file: its end has the same name. */
  readonly tag: string;
  readonly name: string;
  readonly attributes: [string, string][];
  readonly children: XmlElement[];
  text: string;
}

const depthMax = 40;
const nameLengthMax = 1_000;

/**
 * Reads XML piece by piece to a tree. Entities are those of XML alone: a file that declares a document
 * type, in which others can be, is refused.
 */
export class XmlTreeReader {
  readonly #open: OpenElement[] = [];
  readonly #reader: MarkupReader;
  #root: XmlElement | undefined;

  constructor() {
    const handler: MarkupHandler = {
      onOpen: (tag) => this.#begin(tag),
      onAttribute: (name, value) => void this.#open.at(-1)?.attributes.push([name, value]),
      onClose: (tag) => this.#end(tag),
      onText: (text) => this.#add(text),
      onDeclaration: () => {
        throw new Error('it declares a document type, which is not allowed');
      },
    };
    this.#reader = new MarkupReader(handler, { isXml: true });
  }

  /** @throws Error with the reason */
  write(piece: string): void {
    this.#reader.write(piece);
  }

  /** The root. @throws Error with the reason */
  end(): XmlElement {
    this.#reader.end();
    const left = this.#open.at(-1);
    if (left) throw new Error(`it is no well-formed XML: <${left.tag}> is not closed`);
    if (!this.#root) throw new Error('it is no XML');
    return this.#root;
  }

  #begin(tag: string): void {
    if (tag.length > nameLengthMax) throw new Error('a name of an element is too long');
    if (this.#open.length === depthMax) {
      throw new Error(`elements are nested more than ${depthMax} deep`);
    }
    if (this.#root) throw new Error(`it is no well-formed XML: <${tag}> is behind its end`);
    const name = tag.slice(tag.indexOf(':') + 1);
    this.#open.push({ tag, name, attributes: [], children: [], text: '' });
  }

  #end(tag: string): void {
    const element = this.#open.pop();
    if (element?.tag !== tag) {
      throw new Error(`it is no well-formed XML: </${tag.slice(0, 100)}> closes no element`);
    }
    const { name, attributes, children } = element;
    const made = { name, attributes, children, text: children.length > 0 ? '' : element.text };
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(made);
    else this.#root = made;
  }

  #add(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
    else if (text.trim() !== '' && text !== '\ufeff') {
      throw new Error('it is no well-formed XML: there is text outside of its root');
    }
  }
}
