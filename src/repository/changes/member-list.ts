import { slicesOf } from '../../base/slices.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import { defineStatement } from '../../storage/statement.ts';
import { isSet } from './version-rows.ts';

// The rows of the members of collections; see `CollectionMemberTable`. Callers have locked the row of the
// collection, so that no other unit changes its members meanwhile.

/** A member as its row has it. */
export interface MemberRow {
  readonly member_id: string;
  readonly position: number;
  readonly added_after: number;
}

/** Between two new members, so that others can be put between them. */
export const positionStep = 1_048_576;

export const insertList = defineStatement<{ id: string }, unknown>((b, p) =>
  b
    .insertInto('collection_list')
    .values({
      id: p.id,
      document_id: p.id,
      source_id: null,
      source_version_at: null,
      source_position: null,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

const lastVersion = defineStatement<{ id: string }, { last: number | null }>((b, p) =>
  b
    .selectFrom('document')
    .select((e) => e.fn.max('version_created_at').as('last'))
    .where('series_id', '=', p.id)
    .where('is_version', '=', isSet),
);

/** When the last version of the collection was made; 0 without one. */
export async function lastVersionOf(handle: ReadHandle, id: string): Promise<number> {
  return (await handle.fetchFirst(lastVersion, { id }))?.last ?? 0;
}

const lastPosition = defineStatement<{ id: string }, { position: number }>((b, p) =>
  b
    .selectFrom('collection_member')
    .select('position')
    .where('collection_id', '=', p.id)
    .orderBy('position', 'desc')
    .limit(1),
);

const keysPerQuery = 250;

/** The members among the documents. */
export async function findMembers(
  handle: ReadHandle,
  { collectionId, ids }: { readonly collectionId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, MemberRow>> {
  const found = new Map<string, MemberRow>();
  for (const some of slicesOf(ids, keysPerQuery)) {
    const rows = await handle.all(
      handle.builder
        .selectFrom('collection_member')
        .select(['member_id', 'position', 'added_after'])
        .where('collection_id', '=', collectionId)
        .where('member_id', 'in', keyList(handle.dialect, some))
        .where('removed_after', 'is', null),
    );
    for (const row of rows) found.set(row.member_id, row);
  }
  return found;
}

const rowsPerInsert = 500;

/** Adds documents that are no members, behind all others and in their order. */
export async function appendMembers(
  handle: WriteHandle,
  { collectionId, ids }: { readonly collectionId: string; readonly ids: readonly string[] },
): Promise<void> {
  await handle.execute(insertList, { id: collectionId });
  const addedAfter = await lastVersionOf(handle, collectionId);
  const last = (await handle.fetchFirst(lastPosition, { id: collectionId }))?.position ?? 0;
  const rows = ids.map((member_id, at) => ({
    member_id,
    position: last + (at + 1) * positionStep,
  }));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await insertMembers(handle, { collectionId, addedAfter, rows: some });
  }
}

interface NewRows {
  readonly collectionId: string;
  readonly addedAfter: number;
  readonly rows: readonly Pick<MemberRow, 'member_id' | 'position'>[];
}

/** A row may be left of a member that was removed, and of which only removed versions had to know. */
async function insertMembers(
  handle: WriteHandle,
  { collectionId, addedAfter, rows }: NewRows,
): Promise<void> {
  const values = rows.map((row) => ({
    ...row,
    collection_id: collectionId,
    added_after: addedAfter,
    removed_after: null,
  }));
  await handle.run(
    handle.builder
      .insertInto('collection_member')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['collection_id', 'member_id', 'added_after'])
          .doUpdateSet((e) => ({ position: e.ref('excluded.position'), removed_after: null })),
      ),
  );
}

/** Removes members: the rows, unless versions of the collection have them. */
export async function endMembers(
  handle: WriteHandle,
  { collectionId, ids }: { readonly collectionId: string; readonly ids: readonly string[] },
): Promise<void> {
  const last = await lastVersionOf(handle, collectionId);
  for (const some of slicesOf(ids, keysPerQuery)) {
    const keys = keyList(handle.dialect, some);
    await handle.run(
      handle.builder
        .deleteFrom('collection_member')
        .where('collection_id', '=', collectionId)
        .where('member_id', 'in', keys)
        .where('removed_after', 'is', null)
        .where('added_after', '>=', last),
    );
    if (last === 0) continue;
    await handle.run(
      handle.builder
        .updateTable('collection_member')
        .set({ removed_after: last })
        .where('collection_id', '=', collectionId)
        .where('member_id', 'in', keys)
        .where('removed_after', 'is', null),
    );
  }
}

/** Gives members other positions. Versions of the collection keep the old ones. */
export async function placeMembers(
  handle: WriteHandle,
  {
    collectionId,
    places,
  }: { readonly collectionId: string; readonly places: readonly Omit<MemberRow, 'added_after'>[] },
): Promise<void> {
  const ids = places.map(({ member_id }) => member_id);
  await endMembers(handle, { collectionId, ids });
  const addedAfter = await lastVersionOf(handle, collectionId);
  for (const rows of slicesOf(places, rowsPerInsert)) {
    await insertMembers(handle, { collectionId, addedAfter, rows });
  }
}

/** The first members behind a position. */
export async function findMembersBehind(
  handle: ReadHandle,
  {
    collectionId,
    behind,
    limit,
  }: { readonly collectionId: string; readonly behind: number; readonly limit: number },
): Promise<readonly MemberRow[]> {
  return handle.all(
    handle.builder
      .selectFrom('collection_member')
      .select(['member_id', 'position', 'added_after'])
      .where('collection_id', '=', collectionId)
      .where('removed_after', 'is', null)
      .where('position', '>', behind)
      .orderBy('position')
      .limit(limit),
  );
}
