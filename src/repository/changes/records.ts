import { now } from '../../base/clock.ts';
import { randomId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import { type Document, hasFacet } from '../../model/document.ts';
import { collectBlobs } from '../../model/property-access.ts';
import { recordFacet } from '../../model/record.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { announceAfterCommit } from '../unit/notices.ts';
import type { ChangeHook } from './change-hook.ts';

/** Of four parameters each; below the limits of both engines. */
const rowsPerInsert = 5_000;

/**
 * Requests that the store of records gets the contents of records: a job copies them after the commit, once
 * there is such a store. A content that it has already is requested in vain, without harm.
 */
export const recordsHook: ChangeHook = {
  async inserted({ handle }, inserted) {
    const records = inserted.filter(({ document }) => hasFacet(document, recordFacet));
    await requestStorage(
      handle,
      records.flatMap(({ document }) => keysOf(document)),
    );
  },
  async saved({ handle }, { before, after }) {
    if (!hasFacet(after, recordFacet)) return;
    const stored = hasFacet(before, recordFacet) ? new Set(keysOf(before)) : new Set<string>();
    await requestStorage(
      handle,
      keysOf(after).filter((key) => !stored.has(key)),
    );
  },
};

function keysOf({ properties }: Document): readonly string[] {
  return collectBlobs(properties).map(({ blob }) => blob.key);
}

/**
 * In the order of the keys, as otherwise two units could deadlock. A request that is there already gets
 * another token: a job that has looked at it before this unit is committed leaves it.
 */
async function requestStorage(handle: WriteHandle, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const dueAt = now();
  const rows = [...new Set(keys)]
    .sort()
    .map((key) => ({ blob_key: key, token: randomId(), attempts: 0, due_at: dueAt }));
  for (const some of slicesOf(rows, rowsPerInsert)) {
    await handle.run(
      handle.builder
        .insertInto('record_content')
        .values(some)
        .onConflict((conflict) =>
          conflict.column('blob_key').doUpdateSet((e) => ({
            token: e.ref('excluded.token'),
            attempts: 0,
            due_at: dueAt,
          })),
        ),
    );
  }
  announceAfterCommit(handle, (listener) => listener.workLeft?.());
}
