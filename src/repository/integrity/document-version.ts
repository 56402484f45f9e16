import type { DocumentRow } from '../sql/document-row.ts';
import {
  defineDocumentCheck,
  error,
  type InspectedDocument,
  type Problem,
} from './document-check.ts';

/** Columns about versions agree with each other within one row. */
export const documentVersion = defineDocumentCheck({
  name: 'document-version',
  *inspect(document) {
    const { row } = document;
    if (row.is_version === 1) yield* inspectVersion(row);
    else yield* inspectLive(document);
  },
});

function* inspectVersion(row: DocumentRow): Generator<Problem> {
  if (row.version_created_at === null) yield error('is a version without the time it was made');
  if (row.is_checked_out === 1) yield error('is a version that is checked out');
  if (row.series_id === row.id) yield error('is a version of itself');
  if (row.proxy_target_id !== null) yield error('is a version and a proxy');
}

function* inspectLive({ row, target, baseVersion }: InspectedDocument): Generator<Problem> {
  if (row.is_latest_version === 1 || row.is_latest_major_version === 1) {
    yield error('is flagged as the latest version and is no version');
  }
  if (row.version_description !== null) {
    yield error('has the description of a version and is no version');
  }
  if (row.proxy_target_id !== null) {
    if (target && target.proxy_target_id !== null) {
      yield error(`is a proxy of ${target.id}, which is a proxy itself`);
    }
    return;
  }
  if (row.series_id !== row.id)
    yield error(`belongs to the history of ${row.series_id}, not its own`);
  if (row.base_version_id === null) {
    if (row.is_checked_out === 0) yield error('is checked in without a base version');
  } else if (baseVersion?.is_version !== 1 || baseVersion.series_id !== row.id) {
    yield error(`is based on ${row.base_version_id}, which is no version of it`);
  }
}
