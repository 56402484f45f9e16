import { htmlText } from '../../content/text-extraction/html-text.ts';
import type { DocumentShape, Field } from '../../model/content-model.ts';
import {
  isBlobValue,
  isComplexValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';

/** What the words of a document depend on. */
export interface IndexedDocument {
  readonly id: string;
  readonly shape: DocumentShape;
  readonly properties: Properties;
}

/** A text of a document and the property it is of. */
export interface IndexedText {
  readonly key: string;
  readonly text: string;
}

const titleKey = 'dc:title';
const descriptionKey = 'dc:description';
const noteKey = 'note:note';
const noteTypeKey = 'note:mime_type';

export { descriptionKey, titleKey };

/** Proxies have the words of their targets; the caller reads those. */
export function isIndexable(shape: DocumentShape): boolean {
  return shape.type.name !== 'Root' && !shape.facets.includes('NotFulltextIndexable');
}

/**
 * Every string of the document that is searched: of lists and complex values too, of blobs the name.
 * The order follows the content model, as PostgreSQL keeps properties in another one.
 */
export function indexedTexts({
  shape,
  properties,
}: Pick<IndexedDocument, 'shape' | 'properties'>): readonly IndexedText[] {
  const texts: IndexedText[] = [];
  for (const { key, field } of shape.properties.values()) {
    const value = properties[key];
    if (value === undefined || value === null) continue;
    const add = (text: string): void => {
      if (text !== '') texts.push({ key, text });
    };
    if (key === noteKey && typeof value === 'string') add(noteText(value, properties));
    else collect(field, value, add);
  }
  return texts;
}

function noteText(note: string, properties: Properties): string {
  return properties[noteTypeKey] === 'text/html' ? htmlText(note) : note;
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
