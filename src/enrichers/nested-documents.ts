import { writeDocument } from '../entities/document-entity.ts';
import type { Document } from '../model/document.ts';
import { withRowProperties } from '../repository/documents/row-properties.ts';
import type { EnricherContext } from './define.ts';

/**
 * Writes the documents within the values of an enricher: where schemas are shown, with the properties that are
 * kept in rows. At most one query for all. Each of the documents is written once, however often a page has it.
 */
export async function nestedWriter(
  { unit, writing }: Pick<EnricherContext, 'unit' | 'writing'>,
  documents: Iterable<Document>,
): Promise<(document: Document) => ReturnType<typeof writeDocument>> {
  const distinct = [...new Map([...documents].map((each) => [each.id, each])).values()];
  const { schemas } = writing;
  const complete =
    schemas === undefined || distinct.length === 0
      ? distinct
      : await withRowProperties(unit, distinct, schemas);
  const byId = new Map(complete.map((each) => [each.id, each]));
  const written = new Map<string, ReturnType<typeof writeDocument>>();
  return (document) => {
    const entity =
      written.get(document.id) ?? writeDocument(byId.get(document.id) ?? document, writing);
    written.set(document.id, entity);
    return entity;
  };
}
