import type { Document } from '../model/document.ts';
import { withRowProperties } from '../repository/documents/row-properties.ts';
import type { EnricherContext } from './define.ts';

/**
 * Returns the documents within the values of an enricher as they are written: where schemas are shown, with
 * the properties that are kept in rows. At most one query for all.
 */
export async function completeNested(
  { unit, writing: { schemas } }: Pick<EnricherContext, 'unit' | 'writing'>,
  documents: Iterable<Document>,
): Promise<(document: Document) => Document> {
  const distinct = [...new Map([...documents].map((each) => [each.id, each])).values()];
  if (schemas === undefined || distinct.length === 0) return (document) => document;
  const complete = await withRowProperties(unit, distinct, schemas);
  const byId = new Map(complete.map((each) => [each.id, each]));
  return (document) => byId.get(document.id) ?? document;
}
