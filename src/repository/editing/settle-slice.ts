import { monotonicMs } from '../../base/clock.ts';
import { subtreeRange } from '../../model/document-path.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { keyList } from '../../storage/sql-dialect.ts';
import type { PendingChangeTable } from '../../storage/tables.ts';
import { endPendingChange } from '../changes/pending-changes.ts';
import { detachRows } from '../changes/place-rows.ts';
import { placeNow, type StoredPlace, storePlaces, type TreePlace } from '../changes/tree-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { announceCopied, copiedColumns } from './copied-rows.ts';
import { removeBatch } from './remove-batch.ts';
import { removeRemoved } from './removers.ts';

interface Slice {
  readonly seq: number;
  readonly rowsMax: number;
}

interface SettledSlice {
  readonly seq: number;
  /** Rows for which there was time, also those that had the change already. */
  readonly read: number;
  /** Those of them that were written or removed. */
  readonly written: number;
  /** False once the change is in all rows, and is gone. */
  readonly isLeft: boolean;
}

/**
 * Writes a pending change to the next rows, from the last path to the first, so that documents are
 * removed before those above them.
 */
export async function settleSlice(unit: WriteUnit, { seq, rowsMax }: Slice): Promise<SettledSlice> {
  const { handle } = unit;
  // Other units that write places of rows have the lock, too.
  await handle.lockTree('exclusive');
  const change = await handle.first(
    handle.rows.selectFrom('pending_change').selectAll().where('seq', '=', seq),
  );
  if (!change) return { seq, read: 0, written: 0, isLeft: false };
  const rows = await nextRows(handle, change, rowsMax);
  if (rows.length === 0) return endChange(unit, change, rowsMax);
  const author = { ...unit, actingFor: change.principal_name };
  const { read, written } = await settleInTime(author, rows, seq);
  await handle.run(
    handle.rows
      .updateTable('pending_change')
      .set({ rewritten: change.rewritten + read, position: rows[read - 1]?.path ?? null })
      .where('seq', '=', seq),
  );
  return { seq, read, written, isLeft: true };
}

/** Rows that are written by the first statements of a slice. */
const rowsTogether = 20;

/**
 * Rows that have the change already take no time, so the number of rows does not tell how long a slice takes.
 * Where many rows need little of the time, as on PostgreSQL, more are written together.
 */
async function settleInTime(
  unit: WriteUnit,
  rows: readonly StoredRow[],
  seq: number,
): Promise<{ readonly read: number; readonly written: number }> {
  const { sliceMs } = unit.handle.dialect;
  const startMs = monotonicMs();
  let tookMs = 0;
  let together = rowsTogether;
  let read = 0;
  let written = 0;
  while (read < rows.length && (read === 0 || tookMs < sliceMs)) {
    const next: StoredRow[] = [];
    for (; read < rows.length && next.length < together; read += 1) {
      const row = rows[read];
      if (row && row.tree_seq < seq) next.push(row);
    }
    written += await settle(unit, next);
    const beforeMs = tookMs;
    tookMs = monotonicMs() - startMs;
    if (tookMs - beforeMs < sliceMs / 4) together *= 2;
  }
  return { read, written };
}

/** Also rows that have the change already: a statement reads no more than these. */
function nextRows(
  handle: WriteHandle,
  { path, position }: PendingChangeTable,
  rowsMax: number,
): Promise<StoredRow[]> {
  const { from, to } = subtreeRange(path);
  return handle.all(
    handle.rows
      .selectFrom('document')
      .select(copiedColumns)
      .where('path', '>=', from)
      .where('path', '<', position ?? to)
      .orderBy('path', 'desc')
      .limit(rowsMax),
  );
}

type StoredRow = StoredPlace & {
  readonly primary_type: string;
  readonly lifecycle_state: string;
  readonly instance_facets: string | null;
};

async function settle(unit: WriteUnit, rows: readonly StoredRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  await announceCopied(unit, rows);
  const places: TreePlace[] = [];
  const removed: StoredRow[] = [];
  for (const row of rows) {
    const place = placeNow(unit.handle, row);
    if (place) places.push(place);
    else removed.push(row);
  }
  await storePlaces(unit.handle, places);
  await removeStored(unit, removed);
  return rows.length;
}

async function removeStored(unit: WriteUnit, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { handle } = unit;
  const ids = await withProxies(
    handle,
    rows.map(({ id }) => id),
  );
  // Otherwise a concurrent check-in would leave a version of a document that is gone.
  await lockRows(handle, ids);
  const parents = new Set(await parentsOfOthers(handle, ids));
  await detachRows(handle, [...parents]);
  const known = new Set(rows.map(({ id }) => id));
  // Before the documents that they show.
  const stale = ids.filter((id) => !known.has(id));
  if (stale.length > 0) await removeBatch(unit, stale);
  const left = rows.filter(({ id }) => !parents.has(id));
  await removeRemoved(unit, left);
}

/** Proxies of removed documents are removed, too: no others have any. */
async function withProxies(
  handle: WriteHandle,
  ids: readonly string[],
): Promise<readonly string[]> {
  const proxies = await handle.all(
    handle.rows
      .selectFrom('document')
      .select('id')
      .where('proxy_target_id', 'in', keyList(handle.dialect, ids)),
  );
  return [...new Set([...ids, ...proxies.map(({ id }) => id)])];
}

/**
 * Those of the documents in which there are rows of others: of documents that were moved there, and
 * are removed with another slice. Such a document is removed at the end of its change.
 */
async function parentsOfOthers(
  handle: WriteHandle,
  ids: readonly string[],
): Promise<readonly string[]> {
  const some = keyList(handle.dialect, ids);
  const rows = await handle.all(
    handle.rows
      .selectFrom('document')
      .select('parent_id')
      .distinct()
      .where('parent_id', 'in', some)
      .where('id', 'not in', some),
  );
  return rows.flatMap(({ parent_id: id }) => id ?? []);
}

async function lockRows(handle: WriteHandle, ids: readonly string[]): Promise<void> {
  const rows = handle.rows
    .selectFrom('document')
    .select('id')
    .where('id', 'in', keyList(handle.dialect, ids));
  await handle.all(handle.dialect.locking(rows, 'update'));
}

/** Rows that left the tree are removed at last: until then others refer to them. */
async function endChange(
  unit: WriteUnit,
  { seq, removes }: PendingChangeTable,
  rowsMax: number,
): Promise<SettledSlice> {
  const { handle } = unit;
  if (removes !== 'nothing') {
    const detached = await handle.all(
      handle.rows
        .selectFrom('document')
        .select('id')
        .where('path', 'is', null)
        .where('is_version', '=', 0)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('document as child')
                .select('child.id')
                .whereRef('child.parent_id', '=', 'document.id'),
            ),
          ),
        )
        .limit(rowsMax),
    );
    if (detached.length > 0) {
      const ids = detached.map(({ id }) => id);
      await removeBatch(unit, await withProxies(handle, ids));
      return { seq, read: detached.length, written: detached.length, isLeft: true };
    }
  }
  await endPendingChange(handle, seq);
  return { seq, read: 0, written: 0, isLeft: false };
}
