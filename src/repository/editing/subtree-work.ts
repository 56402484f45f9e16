import { sql } from 'kysely';
import {
  type PendingChangeWork,
  type PendingKind,
  pendingKinds,
  type SubtreeTaskKind,
  type SubtreeTaskWork,
  type SubtreeWorkState,
  subtreeTaskKinds,
} from '../../model/subtree-work.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { PendingChangeTable, SubtreeTaskTable } from '../../storage/tables.ts';
import { pathsById } from '../sql/paths-by-id.ts';

interface SubtreeWorkList {
  readonly changes: readonly PendingChangeWork[];
  readonly tasks: readonly SubtreeTaskWork[];
}

/** The oldest of each, up to `limit`, without a check of permissions. */
export async function listSubtreeWork(handle: ReadHandle, limit: number): Promise<SubtreeWorkList> {
  const changes = await handle.all(
    handle.rows.selectFrom('pending_change').selectAll().orderBy('seq').limit(limit),
  );
  const tasks = await handle.all(
    handle.rows
      .selectFrom('subtree_task')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit),
  );
  const paths = await pathsById(
    handle,
    [...changes.filter(isUnplaced), ...tasks].map(({ document_id: id }) => id),
  );
  return {
    changes: changes.map((row) => changeOf(row, paths)),
    tasks: tasks.map((row) => taskOf(row, paths)),
  };
}

/** Of a copy that is not in its place: its document is the one that is copied. */
function isUnplaced({ kind, new_path }: PendingChangeTable): boolean {
  return kind === 'copy' && new_path === null;
}

type Paths = ReadonlyMap<string, string | null>;

function changeOf(row: PendingChangeTable, paths: Paths): PendingChangeWork {
  // The path at which a copy was made is none that a document can have.
  const copied = isUnplaced(row) ? (paths.get(row.document_id) ?? null) : null;
  return {
    seq: row.seq,
    kind: row.kind as PendingKind,
    state: stateOf(row),
    documentId: row.document_id,
    path: row.kind === 'copy' ? copied : row.path,
    newPath: row.new_path,
    principalName: row.principal_name,
    sinceMs: row.created_at,
    done: row.rewritten,
    total: row.total,
    ...failuresOf(row),
  };
}

function stateOf({ kind, removes, position }: PendingChangeTable): SubtreeWorkState {
  if (removes === 'hidden') return 'copying';
  if (kind === 'copy' && removes === 'all') return 'discarding';
  return position === null ? 'waiting' : 'writing';
}

function taskOf(row: SubtreeTaskTable, paths: Paths): SubtreeTaskWork {
  return {
    id: row.id,
    kind: row.kind as SubtreeTaskKind,
    state: row.position === null ? 'waiting' : 'writing',
    documentId: row.document_id,
    path: paths.get(row.document_id) ?? null,
    principalName: row.principal_name,
    sinceMs: row.created_at,
    done: row.done,
    total: null,
    ...failuresOf(row),
  };
}

function failuresOf(row: PendingChangeTable | SubtreeTaskTable) {
  const { failures, last_error: lastError, retry_at: retryAtMs } = row;
  return { failures, lastError, retryAtMs };
}

/** What monitoring shows of the work on large folders. */
export interface SubtreeWorkFigures {
  readonly changes: Readonly<Record<PendingKind, number>>;
  readonly tasks: Readonly<Record<SubtreeTaskKind, number>>;
  /** Rows that are counted and not written yet. */
  readonly rowsLeft: number;
  /** Those whose last attempt failed. */
  readonly failing: { readonly change: number; readonly task: number };
  /** When the oldest change was made; null without one. */
  readonly oldestMs: number | null;
}

interface KindRow {
  readonly source: 'change' | 'task';
  readonly kind: string;
  readonly count: number;
  readonly rows_left: number;
  readonly failing: number;
  readonly oldest: number;
}

/** One statement over two tables with few rows. */
export async function readSubtreeFigures(handle: ReadHandle): Promise<SubtreeWorkFigures> {
  const left = sql<number>`cast(sum(case when total > rewritten then total - rewritten else 0 end) as bigint)`;
  const failing = sql<number>`cast(sum(case when failures > 0 then 1 else 0 end) as bigint)`;
  const changes = handle.rows
    .selectFrom('pending_change')
    .select((e) => [
      sql<KindRow['source']>`'change'`.as('source'),
      'kind',
      e.fn.countAll<number>().as('count'),
      left.as('rows_left'),
      failing.as('failing'),
      e.fn.min('created_at').as('oldest'),
    ])
    .groupBy('kind');
  const tasks = handle.rows
    .selectFrom('subtree_task')
    .select((e) => [
      sql<KindRow['source']>`'task'`.as('source'),
      'kind',
      e.fn.countAll<number>().as('count'),
      sql<number>`0`.as('rows_left'),
      failing.as('failing'),
      e.fn.min('created_at').as('oldest'),
    ])
    .groupBy('kind');
  return figuresOf(await handle.all(changes.unionAll(tasks)));
}

function figuresOf(rows: readonly KindRow[]): SubtreeWorkFigures {
  const changes = rows.filter(({ source }) => source === 'change');
  const tasks = rows.filter(({ source }) => source === 'task');
  return {
    changes: countsOf(pendingKinds, changes),
    tasks: countsOf(subtreeTaskKinds, tasks),
    rowsLeft: changes.reduce((sum, row) => sum + row.rows_left, 0),
    failing: { change: failingOf(changes), task: failingOf(tasks) },
    oldestMs: changes.length === 0 ? null : Math.min(...changes.map(({ oldest }) => oldest)),
  };
}

function failingOf(rows: readonly KindRow[]): number {
  return rows.reduce((sum, row) => sum + row.failing, 0);
}

function countsOf<Kind extends string>(
  kinds: readonly Kind[],
  rows: readonly KindRow[],
): Readonly<Record<Kind, number>> {
  const counts = kinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]);
  return Object.fromEntries(counts) as Record<Kind, number>;
}
