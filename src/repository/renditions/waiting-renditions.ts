import { sql } from 'kysely';
import { now } from '../../base/clock.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { RenditionTable } from '../../storage/rendition-table.ts';

/** A literal and not a parameter, as otherwise no engine could use the index of waiting ones. */
const waitingState = sql.lit('waiting');

/** A content and the rendition, which identify a row. */
export type RenditionId = Pick<RenditionTable, 'blob_key' | 'name'>;

/** One that is to be made, with the declared properties of the content. */
export type WantedRendition = RenditionId &
  Pick<RenditionTable, 'file_name' | 'mime_type' | 'encoding' | 'attempts'>;

export async function hasWaitingRenditions(handle: ReadHandle): Promise<boolean> {
  const row = await handle.first(
    handle.builder
      .selectFrom('rendition')
      .select('blob_key')
      .where('state', '=', waitingState)
      .limit(1),
  );
  return row !== undefined;
}

/** The next one in their order, with its attempt counted. */
export async function beginNextRendition(
  handle: WriteHandle,
  after: RenditionId,
): Promise<WantedRendition | undefined> {
  const wanted = await handle.first(
    handle.builder
      .selectFrom('rendition')
      .select(['blob_key', 'name', 'file_name', 'mime_type', 'encoding', 'attempts'])
      .where('state', '=', waitingState)
      .where(sql<boolean>`(blob_key, name) > (${after.blob_key}, ${after.name})`)
      .orderBy('blob_key')
      .orderBy('name')
      .limit(1),
  );
  if (!wanted) return undefined;
  const attempts = wanted.attempts + 1;
  await update(handle, wanted, { attempts });
  return { ...wanted, attempts };
}

/** For an attempt that says nothing about the file. */
export async function takeBackAttempt(
  handle: WriteHandle,
  { attempts, ...id }: WantedRendition,
): Promise<void> {
  await update(handle, id, { attempts: attempts - 1 });
}

interface MadeRendition {
  readonly key: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** Refers to the result; to none when the content was removed meanwhile. */
export async function finishRendition(
  handle: WriteHandle,
  id: RenditionId,
  made: MadeRendition,
): Promise<void> {
  await update(handle, id, {
    state: 'done',
    result_key: made.key,
    result_type: made.mimeType,
    width: made.width,
    height: made.height,
    failure: null,
    failed_at: null,
  });
}

/** For a file without anything to show. */
export async function leaveEmpty(handle: WriteHandle, id: RenditionId): Promise<void> {
  await update(handle, id, { state: 'empty', ...noResult, failure: null, failed_at: null });
}

const noResult = { result_key: null, result_type: null, width: null, height: null };

export async function failRendition(
  handle: WriteHandle,
  id: RenditionId,
  failure: string,
): Promise<void> {
  await update(handle, id, { state: 'failed', failure, failed_at: now(), ...noResult });
}

async function update(
  handle: WriteHandle,
  { blob_key, name }: RenditionId,
  changes: Partial<RenditionTable>,
): Promise<void> {
  await handle.run(
    handle.builder
      .updateTable('rendition')
      .set(changes)
      .where('blob_key', '=', blob_key)
      .where('name', '=', name),
  );
}
