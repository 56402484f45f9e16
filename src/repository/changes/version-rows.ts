import { sql } from 'kysely';
import type { WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { DocumentRow } from '../sql/document-row.ts';
import type { DerivedColumns } from './stored-content.ts';

export type PreviousVersion = Pick<DocumentRow, 'id' | 'properties' | 'version_created_at'>;

/** A literal: SQLite compiles a statement anew for each execution if a parameter decides on an index. */
export const isSet = sql.lit(1);

/** Clears the flag of the latest version so far. */
export const clearLatest = defineStatement<{ seriesId: string }, PreviousVersion>((b, p) =>
  b
    .updateTable('document')
    .set({ is_latest_version: 0 })
    .where('series_id', '=', p.seriesId)
    .where('is_version', '=', isSet)
    .where('is_latest_version', '=', isSet)
    .returning(['id', 'properties', 'version_created_at']),
);

export const clearLatestMajor = defineStatement<{ seriesId: string }, unknown>((b, p) =>
  b
    .updateTable('document')
    .set({ is_latest_major_version: 0 })
    .where('series_id', '=', p.seriesId)
    .where('is_version', '=', isSet)
    .where('is_latest_major_version', '=', isSet),
);

export async function flagLatest(
  handle: WriteHandle,
  { id, flag }: { id: string; flag: 'is_latest_version' | 'is_latest_major_version' },
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('document')
      .set({ [flag]: 1 })
      .where('id', '=', id),
  );
}

/** For the live document of a version that is removed. */
export async function clearBaseVersion(
  handle: WriteHandle,
  { liveId, versionId }: { liveId: string; versionId: string },
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('document')
      .set({ base_version_id: null })
      .where('id', '=', liveId)
      .where('base_version_id', '=', versionId),
  );
}

interface TargetParams extends DerivedColumns {
  id: string;
  targetId: string;
  seriesId: string;
  type: string;
  state: string;
}

/** Points a proxy at another version, or another document. */
export const storeTarget = defineStatement<TargetParams, unknown>((b, p) =>
  b
    .updateTable('document')
    .set((e) => ({
      proxy_target_id: p.targetId,
      series_id: p.seriesId,
      primary_type: p.type,
      lifecycle_state: p.state,
      title_key: p.title_key,
      creator: p.creator,
      created_at: p.created_at,
      modified_at: p.modified_at,
      system_token: e('system_token', '+', 1),
    }))
    .where('id', '=', p.id),
);
