import { AppError } from '../base/errors/app-error.ts';
import { type Ace, type Acl, inheritedAclName } from '../model/acl.ts';
import type { ContentModel, DocumentShape, Field, Schema } from '../model/content-model.ts';
import { isNameOfTaskGrants } from '../model/task-grant.ts';
import type { BlobValue, PropertyValue } from '../model/value.ts';
import { parseTimestamp } from './timestamp.ts';
import { unescaped } from './xml-text.ts';

/** An element of XML: names without prefix, and the text of those without children. */
interface XmlNode {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlNode[];
  readonly text: string;
}

/** What the XML says of a file beside it, and where the blob belongs. */
interface NamedFile {
  /** The name of the file. */
  readonly data: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly encoding: string | null;
  place(blob: BlobValue): void;
}

/** A document as its XML describes it. */
export interface DescribedDocument {
  readonly type: string;
  /** The last name of its path; null if there is no path. */
  readonly name: string | null;
  /** Null where the XML does not tell it. */
  readonly state: string | null;
  /** Facets beside those of its type. */
  readonly instanceFacets: readonly string[];
  readonly acls: readonly Acl[];
  /** Complete once each of `files` has its blob. */
  readonly properties: Readonly<Record<string, PropertyValue>>;
  readonly files: readonly NamedFile[];
}

/**
 * Reads what `documentXml` writes.
 *
 * @throws AppError request.invalid, document.type-unknown, property.invalid
 */
export function readDocumentXml(
  root: XmlNode,
  model: ContentModel,
  ignoredFacets: readonly string[],
): DescribedDocument {
  const system = root.name === 'document' ? childOf(root, 'system') : undefined;
  if (!system) throw invalid('it has no element document with an element system');
  const type = childOf(system, 'type')?.text.trim() ?? '';
  const typeFacets = new Set(model.getType(type).facets);
  const instanceFacets = system.children
    .filter(({ name }) => name === 'facet')
    .map(({ text }) => text.trim())
    .filter((facet) => !typeFacets.has(facet) && !ignoredFacets.includes(facet));
  for (const facet of instanceFacets) {
    if (!model.findFacet(facet)) throw invalid(`the facet ${cut(facet)} is not defined`);
  }
  const path = childOf(system, 'path')?.text;
  const reading = new PropertiesReading(model.shapeOf(type, [...new Set(instanceFacets)]));
  for (const child of root.children) if (child.name === 'schema') reading.readSchema(child, model);
  return {
    type,
    name: path ? (path.split('/').at(-1) ?? null) : null,
    state: childOf(system, 'lifecycle-state')?.text.trim() || null,
    instanceFacets: [...new Set(instanceFacets)],
    acls: readAcls(childOf(system, 'access-control')),
    properties: reading.properties,
    files: reading.files,
  };
}

/** Lists that are computed are left out. */
function readAcls(access: XmlNode | undefined): readonly Acl[] {
  return (access?.children ?? []).flatMap((list): Acl[] => {
    const name = attributeOf(list, 'name') ?? '';
    if (name === inheritedAclName || isNameOfTaskGrants(name)) return [];
    return [{ name, aces: list.children.map(readAce) }];
  });
}

function readAce(entry: XmlNode): Ace {
  return {
    username: attributeOf(entry, 'principal') ?? '',
    permission: attributeOf(entry, 'permission') ?? '',
    granted: attributeOf(entry, 'grant') === 'true',
    creator: attributeOf(entry, 'creator') ?? null,
    begin: instantOf(entry, 'begin'),
    end: instantOf(entry, 'end'),
  };
}

function instantOf(entry: XmlNode, name: string): number | null {
  const text = attributeOf(entry, name);
  if (text === undefined || text === '') return null;
  return (
    parseTimestamp(text) ?? fail(`${name} of an access control entry: ${cut(text)} is no date`)
  );
}

class PropertiesReading {
  readonly properties: Record<string, PropertyValue> = {};
  readonly files: NamedFile[] = [];
  readonly #shape: DocumentShape;

  constructor(shape: DocumentShape) {
    this.#shape = shape;
  }

  readSchema(element: XmlNode, model: ContentModel): void {
    const name = attributeOf(element, 'name') ?? '';
    const schema = model.findSchema(name);
    if (!schema) throw invalid(`the schema ${cut(name)} is not defined`);
    for (const child of element.children) this.#readProperty(child, schema);
  }

  /** Of schemas that the document does not have here nothing is read but what they are called. */
  #readProperty(element: XmlNode, { prefix, fields }: Schema): void {
    const key = `${prefix}:${element.name}`;
    const field = fields.find(({ name }) => name === element.name);
    if (!field) throw new AppError('property.invalid', `Unknown property: ${cut(key)}`);
    if (!this.#shape.properties.has(key)) return;
    this.#read(element, { field, xpath: key, set: (value) => this.#set(key, value) });
  }

  #set(key: string, value: PropertyValue): void {
    this.properties[key] = value;
  }

  #read(element: XmlNode, { field, xpath, set }: Target): void {
    if (attributeOf(element, 'xsi:nil') === 'true') set(null);
    else if (field.type === 'array' || field.type === 'list') {
      const items: PropertyValue[] = [];
      set(items);
      for (const [index, child] of element.children.entries()) {
        items.push(null);
        this.#read(child, {
          field: field.item ?? { type: 'string' },
          xpath: `${xpath}/${index}`,
          set: (value) => {
            items[index] = value;
          },
        });
      }
    } else if (field.type === 'complex') this.#readComplex(element, { field, xpath, set });
    else if (field.type === 'blob') this.#readBlob(element, { field, xpath, set });
    else set(scalarOf(element, field, xpath));
  }

  #readComplex(element: XmlNode, { field, xpath, set }: Target): void {
    const parts = new Map<string, PropertyValue>();
    for (const child of element.children) {
      const sub = field.fields?.find(({ name }) => name === child.name);
      const at = `${xpath}/${child.name}`;
      if (!sub) throw new AppError('property.invalid', `Unknown property: ${cut(at)}`);
      this.#read(child, {
        field: sub,
        xpath: at,
        set: (value) => {
          parts.set(sub.name, value);
          set(Object.fromEntries(parts));
        },
      });
    }
    set(Object.fromEntries(parts));
  }

  #readBlob(element: XmlNode, { xpath, set }: Target): void {
    set(null);
    if (element.children.length === 0) return;
    const textOf = (name: string): string | null => {
      const child = childOf(element, name);
      return (child && plainText(child)) || null;
    };
    const data = textOf('data');
    if (data === null) throw new AppError('property.invalid', `${cut(xpath)}: it names no file`);
    const [name, mimeType, encoding] = ['filename', 'mime-type', 'encoding'].map(textOf);
    this.files.push({
      data,
      name: name ?? null,
      mimeType: mimeType ?? null,
      encoding: encoding ?? null,
      place: set,
    });
  }
}

interface Target {
  readonly field: Omit<Field, 'name'>;
  readonly xpath: string;
  set(value: PropertyValue): void;
}

function plainText(element: XmlNode): string {
  return attributeOf(element, 'escaped') === 'true' ? unescaped(element.text) : element.text;
}

/** An empty element has no value unless it can be an empty text. */
function scalarOf(element: XmlNode, { type }: Target['field'], xpath: string): PropertyValue {
  if (element.children.length > 0) throw mismatch(xpath, 'a text without elements');
  const text = plainText(element);
  if (type === 'string' || type === 'binary') return text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = readers[type as keyof typeof readers](trimmed);
  return (
    value ?? fail(`${cut(xpath)}: expected ${type}, found ${cut(trimmed)}`, 'property.invalid')
  );
}

const readers = {
  boolean: (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined),
  date: parseTimestamp,
  double: (text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  long: (text: string) => {
    if (!/^-?\d{1,19}$/.test(text)) return undefined;
    return Number.isSafeInteger(Number(text)) ? Number(text) : longOf(BigInt(text));
  },
};

function longOf(value: bigint): bigint | undefined {
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function childOf({ children }: XmlNode, wanted: string): XmlNode | undefined {
  return children.find(({ name }) => name === wanted);
}

function attributeOf({ attributes }: XmlNode, wanted: string): string | undefined {
  return attributes.find(([name]) => name === wanted)?.[1];
}

function invalid(reason: string): AppError {
  return new AppError('request.invalid', reason);
}

function mismatch(xpath: string, expected: string): AppError {
  return new AppError('property.invalid', `${cut(xpath)}: expected ${expected}`);
}

function fail(
  reason: string,
  code: 'request.invalid' | 'property.invalid' = 'request.invalid',
): never {
  throw new AppError(code, reason);
}

function cut(text: string): string {
  return text.slice(0, 200);
}
