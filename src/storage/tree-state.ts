import { type PendingChange, PendingTree, settledTree } from '../model/pending-tree.ts';
import { builderOf } from './pending-documents.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { defineStatement, type SqlBuilder } from './statement.ts';
import type { PendingChangeTable } from './tables.ts';

/** The pending changes of the tree, and the builder for statements that apply them. */
export interface TreeState {
  readonly tree: PendingTree;
  readonly builder: SqlBuilder;
}

export const readTreeRevision = defineStatement<object, { revision: number }>((b) =>
  b.selectFrom('tree_state').select('revision').where('id', '=', 1),
);

export const readPendingChanges = defineStatement<object, PendingChangeTable>((b) =>
  b.selectFrom('pending_change').selectAll().orderBy('seq'),
);

export function settledState(builder: SqlBuilder): TreeState {
  return { tree: settledTree, builder };
}

export function treeStateOf(
  base: SqlBuilder,
  { engine }: Pick<SqlDialect, 'engine'>,
  { revision, rows }: { revision: number; rows: readonly PendingChangeTable[] },
): TreeState {
  const tree = new PendingTree(revision, rows.map(changeOf));
  return { tree, builder: builderOf(base, engine, tree) };
}

function changeOf(row: PendingChangeTable): PendingChange {
  return {
    seq: row.seq,
    path: row.path,
    newPath: row.new_path,
    acl: row.new_acl === null ? null : { from: row.old_acl ?? 0, to: row.new_acl },
    isTrashed: row.is_trashed === null ? null : row.is_trashed === 1,
    removes: row.removes as PendingChange['removes'],
  };
}
