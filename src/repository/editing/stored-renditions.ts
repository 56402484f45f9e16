import { sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import { newDocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { collectBlobs, mainBlobXpath } from '../../model/property-access.ts';
import { renditionFacet, type StoredRendition } from '../../model/stored-rendition.ts';
import type { Properties } from '../../model/value.ts';
import { insertDocument } from '../changes/insert-documents.ts';
import { storedFacets } from '../changes/save-content.ts';
import { blankRow, derivedColumns, storedProperties } from '../changes/stored-content.ts';
import { isSet } from '../changes/version-rows.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import { selectListed } from '../documents/listed-rows.ts';
import { type WriteUnit, withoutLargeValues } from '../unit/unit.ts';

const defaultType = 'File';

interface RenditionOfVersion {
  readonly source: Document;
  readonly rendition: StoredRendition;
}

/**
 * The document that has a rendition of a version as its file: another version in the history of the
 * same document, which is never its latest one and is not listed with the others. It has the rights of the
 * history. One that exists is used again.
 */
export async function storeRendition(
  unit: WriteUnit,
  wanted: RenditionOfVersion,
): Promise<Document> {
  return (await findStored(unit, wanted)) ?? insertStored(unit, wanted);
}

async function findStored(
  unit: WriteUnit,
  { source, rendition }: RenditionOfVersion,
): Promise<Document | undefined> {
  const rows = await unit.handle.all(
    selectListed(unit.handle)
      .where('series_id', '=', source.seriesId)
      .where('is_version', '=', isSet)
      .where(sql<boolean>`cast(instance_facets as text) like ${`%"${renditionFacet}"%`}`)
      .orderBy('version_created_at')
      .orderBy('id'),
  );
  const documents = await hydrateDocuments(withoutLargeValues(unit), rows);
  return documents.find(
    ({ properties }) =>
      properties['rend:sourceId'] === source.id &&
      properties['rend:renditionName'] === rendition.name,
  );
}

async function insertStored(
  unit: WriteUnit,
  { source, rendition }: RenditionOfVersion,
): Promise<Document> {
  const hasFile = source.shape.properties.has(mainBlobXpath);
  const type = hasFile ? source.type : defaultType;
  const facets = [renditionFacet];
  const properties: Properties = {
    ...sharedProperties(source, unit.model.shapeOf(type, facets).properties),
    [mainBlobXpath]: rendition.blob,
    'rend:renditionName': rendition.name,
    'rend:sourceId': source.id,
    'rend:sourceVersionableId': source.seriesId,
  };
  const row = {
    ...blankRow,
    id: newDocumentId(),
    parent_id: null,
    name: source.name,
    path: null,
    primary_type: type,
    instance_facets: storedFacets(facets),
    lifecycle_state: source.state,
    properties: storedProperties(properties),
    ...derivedColumns(properties),
    acl_id: source.aclId,
    series_id: source.seriesId,
    is_version: 1,
    is_checked_out: 0,
    version_created_at: unit.nowMs,
  };
  const stored = await insertDocument(unit, { row, properties, eventId: null });
  assert(stored, 'a version has neither a path nor a name that could be taken');
  return { ...stored, path: source.path, parentId: source.parentId };
}

/** Values that the type of the rendition has as well, without other files. */
function sharedProperties(
  { properties }: Document,
  known: ReadonlyMap<string, unknown>,
): Properties {
  const shared = Object.entries(properties).filter(
    ([key, value]) => known.has(key) && collectBlobs({ [key]: value }).length === 0,
  );
  return Object.fromEntries(shared);
}
