import { monotonicMs } from '../../base/clock.ts';
import type { SqlBuilder } from '../statement.ts';
import type { PendingChangeTable } from '../tables.ts';
import { readPendingChanges, settledState, type TreeState, treeStateOf } from '../tree-state.ts';
import { postgresDialect, treeFreshMs } from './postgres-dialect.ts';
import type { QueryTarget } from './query-target.ts';

export const selectTreeRevision = 'select revision from tree_state where id = 1';

/** Key of the advisory lock that serialises changes of the tree's shape; any fixed number. */
const treeLockKey = 7_071_001;

export function lockTreeBy(mode: 'shared' | 'exclusive'): string {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  return `select ${lock}(${treeLockKey})`;
}

/** The revision first: if a change comes between the two, the next unit reads it once more. */
export async function readTreeState(rows: SqlBuilder, target: QueryTarget): Promise<TreeState> {
  const [found] = (await target.query({ text: selectTreeRevision })).rows as { revision: number }[];
  if (!found) return settledState(rows);
  const { sql } = readPendingChanges.compiledFor({ builder: rows, dialect: postgresDialect });
  const pending = (await target.query({ text: sql })).rows as PendingChangeTable[];
  return treeStateOf(rows, postgresDialect, { revision: found.revision, rows: pending });
}

/**
 * The pending changes as units of this process last read them. Requests learn the revision with
 * that of principals, so each sees what was acknowledged before it came. Rows are not written for a
 * change before twice `treeFreshMs` has passed: until then a unit that does not know of it yet finds
 * all rows as they were before it.
 */
export class KnownTree {
  readonly #rows: SqlBuilder;
  #state: TreeState;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(rows: SqlBuilder) {
    this.#rows = rows;
    this.#state = settledState(rows);
  }

  /** Undefined when it must be read, because it has changed since or was not read yet. */
  get known(): TreeState | undefined {
    return Number.isFinite(this.#readAtMs) ? this.#state : undefined;
  }

  async forReading(target: QueryTarget): Promise<TreeState> {
    if (monotonicMs() - this.#readAtMs < treeFreshMs) return this.#state;
    return this.#read(target);
  }

  /** What a transaction sees at its beginning is committed. */
  async forRevision(revision: number, target: QueryTarget): Promise<TreeState> {
    return revision === this.#state.tree.revision ? this.#state : this.#read(target);
  }

  /** A revision that is committed; of another than the known one the next unit reads the changes. */
  learn(revision: number): void {
    const known = this.#state.tree.revision;
    if (revision > known) this.#readAtMs = Number.NEGATIVE_INFINITY;
    if (revision === known) this.#readAtMs = monotonicMs();
  }

  async #read(target: QueryTarget): Promise<TreeState> {
    const atMs = monotonicMs();
    const state = await readTreeState(this.#rows, target);
    // Another read may have ended before with a later state.
    if (state.tree.revision >= this.#state.tree.revision) {
      this.#state = state;
      this.#readAtMs = atMs;
    }
    return state;
  }
}
