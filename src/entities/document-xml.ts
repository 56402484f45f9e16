import { type Acl, inheritedAclName } from '../model/acl.ts';
import type { Field, Schema } from '../model/content-model.ts';
import type { Document } from '../model/document.ts';
import {
  type BlobValue,
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
  type ScalarValue,
} from '../model/value.ts';
import { writeTimestamp } from './timestamp.ts';
import { escapedAttribute, escapedXml, hasUnwritable, xmlAttribute } from './xml-text.ts';

/** The XML of a document names its files, which are beside it in an archive. */
export interface ExportedDocument {
  readonly document: Document;
  readonly repository: string;
  /** The name of its life cycle, if its type has one. */
  readonly lifecycle: string | null;
  /** Undefined where the caller may not read permissions. */
  readonly access: { readonly own: readonly Acl[]; readonly inherited: Acl['aces'] } | undefined;
  /** Xpath of a blob → name of its file. */
  readonly files: ReadonlyMap<string, string>;
}

/** The element whose value is null, unlike an empty text or list. */
const nilAttribute = 'xsi:nil';
const nilNamespace = 'http://www.w3.org/2001/XMLSchema-instance';
const schemaNamespaces = 'http://www.nuxeo.org/ecm/schemas/';

/**
 * The XML export of a document, in pieces. The structure is that of the reference server; `xsi:nil` and
 * `escaped` are additions for values that it cannot tell apart or write.
 */
export function* documentXml(exported: ExportedDocument): Generator<string> {
  const { document, repository } = exported;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<document xmlns:xsi="${nilNamespace}"${xmlAttribute('repository', repository)}`;
  yield `${xmlAttribute('id', document.id)}>\n`;
  yield* systemXml(exported);
  for (const schema of document.shape.schemas) yield* schemaXml(exported, schema);
  yield '</document>\n';
}

function* systemXml({ document, lifecycle, access }: ExportedDocument): Generator<string> {
  yield '  <system>\n';
  yield* textElement('type', document.type);
  yield* textElement('path', (document.path ?? '').replace(/^\//, ''));
  yield* textElement('lifecycle-state', document.state);
  if (lifecycle !== null) yield* textElement('lifecycle-policy', lifecycle);
  for (const facet of document.shape.facets) yield* textElement('facet', facet);
  if (access) yield* accessXml(access);
  yield '  </system>\n';
}

function* textElement(name: string, text: string): Generator<string> {
  yield `    <${name}>`;
  yield* escapedXml(text);
  yield `</${name}>\n`;
}

function* accessXml({
  own,
  inherited,
}: NonNullable<ExportedDocument['access']>): Generator<string> {
  const lists =
    inherited.length === 0 ? own : [...own, { name: inheritedAclName, aces: inherited }];
  yield '    <access-control>\n';
  for (const { name, aces } of lists) {
    yield `      <acl${xmlAttribute('name', name)}>\n`;
    for (const ace of aces) {
      const { username, permission, granted, creator, begin, end } = ace;
      yield `        <entry${xmlAttribute('principal', username)}${xmlAttribute('permission', permission)}`;
      yield xmlAttribute('grant', String(granted));
      if (creator !== null) yield xmlAttribute('creator', creator);
      if (begin !== null) yield xmlAttribute('begin', writeTimestamp(begin));
      if (end !== null) yield xmlAttribute('end', writeTimestamp(end));
      yield '/>\n';
    }
    yield '      </acl>\n';
  }
  yield '    </access-control>\n';
}

/** Schemas that declare no prefix have elements without one. */
function* schemaXml(
  { document: { properties }, files }: ExportedDocument,
  schema: Schema,
): Generator<string> {
  const { name, prefix, allowsUnprefixed, fields } = schema;
  const declared = allowsUnprefixed ? 'xmlns' : `xmlns:${prefix}`;
  yield `  <schema ${declared}="${schemaNamespaces}${escapedAttribute(name)}/"`;
  yield `${xmlAttribute('name', name)}>\n`;
  for (const field of fields) {
    const key = `${prefix}:${field.name}`;
    const value = (properties as Properties)[key];
    if (value === undefined) continue;
    const element = allowsUnprefixed ? field.name : key;
    yield* valueXml(value, { element, field, xpath: key, indent: '    ', files });
  }
  yield '  </schema>\n';
}

interface Place {
  readonly element: string;
  readonly field: Omit<Field, 'name'>;
  readonly xpath: string;
  readonly indent: string;
  readonly files: ReadonlyMap<string, string>;
}

function* valueXml(value: PropertyValue, place: Place): Generator<string> {
  const { element, field, xpath, indent } = place;
  if (value === null) yield `${indent}<${element} ${nilAttribute}="true"/>\n`;
  else if (isBlobValue(value)) yield* blobXml(value, place);
  else if (Array.isArray(value)) yield* listXml(value as readonly PropertyValue[], place);
  else if (isComplexValue(value)) {
    yield `${indent}<${element}>\n`;
    for (const sub of field.fields ?? []) {
      const part = value[sub.name];
      if (part === undefined) continue;
      yield* valueXml(part, {
        ...place,
        element: sub.name,
        field: sub,
        xpath: `${xpath}/${sub.name}`,
        indent: `${indent}  `,
      });
    }
    yield `${indent}</${element}>\n`;
  } else yield* scalarXml(textOf(value as ScalarValue, field), place);
}

function* listXml(items: readonly PropertyValue[], place: Place): Generator<string> {
  const { element, field, xpath, indent } = place;
  yield `${indent}<${element}>\n`;
  for (const [index, item] of items.entries()) {
    yield* valueXml(item, {
      ...place,
      element: 'item',
      field: field.item ?? { type: 'string' },
      xpath: `${xpath}/${index}`,
      indent: `${indent}  `,
    });
  }
  yield `${indent}</${element}>\n`;
}

function* blobXml(blob: BlobValue, place: Place): Generator<string> {
  const { element, xpath, indent, files } = place;
  const parts: readonly (readonly [string, string | null])[] = [
    ['encoding', blob.encoding],
    ['mime-type', blob.mimeType],
    ['filename', blob.name],
    ['data', files.get(xpath) ?? null],
    ['digest', blob.digest],
  ];
  yield `${indent}<${element}>\n`;
  for (const [name, text] of parts) {
    if (text === null) yield `${indent}  <${name}/>\n`;
    else yield* scalarXml(text, { element: name, indent: `${indent}  ` });
  }
  yield `${indent}</${element}>\n`;
}

function* scalarXml(
  text: string,
  { element, indent }: Pick<Place, 'element' | 'indent'>,
): Generator<string> {
  yield hasUnwritable(text) ? `${indent}<${element} escaped="true">` : `${indent}<${element}>`;
  yield* escapedXml(text);
  yield `</${element}>\n`;
}

function textOf(value: ScalarValue, { type }: Place['field']): string {
  if (type === 'date' && typeof value === 'number') return writeTimestamp(value);
  // Large doubles come back from the store as bigint.
  if (type === 'double' && typeof value === 'bigint') return String(Number(value));
  return String(value);
}
