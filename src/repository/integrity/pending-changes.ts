import { pendingKinds } from '../../model/subtree-work.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { PendingChangeTable } from '../../storage/tables.ts';
import { settlingJobKind } from '../changes/pending-changes.ts';
import { openChanges } from '../changes/settling-order.ts';
import { defineCheck, type Finding, type IntegrityContext } from './check.ts';
import { failuresOf } from './failed-work.ts';
import { findIdle } from './idle-jobs.ts';
import { pagesOf } from './paging.ts';

/** Readers can apply every pending change, and a job writes it to the rows. */
export const pendingChanges = defineCheck({
  name: 'pending-changes',
  async *run(context) {
    const found = await context.database.snapshot((handle) => inspectAll(handle, context));
    yield* found.findings;
    yield* unexplainedRows(context, found.changes);
  },
});

interface Inspected {
  readonly changes: readonly PendingChangeTable[];
  readonly findings: readonly Finding[];
}

async function inspectAll(handle: ReadHandle, { nowMs }: IntegrityContext): Promise<Inspected> {
  // There are a few hundred at most: each is a condition of every statement.
  const changes = await handle.all(
    handle.rows.selectFrom('pending_change').selectAll().orderBy('seq'),
  );
  const stale = await readStale(handle);
  const findings = changes.flatMap((change) => {
    const place = { table: 'pending_change', id: String(change.seq) } as const;
    return [
      ...errorsOf(change, handle.tree.revision).map(
        (text): Finding => ({
          ...place,
          severity: 'error',
          text,
        }),
      ),
      ...failuresOf(place, change),
      ...(stale.has(change.seq)
        ? [{ ...place, severity: 'warning', text: staleText } satisfies Finding]
        : []),
    ];
  });
  const open = await openChanges(handle);
  const waiting = changes.filter(({ seq }) => open.has(seq) || stale.has(seq));
  const idle = findIdle(handle, {
    kind: settlingJobKind,
    what: `pending changes of large folders (${waiting.length} waiting)`,
    sinceMs: waiting.length === 0 ? null : Math.min(...waiting.map((each) => each.created_at)),
    nowMs,
  });
  return { changes, findings: [...findings, ...(await Array.fromAsync(idle))] };
}

const staleText =
  'is a copy that did not go on: its documents are not visible, and a running server removes them';

/** By the clock of the store, as workers see it. */
async function readStale(handle: ReadHandle): Promise<ReadonlySet<number>> {
  const { clock } = handle.dialect;
  const rows = await handle.all(
    handle.rows
      .selectFrom('pending_change')
      .select('seq')
      .where('removes', '=', 'hidden')
      .where('expires_at', '<', clock.instant(clock.offset(0))),
  );
  return new Set(rows.map(({ seq }) => seq));
}

const removals = ['nothing', 'proxies', 'hidden', 'all'];

function errorsOf(change: PendingChangeTable, revision: number): readonly string[] {
  const { seq, kind, removes, path, new_path: newPath } = change;
  const errors: string[] = [];
  if (!pendingKinds.some((each) => each === kind)) errors.push(`is of the unknown kind ${kind}`);
  if (!removals.includes(removes)) errors.push(`removes "${removes}", which no reader knows`);
  if (seq > revision) {
    errors.push(`has a number beyond the revision ${revision} of the tree: readers do not see it`);
  }
  if (removes === 'hidden' && change.expires_at === null) {
    errors.push('is a copy that is never given up');
  }
  if (!isPath(path)) errors.push(`covers the documents below "${path}", which is no path`);
  if (newPath !== null && !isPath(newPath)) errors.push(`leads to "${newPath}", which is no path`);
  else if (newPath !== null && isWithin(newPath, path)) {
    errors.push(`moves the documents below ${path} into themselves, to ${newPath}`);
  }
  return errors;
}

function isPath(path: string): boolean {
  return path === '/' || (path.startsWith('/') && !path.endsWith('/') && !path.includes('//'));
}

function isWithin(path: string, above: string): boolean {
  return above === '/' || path === above || path.startsWith(`${above}/`);
}

interface DetachedRow {
  readonly id: string;
  readonly proxy_target_id: string | null;
}

const pageSize = 500;

/** Rows lose their path when they are being removed: what removes them is still pending then. */
async function* unexplainedRows(
  { database }: IntegrityContext,
  changes: readonly PendingChangeTable[],
): AsyncGenerator<Finding> {
  if (changes.some(({ removes }) => removes === 'all')) return;
  const removesProxies = changes.some(({ removes }) => removes === 'proxies');
  const pages = pagesOf<DetachedRow>(database, pageSize, (handle, after) =>
    handle.all(
      handle.rows
        .selectFrom('document')
        .select(['id', 'proxy_target_id'])
        .where('path', 'is', null)
        .where('is_version', '=', 0)
        .where('id', '>', after?.id ?? '')
        .orderBy('id')
        .limit(pageSize),
    ),
  );
  for await (const page of pages) {
    for (const { id, proxy_target_id: target } of page) {
      if (target !== null && removesProxies) continue;
      const text = 'has no path, and no pending change removes it';
      yield { severity: 'error', table: 'document', id, text };
    }
  }
}
