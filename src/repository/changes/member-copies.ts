import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { collectionFacet } from '../../model/collection-names.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { compilable, defineStatement } from '../../storage/statement.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { insertList, lastVersionOf } from './member-list.ts';

/** A document and its copy. */
export interface CopiedDocument {
  readonly source: DocumentRow;
  readonly copyId: string;
}

/** Members that one statement copies; the job copies the others of a larger collection. */
const copiedAtOnce = 500;

/** Gives the copies of collections, or of versions of collections, the members that these have. */
export async function copyMembers(
  unit: WriteUnit,
  copies: readonly CopiedDocument[],
): Promise<void> {
  for (const { source, copyId } of copies) {
    if (source.proxy_target_id !== null || !isCollectionRow(unit.model, source)) continue;
    await unit.handle.execute(insertList, { id: copyId });
    const origin = { id: source.series_id, versionAt: source.version_created_at };
    const position = await copySlice(unit.handle, { origin, copyId, after: null });
    if (position === null) continue;
    await unit.handle.run(
      unit.handle.builder
        .updateTable('collection_list')
        .set({
          source_id: source.series_id,
          source_version_at: source.version_created_at,
          source_position: position,
        })
        .where('id', '=', copyId),
    );
    announceAfterCommit(unit.handle, (listener) => listener.workLeft?.());
  }
}

function isCollectionRow(
  model: ContentModel,
  row: Pick<DocumentRow, 'primary_type' | 'instance_facets'>,
): boolean {
  const { facets } = model.shapeOf(row.primary_type);
  if (facets.includes(collectionFacet)) return true;
  return row.instance_facets?.includes(`"${collectionFacet}"`) === true;
}

/** The members of a collection, or those that it had when a version was made. */
interface MemberOrigin {
  readonly id: string;
  readonly versionAt: number | null;
}

interface CopySlice {
  readonly origin: MemberOrigin;
  readonly copyId: string;
  /** The position of the last member that was copied; null to begin. */
  readonly after: number | null;
}

/** Copies the next members; returns the position of the last of them, null when there are no more. */
async function copySlice(
  handle: WriteHandle,
  { origin, copyId, after }: CopySlice,
): Promise<number | null> {
  const members = handle.builder
    .selectFrom('collection_member')
    .where('collection_id', '=', origin.id)
    .where(isOf(origin));
  const positions = await handle.all(
    members
      .select('position')
      .$if(after !== null, (q) => q.where('position', '>', after ?? 0))
      .orderBy('position')
      .limit(copiedAtOnce),
  );
  const last = positions.at(-1);
  if (!last) return null;
  const from = sql.lit(after ?? Number.MIN_SAFE_INTEGER);
  const copy = sql`insert into collection_member
      (collection_id, member_id, position, added_after, removed_after)
    select ${copyId}, member_id, position, 0, null from collection_member
    where collection_id = ${origin.id} and ${isOf(origin)}
      and position > ${from} and position <= ${sql.lit(last.position)}
    on conflict do nothing`;
  await handle.run(compilable(handle.builder, copy));
  return positions.length < copiedAtOnce ? null : last.position;
}

function isOf({ versionAt }: MemberOrigin): RawBuilder<SqlBool> {
  if (versionAt === null) return sql`removed_after is null`;
  const at = sql.lit(versionAt);
  return sql`(added_after < ${at} and (removed_after is null or removed_after >= ${at}))`;
}

/**
 * Gives a collection the members that it had when one of its versions was made. Its other versions keep
 * theirs. The row of the collection is locked.
 */
export async function restoreMembers(
  handle: WriteHandle,
  { collectionId, versionAt }: { readonly collectionId: string; readonly versionAt: number },
): Promise<void> {
  const last = await lastVersionOf(handle, collectionId);
  const added = handle.builder
    .deleteFrom('collection_member')
    .where('collection_id', '=', collectionId)
    .where('removed_after', 'is', null)
    .where('added_after', '>=', Math.max(versionAt, last));
  await handle.run(added);
  await handle.run(
    handle.builder
      .updateTable('collection_member')
      .set({ removed_after: last })
      .where('collection_id', '=', collectionId)
      .where('removed_after', 'is', null)
      .where('added_after', '>=', versionAt),
  );
  const removed = sql`insert into collection_member
      (collection_id, member_id, position, added_after, removed_after)
    select collection_id, member_id, position, ${sql.lit(last)}, null from collection_member
    where collection_id = ${collectionId} and removed_after is not null
      and ${isOf({ id: collectionId, versionAt })}
    on conflict (collection_id, member_id, added_after)
      do update set position = excluded.position, removed_after = null`;
  await handle.run(compilable(handle.builder, removed));
}

const removedList = defineStatement<object, { id: string }>((b) =>
  b
    .selectFrom('collection_list as list')
    .select('list.id')
    .where('list.document_id', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('collection_list as copy')
            .select('copy.id')
            .whereRef('copy.source_id', '=', 'list.id'),
        ),
      ),
    )
    .limit(1),
);

const unfinishedCopy = defineStatement<object, CopyRow>((b) =>
  b
    .selectFrom('collection_list')
    .select(['id', 'document_id', 'source_id', 'source_version_at', 'source_position'])
    .where('source_id', 'is not', null)
    .limit(1),
);

interface CopyRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly source_id: string | null;
  readonly source_version_at: number | null;
  readonly source_position: number | null;
}

/** Whether there are members to copy or to remove. */
export async function hasMemberWork(handle: ReadHandle): Promise<boolean> {
  if (await handle.fetchFirst(unfinishedCopy, {})) return true;
  return (await handle.fetchFirst(removedList, {})) !== undefined;
}

/** Copies or removes the next members; false when nothing is left to do. */
export async function doMemberWork(handle: WriteHandle, rowsMax: number): Promise<boolean> {
  const copy = await handle.fetchFirst(unfinishedCopy, {});
  if (copy) {
    await continueCopy(handle, copy);
    return true;
  }
  const removed = await handle.fetchFirst(removedList, {});
  if (!removed) return false;
  await removeSlice(handle, removed.id, rowsMax);
  return true;
}

async function continueCopy(handle: WriteHandle, copy: CopyRow): Promise<void> {
  const { id: copyId, source_id: id, source_version_at: versionAt, source_position: after } = copy;
  const position =
    id === null || copy.document_id === null
      ? null
      : await copySlice(handle, { origin: { id, versionAt }, copyId, after });
  const done = { source_id: null, source_version_at: null, source_position: null };
  await handle.run(
    handle.builder
      .updateTable('collection_list')
      .set(position === null ? done : { source_position: position })
      .where('id', '=', copyId),
  );
}

/** Removes members of a collection that is removed, and at the end its row. */
async function removeSlice(handle: WriteHandle, id: string, rowsMax: number): Promise<void> {
  const some = sql`delete from collection_member where (collection_id, member_id, added_after) in
    (select collection_id, member_id, added_after from collection_member
      where collection_id = ${id} limit ${sql.lit(rowsMax)})`;
  const removed = await handle.run(compilable(handle.builder, some));
  if (removed >= rowsMax) return;
  await handle.run(handle.builder.deleteFrom('collection_list').where('id', '=', id));
}
