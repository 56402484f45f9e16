import { type RawBuilder, sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';

interface PlaceParams {
  id: string;
  parentId: string;
  name: string;
  path: string;
  aclId: number;
  trashed: number;
  treeSeq: number;
  /** How much the change token grows: not at all for a new document. */
  tokenStep: number;
  /** Only for another parent: within an ordered folder a document keeps its position. */
  position: number | null;
}

export const placeRow = defineStatement<PlaceParams, unknown>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      position: e
        .case()
        .when('parent_id', '=', p.parentId)
        .then(e.ref('position'))
        .else(p.position)
        .end(),
      parent_id: p.parentId,
      name: p.name,
      path: p.path,
      acl_id: p.aclId,
      is_trashed: p.trashed,
      tree_seq: p.treeSeq,
      system_token: e('system_token', '+', p.tokenStep),
    }))
    .where('id', '=', p.id),
);

interface StoredPlaceRow {
  readonly id: string;
  readonly path: string;
  readonly acl: number;
  readonly trashed: number;
}

/** Writes the places of many documents in one statement. */
export async function storePlacesOf(
  handle: WriteHandle,
  rows: readonly StoredPlaceRow[],
  treeSeq: number,
): Promise<void> {
  const types = { id: 'text', path: 'text', acl: 'integer', trashed: 'integer' } as const;
  const query = sql`update document
    set path = m.path, acl_id = m.acl, is_trashed = m.trashed, tree_seq = ${treeSeq}
    from ${handle.dialect.rowsOf(rows, types)} as m where document.id = m.id`;
  await handle.run(compilable(handle.rows, query));
}

/** For rows that get another path in the same unit. */
export async function unsetPaths(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids, idsPerStatement)) {
    await handle.run(
      handle.rows.updateTable('document').set({ path: null }).where('id', 'in', some),
    );
  }
}

/** Takes rows out of the tree: their paths and names are free, and a job removes them. */
export async function detachRows(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  for (const some of slicesOf(ids, idsPerStatement)) {
    const detached = { path: null, parent_id: null, name: '' };
    await handle.run(handle.rows.updateTable('document').set(detached).where('id', 'in', some));
  }
}

const idsPerStatement = 500;

export interface ChildOrder {
  readonly id: DocumentId;
  /** The sibling it is put before; null puts it last. */
  readonly beforeId: DocumentId | null;
}

/**
 * One statement for all siblings: they get even numbers in their present order, the document gets
 * the odd number before the other's (or the last one), and then all are numbered from zero.
 */
export async function renumberChildren(
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
