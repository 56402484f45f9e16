import { htmlText } from '../../content/text-extraction/html-text.ts';
import type { DocumentShape, Field } from '../../model/content-model.ts';
import {
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';

/** The part of a document that its words depend on. */
export interface IndexedDocument {
  readonly id: string;
  readonly shape: DocumentShape;
  readonly properties: Properties;
}

/** A text of a document as it is stored, and the property it is of. */
export interface IndexedText {
  readonly key: string;
  readonly text: string;
  /** Only visible words are indexed: see `visibleText`. */
  readonly isHtml?: true;
}

/** Written by the server: the names of views, icons and codecs would be found in every document. */
const unindexedKeys = [
  ...['common:icon', 'common:icon-expanded', 'picture:info', 'picture:views'],
  ...['vid:info', 'vid:storyboard', 'vid:transcodedVideos'],
];

/** Whether the texts and files of the property belong to the words of documents. */
export function isIndexedKey(key: string): boolean {
  return !unindexedKeys.includes(key);
}

const titleKey = 'dc:title';
const descriptionKey = 'dc:description';
const noteKey = 'note:note';
const noteTypeKey = 'note:mime_type';

export { descriptionKey, titleKey };

/** The keys, and those whose texts depend on them. */
export function withReadTogether(keys: readonly string[]): readonly string[] {
  const hasNote = keys.includes(noteTypeKey) || keys.includes(noteKey);
  return hasNote ? [...new Set([...keys, noteKey, noteTypeKey])] : keys;
}

/** Of documents that are not found by words: what tasks and workflows show are mostly keys of texts. */
const unindexedFacets: ReadonlySet<string> = new Set([
  'NotFulltextIndexable',
  'Task',
  'DocumentRoute',
]);

/** Proxies have the words of their targets, which the caller passes. */
export function isIndexable(shape: DocumentShape): boolean {
  return shape.type.name !== 'Root' && !shape.facets.some((facet) => unindexedFacets.has(facet));
}

/**
 * Every string of the document that is searched: also in lists and complex values; of blobs the
 * name. The order follows the content model, as PostgreSQL keeps properties in another one. With `keys`
 * only those of these properties, in their order.
 */
export function indexedTexts(
  { shape, properties }: Pick<IndexedDocument, 'shape' | 'properties'>,
  keys?: readonly string[],
): readonly IndexedText[] {
  const texts: IndexedText[] = [];
  const definitions = keys
    ? keys.flatMap((key) => shape.properties.get(key) ?? [])
    : shape.properties.values();
  for (const { key, field } of definitions) {
    const value = isIndexedKey(key) ? properties[key] : null;
    if (value === undefined || value === null) continue;
    const add = (text: string): void => {
      if (text !== '') texts.push({ key, text });
    };
    const isHtml = key === noteKey && properties[noteTypeKey] === 'text/html';
    if (isHtml && typeof value === 'string') texts.push({ key, text: value, isHtml });
    else collect(field, value, add);
  }
  return texts;
}

/** The visible part of a text, at most `lengthMax` characters. */
export function visibleText({ text, isHtml }: IndexedText, lengthMax: number): string {
  return isHtml ? htmlText(text, lengthMax) : text.slice(0, lengthMax);
}

/** The same texts, in order, cut to that many characters in total: short ones, such as titles, whole. */
export function beginningsOf(
  texts: readonly IndexedText[],
  lengthMax: number,
): readonly IndexedText[] {
  if (lengthOf(texts) <= lengthMax) return texts;
  let left = lengthMax;
  const beginnings = new Map<IndexedText, IndexedText>();
  for (const each of texts.toSorted((a, b) => a.text.length - b.text.length)) {
    if (left <= 0) break;
    beginnings.set(each, { ...each, text: each.text.slice(0, left) });
    left -= each.text.length;
  }
  return texts.flatMap((each) => beginnings.get(each) ?? []);
}

function lengthOf(texts: readonly IndexedText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function collect(
  field: Omit<Field, 'name'>,
  value: PropertyValue | undefined,
  add: (text: string) => void,
): void {
  if (typeof value === 'string') {
    if (field.type === 'string') add(value);
  } else if (Array.isArray(value)) {
    const { item } = field;
    if (item) for (const each of value) collect(item, each, add);
  } else if (isBlobValue(value)) {
    add(value.name ?? '');
  } else if (isComplexValue(value)) {
    for (const each of field.fields ?? []) collect(each, value[each.name], add);
  }
}
