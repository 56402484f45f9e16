import { sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue } from '../../model/value.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { hasPermission } from '../access/permissions.ts';
import { derivedColumns } from '../changes/stored-content.ts';
import { hydrateDocuments } from '../documents/documents.ts';
import type { ReadUnit } from '../unit/unit.ts';

export interface LiveChildQuery {
  readonly parentId: DocumentId;
  readonly types: readonly string[];
  /** Of the document, or of its main file; Unicode normalisation is ignored. */
  readonly by: { readonly title: string } | { readonly fileName: string };
}

/** The name of the main file; both engines read the same path into the JSON. */
const fileNameColumn = sql<string>`properties -> 'file:content' ->> 'name'`;

/** The oldest child outside the trash that matches and that the caller may read. */
export async function findLiveChild(
  unit: ReadUnit,
  query: LiveChildQuery,
): Promise<Document | undefined> {
  if (query.types.length === 0) return undefined;
  const documents = await hydrateDocuments(unit, await fittingRows(unit.handle, query));
  for (const document of documents) {
    const isWanted = isSameName(document, query.by);
    const question = { document, permission: 'Read' };
    if (isWanted && (await hasPermission(unit, question))) return document;
  }
  return undefined;
}

function fittingRows(handle: ReadHandle, { parentId, types, by }: LiveChildQuery) {
  const children = handle.builder
    .selectFrom('document')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('is_trashed', '=', 0)
    .where('proxy_target_id', 'is', null)
    .where('primary_type', 'in', [...types])
    .orderBy('created_at')
    .orderBy('id');
  if ('fileName' in by) {
    return handle.all(children.where(fileNameColumn, 'in', spellings(by.fileName)));
  }
  // The column has only the beginning of long titles.
  const keys = spellings(by.title).map((title) => derivedColumns({ 'dc:title': title }).title_key);
  return handle.all(children.where('title_key', 'in', keys));
}

function spellings(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}

function isSameName({ properties }: Document, by: LiveChildQuery['by']): boolean {
  const wanted = 'title' in by ? by.title : by.fileName;
  const content = properties[mainBlobXpath];
  const name = 'title' in by ? properties['dc:title'] : isBlobValue(content) && content.name;
  return typeof name === 'string' && name.normalize('NFC') === wanted.normalize('NFC');
}
