import type { PendingChange } from '../../model/pending-tree.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { AuditedRow } from '../audit/audit-events.ts';
import { announceRemovals } from '../changes/announcements.ts';
import type { StoredPlace } from '../changes/tree-rows.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { removeBatch } from './remove-batch.ts';

type RemovedRow = StoredPlace & AuditedRow;

interface RemovedRows {
  /** Acts for the author of the change that removes them. */
  readonly unit: WriteUnit;
  readonly rows: readonly RemovedRow[];
  /** They were removed from a folder that was put in the trash, which users see as removals of their own. */
  readonly areAlone: boolean;
}

/**
 * Removes rows that pending changes have removed in effect. What is recorded has the author of the change
 * that did so: the first one that concerns them, whichever change is being written.
 */
export async function removeRemoved(unit: WriteUnit, rows: readonly RemovedRow[]): Promise<void> {
  for (const group of await byRemover(unit, rows)) {
    const ids = group.rows.map(({ id }) => id);
    await removeBatch(group.unit, ids, async () => {
      if (!group.areAlone) return;
      await announceRemovals(group.unit, { eventId: 'proxyRemoved', rows: group.rows });
    });
  }
}

/** Proxies that are removed alone come first: others may be what they show. */
async function byRemover(
  unit: WriteUnit,
  rows: readonly RemovedRow[],
): Promise<readonly RemovedRows[]> {
  const { handle } = unit;
  const groups = Map.groupBy(rows, (row) => removerOf(handle, row));
  const authors = await authorsOf(
    handle,
    [...groups.keys()].flatMap((change) => change?.seq ?? []),
  );
  return [...groups]
    .map(([change, some]) => ({
      unit: actingAs(unit, change && authors.get(change.seq)),
      rows: some,
      areAlone: change?.removes === 'proxies',
    }))
    .toSorted((one, other) => Number(other.areAlone) - Number(one.areAlone));
}

function actingAs(unit: WriteUnit, author: string | undefined): WriteUnit {
  return author === undefined ? unit : { ...unit, actingFor: author };
}

function removerOf({ tree }: ReadHandle, row: StoredPlace): PendingChange | undefined {
  const seqs = tree.ruleFor(row)?.seqs ?? [];
  const isProxy = row.proxy_target_id !== null;
  return tree.changes.find(
    ({ seq, removes }) =>
      seqs.includes(seq) && (removes === 'all' || (removes === 'proxies' && isProxy)),
  );
}

async function authorsOf(
  handle: ReadHandle,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (seqs.length === 0) return new Map();
  const rows = await handle.all(
    handle.rows
      .selectFrom('pending_change')
      .select(['seq', 'principal_name'])
      .where('seq', 'in', seqs),
  );
  return new Map(rows.map((row) => [row.seq, row.principal_name]));
}
