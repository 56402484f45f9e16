import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import type { Tables } from '../../storage/tables.ts';
import { isReadable, type Readable, readableDocuments } from '../access/readable.ts';
import { isBelowPathAfter, pathInOrder } from '../sql/tree-conditions.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { propertiesBytes } from './listed-rows.ts';

/** A document below a folder, without its content. */
export interface PlaceBelow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  /** In the order of an ordered folder. */
  readonly position: number | null;
  /** Of its properties as they are stored. */
  readonly bytes: number;
}

const rowsPerQuery = 1_000;

/**
 * The documents below a folder that the caller may see, parents before their children: those that
 * would be copied with it, without comments and, unless it is trashed itself, without trashed documents.
 *
 * @throws AppError request.answer-too-large
 */
export async function listPlacesBelow(unit: ReadUnit, top: Document): Promise<PlaceBelow[]> {
  const readable = await readableDocuments(unit);
  const places: PlaceBelow[] = [];
  for (let after = top.path; after !== null && !top.isVersion; ) {
    const rows = await nextRows(unit, top, { after, readable });
    for (const { id, parent_id, name, position, bytes } of rows) {
      if (parent_id === null) continue;
      places.push({ id, parentId: parent_id, name, position, bytes: Number(bytes) });
    }
    requireFew(places.length + 1);
    after = rows.length < rowsPerQuery ? null : (rows.at(-1)?.path ?? null);
    if (isTurnOver()) await giveTurn();
  }
  return places;
}

function nextRows(
  { handle, model }: ReadUnit,
  { path, isTrashed }: Document,
  { after, readable }: { readonly after: string; readonly readable: Readable | undefined },
) {
  const folder = path ?? '';
  const excluded = model.definition.types.flatMap((type) =>
    type.excludedFromCopy ? type.name : [],
  );
  return handle.all(
    handle.builder
      .selectFrom('document')
      .select(['id', 'parent_id', 'name', 'position', 'path'])
      .select(propertiesBytes(handle.dialect).as('bytes'))
      .where(isBelowPathAfter(handle, folder, after))
      .$if(excluded.length > 0, (q) => q.where('primary_type', 'not in', excluded))
      .where((e) => e.not(e.exists(commentOf(e))))
      .$if(!isTrashed, (q) => q.where('is_trashed', '=', 0))
      .$if(readable !== undefined, (q) => q.where(isReadable(handle, readable as Readable)))
      .orderBy(pathInOrder(handle, folder))
      .limit(rowsPerQuery),
  );
}

function commentOf(e: ExpressionBuilder<Tables, 'document'>) {
  return e
    .selectFrom('comment_entry')
    .select('comment_entry.id')
    .whereRef('comment_entry.id', '=', 'document.id');
}

function requireFew(count: number): void {
  if (count <= limits.exportedDocumentsMax) return;
  throw new AppError(
    'request.answer-too-large',
    `the tree has more than ${limits.exportedDocumentsMax} documents: take the folders in it one by one`,
  );
}
