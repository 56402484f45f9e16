import { sql } from 'kysely';
import { present } from '../../base/assert.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentId } from '../../base/ids.ts';
import type { AclStep, PendingChange } from '../../model/pending-tree.ts';
import type { PendingKind } from '../../model/subtree-work.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { withoutFailures } from './subtree-failures.ts';

/** The kind of the jobs that write pending changes to rows. */
export const settlingJobKind = 'settle-changes';

interface NewPendingChange extends Omit<PendingChange, 'seq'> {
  readonly kind: PendingKind;
  readonly documentId: DocumentId;
}

/**
 * Rules that statements apply at the same time: each is a condition on every row that is read. Jobs
 * write the changes of some ten thousand documents in a second.
 */
const rulesMax = 200;
const retryAfterSeconds = 5;

/**
 * Stores a change of everything below a document. It is true from now on, in this unit and with its
 * commit for all others; a job writes it to the rows. Must be called with the tree locked.
 *
 * @throws AppError store.busy when too many changes are pending
 */
export async function addPendingChange(unit: WriteUnit, change: NewPendingChange): Promise<number> {
  const { handle } = unit;
  if (handle.tree.rules.length >= rulesMax) throw tooManyPending();
  const seq = await nextRevision(handle);
  await handle.run(
    handle.rows.insertInto('pending_change').values({
      seq,
      kind: change.kind,
      document_id: change.documentId,
      path: change.path,
      new_path: change.newPath,
      ...aclColumns(change.acl),
      is_trashed: change.isTrashed === null ? null : Number(change.isTrashed),
      removes: change.removes,
      principal_name: unit.actingFor ?? unit.principal.username,
      created_at: unit.nowMs,
      rewritten: 0,
      total: null,
      position: null,
      expires_at: null,
      ...withoutFailures,
    }),
  );
  await handle.readTree();
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
  return seq;
}

function aclColumns(acl: AclStep | null) {
  return { old_acl: acl?.from ?? null, new_acl: acl?.to ?? null };
}

/**
 * Copies that were not completed are removed like other documents: one, or all that did not go on.
 */
export async function abandonCopies(
  handle: WriteHandle,
  which: { readonly seq: number } | 'stale',
): Promise<void> {
  const { clock } = handle.dialect;
  const abandoned = await handle.run(
    handle.rows
      .updateTable('pending_change')
      .set({ removes: 'all', expires_at: null })
      .where('removes', '=', 'hidden')
      .$if(which !== 'stale', (q) => q.where('seq', '=', which === 'stale' ? 0 : which.seq))
      .$if(which === 'stale', (q) => q.where('expires_at', '<', clock.instant(clock.offset(0)))),
  );
  if (abandoned === 0) return;
  await nextRevision(handle);
  await handle.readTree();
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}

/** All rows have the change, or it has no effect any more. */
export async function endPendingChange(handle: WriteHandle, seq: number): Promise<void> {
  await nextRevision(handle);
  await handle.run(handle.rows.deleteFrom('pending_change').where('seq', '=', seq));
  await handle.readTree();
}

async function nextRevision(handle: WriteHandle): Promise<number> {
  const rows = await handle.all(
    handle.rows
      .updateTable('tree_state')
      .set({ revision: sql<number>`revision + 1` })
      .where('id', '=', 1)
      .returning('revision'),
  );
  return present(rows[0], 'tree_state has its row').revision;
}

function tooManyPending(): AppError {
  return new AppError(
    'store.busy',
    'too many changes of large folders are still being written to their documents: try again later',
    { detail: { retryAfterSeconds } },
  );
}
