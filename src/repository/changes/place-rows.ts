import { type RawBuilder, sql } from 'kysely';
import type { DocumentId } from '../../base/ids.ts';
import { subtreeRange } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';

interface PlaceParams {
  id: string;
  parentId: string;
  name: string;
  path: string;
  aclId: number;
  trashed: number;
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
      system_token: e('system_token', '+', 1),
    }))
    .where('id', '=', p.id),
);

export interface PathChange {
  readonly oldPath: string;
  readonly path: string;
}

/** One statement for the whole subtree; lengths are in code points, as in SQL. */
export async function rewritePathsBelow(
  handle: WriteHandle,
  { oldPath, path }: PathChange,
): Promise<void> {
  const { from, to } = subtreeRange(oldPath);
  const start = [...oldPath].length + 1;
  await handle.run(
    handle.builder
      .updateTable('document')
      .set({ path: sql<string>`cast(${path} as text) || substr(path, cast(${start} as integer))` })
      .where('path', '>=', from)
      .where('path', '<', to),
  );
}

/** Sets whether everything below a path is in the trash. */
export async function flagTrashedBelow(
  handle: WriteHandle,
  { path, isTrashed }: { readonly path: string; readonly isTrashed: boolean },
): Promise<void> {
  const { from, to } = subtreeRange(path);
  await handle.run(
    handle.builder
      .updateTable('document')
      .set({ is_trashed: isTrashed ? 1 : 0 })
      .where('path', '>=', from)
      .where('path', '<', to),
  );
}

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
