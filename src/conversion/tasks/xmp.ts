/** Values of XMP that are stored in documents. */
export interface XmpValues {
  readonly description?: string;
  readonly rights?: string;
  readonly source?: string;
}

const properties = {
  description: 'dc:description',
  rights: 'dc:rights',
  source: 'photoshop:Source',
} as const satisfies Record<keyof XmpValues, string>;

const valueLengthMax = 10_000;

/** The few texts meant here are found by their usual prefixes: a parser would accept much more. */
export function readXmp(block: Buffer): XmpValues {
  const text = block.toString('utf8');
  const found = Object.entries(properties).flatMap(([name, tag]) => {
    const value = attributeOf(text, tag) ?? elementOf(text, tag);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}

function attributeOf(text: string, tag: string): string | undefined {
  const start = text.indexOf(` ${tag}="`);
  if (start === -1) return undefined;
  const from = start + tag.length + 3;
  const end = text.indexOf('"', from);
  return end === -1 ? undefined : unescaped(text.slice(from, Math.min(end, from + valueLengthMax)));
}

/** The first item, where it has one for each language. */
function elementOf(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = start === -1 ? -1 : text.indexOf(`</${tag}>`, start);
  if (end === -1) return undefined;
  const inner = text.slice(start + tag.length + 2, Math.min(end, start + 4 * valueLengthMax));
  const itemStart = inner.indexOf('<rdf:li');
  if (itemStart === -1) return unescaped(inner.slice(0, valueLengthMax));
  const from = inner.indexOf('>', itemStart) + 1;
  const to = inner.indexOf('<', from);
  return unescaped(inner.slice(from, to === -1 ? undefined : to).slice(0, valueLengthMax));
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function unescaped(text: string): string | undefined {
  const plain = text.replaceAll(
    /&(?:lt|gt|quot|apos|amp);/g,
    (entity) => entities[entity] ?? entity,
  );
  return plain.replaceAll('\0', '').toWellFormed().trim() || undefined;
}
