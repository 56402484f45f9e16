import { decodeReferences } from './html-text.ts';

export interface XmlReading {
  /** Elements whose characters count; all when left out. */
  readonly textElements?: ReadonlySet<string>;
  /** Elements that do not separate words; none when left out. */
  readonly inlineElements?: ReadonlySet<string>;
}

// Name of the element, or a section of characters, or characters. What is not closed ends with the text
// or at the next bracket: looking for its end again and again would take for ever.
const token =
  /<(\/?)([\w:.-]+)[^<>]*?(\/?)>|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<[!?][^<>]*>|([^<]+)/g;

/** The characters of an XML document, for searching. Reads what it can of one that is not well formed. */
export function xmlText(xml: string, { textElements, inlineElements }: XmlReading = {}): string {
  const parts: string[] = [];
  let isText = textElements === undefined;
  for (const [, close, name, selfClosing, section, characters] of xml.matchAll(token)) {
    if (name === undefined) {
      if (isText) parts.push(section ?? decodeReferences(characters ?? ''));
      continue;
    }
    if (textElements?.has(name)) isText = close === '' && selfClosing === '';
    else if (!inlineElements?.has(name)) parts.push(' ');
  }
  return parts.join('');
}
