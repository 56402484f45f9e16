import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import { type Document, hasFacet } from '../model/document.ts';
import type { WriteHandle } from '../storage/database.ts';
import { getUncheckedDocument } from './documents.ts';
import { requirePermission } from './permissions.ts';
import { compilable } from './principals.ts';
import type { Session } from './session.ts';

export interface ChildOrder {
  readonly id: DocumentId;
  /** The sibling it is put before; null puts it last. */
  readonly beforeId: DocumentId | null;
}

/**
 * Puts a document elsewhere among its siblings, which needs what changing their folder needs.
 *
 * @throws AppError document.not-found, permission.denied, request.invalid when the folder is not
 *   ordered or the other document is in another one
 */
export async function orderChild(
  handle: WriteHandle,
  session: Session,
  order: ChildOrder,
): Promise<void> {
  // Nobody adds or moves siblings meanwhile, so the positions that are read stay true.
  await handle.lockTree('exclusive');
  const document = await getUncheckedDocument(handle, session, { id: order.id });
  await requirePermission(handle, session, { document, permission: 'Read' });
  const folder = await getOrderedFolder(handle, session, document);
  if (order.beforeId !== null) {
    const before = await getUncheckedDocument(handle, session, { id: order.beforeId });
    if (before.isVersion || before.parentId !== folder.id) {
      throw new AppError(
        'request.invalid',
        `before: ${before.id} is not in the folder of ${document.id}; name one of its siblings`,
      );
    }
    if (before.id === document.id) return;
  }
  await renumber(handle, { ...order, folderId: folder.id });
}

async function getOrderedFolder(
  handle: WriteHandle,
  session: Session,
  document: Document,
): Promise<Document> {
  const folder =
    document.isVersion || document.parentId === null
      ? undefined
      : await getUncheckedDocument(handle, session, { id: document.parentId });
  if (!folder || !hasFacet(folder, 'Orderable')) {
    throw new AppError(
      'request.invalid',
      `${document.id} is not in an ordered folder: move it to one first`,
    );
  }
  await requirePermission(handle, session, { document: folder, permission: 'WriteProperties' });
  return folder;
}

/**
 * One statement for all siblings: they are numbered in even steps as they are, the document gets the
 * odd number before the other's (or the last one), and then everything is numbered from zero.
 */
async function renumber(
  handle: WriteHandle,
  { id, beforeId, folderId }: ChildOrder & { folderId: DocumentId },
): Promise<void> {
  const place: RawBuilder<number> =
    beforeId === null
      ? sql`(select 2 * count(*) + 1 from present)`
      : sql`(select rank - 1 from present where present.id = ${beforeId})`;
  const query = sql`
    with present as (
      select id, 2 * row_number() over (order by coalesce(position, -1), id) as rank
      from document where parent_id = ${folderId}
    ),
    wanted as (
      select id, row_number() over (
        order by case when id = ${id} then ${place} else rank end
      ) - 1 as place
      from present
    )
    update document set position = wanted.place from wanted
    where document.id = wanted.id
      and (document.position is null or document.position <> wanted.place)`;
  await handle.run(compilable(handle.builder, query));
}
