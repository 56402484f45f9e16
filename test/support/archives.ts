import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { parseDocument } from 'htmlparser2';
import type { TestResponse } from './app.ts';

/** Name of each entry → its text, in the order of the archive. */
export async function readArchive({ bytes }: TestResponse): Promise<Map<string, string>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  const found = new Map<string, string>();
  for (const entry of entries) {
    if (entry.directory) throw new Error(`${entry.filename} is a folder`);
    found.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return found;
}

interface XmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly XmlNode[];
}

/** The texts of all elements at a path of element names, such as `system/type`. */
export function textsAt(xml: string, path: string): readonly string[] {
  const [root] = elementsOf(parseDocument(xml, { xmlMode: true }) as unknown as XmlNode);
  const found = path
    .split('/')
    .reduce(
      (nodes, name) => nodes.flatMap(elementsOf).filter((node) => node.name === name),
      root ? [root] : [],
    );
  return found.map(textOf);
}

function elementsOf({ children = [] }: XmlNode): readonly XmlNode[] {
  return children.filter(({ type }) => type === 'tag');
}

function textOf({ data = '', children = [] }: XmlNode): string {
  return data + children.map(textOf).join('');
}
