import { present } from '../../base/assert.ts';
import type { SqlBuilder } from '../statement.ts';
import type { PendingChangeTable } from '../tables.ts';
import {
  readPendingChanges,
  readTreeRevision,
  settledState,
  type TreeState,
  treeStateOf,
} from '../tree-state.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** What the present transaction of the connection sees. */
export function readTreeState(rows: SqlBuilder, connection: SqliteConnection): TreeState {
  const revision = readRevision(rows, connection);
  const target = { builder: rows, dialect: sqliteDialect };
  const { sql } = readPendingChanges.compiledFor(target);
  const pending = connection.all(sql, []) as PendingChangeTable[];
  return treeStateOf(rows, sqliteDialect, { revision, rows: pending });
}

function readRevision(rows: SqlBuilder, connection: SqliteConnection): number {
  const { sql, parameters } = readTreeRevision.compiledFor({
    builder: rows,
    dialect: sqliteDialect,
  });
  const row = connection.get(sql, parameters) as { revision: number } | undefined;
  return present(row, 'tree_state has its row').revision;
}

/** The pending changes as of the last commit that a transaction has seen; read again when they changed. */
export class CommittedTree {
  readonly #rows: SqlBuilder;
  #state: TreeState;

  constructor(rows: SqlBuilder) {
    this.#rows = rows;
    this.#state = settledState(rows);
  }

  /** As it was last seen. */
  get state(): TreeState {
    return this.#state;
  }

  /** `connection` is in a transaction that sees nothing that is not committed. */
  seenBy(connection: SqliteConnection): TreeState {
    this.#state = this.uncommittedOf(connection);
    return this.#state;
  }

  /** As `seenBy`, for a transaction whose changes may be rolled back. */
  uncommittedOf(connection: SqliteConnection): TreeState {
    const isSame = readRevision(this.#rows, connection) === this.#state.tree.revision;
    return isSame ? this.#state : readTreeState(this.#rows, connection);
  }
}
