import { sql } from 'kysely';
import type { BlobKey } from '../../base/ids.ts';
import { randomId } from '../../base/ids.ts';
import { recordFacet } from '../../model/record.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { findFact, putFact } from '../unit/server-facts.ts';
import type { UnitContext } from '../unit/unit.ts';
import { ofRecords } from './orphans.ts';

/** A content that the store of records is to get. */
export interface RecordRequest {
  readonly key: BlobKey;
  readonly sizeBytes: number;
  readonly token: string;
  readonly attempts: number;
  /** By the row of the content: the store of records has it. */
  readonly isStored: boolean;
}

/** Whether the store of records has any contents, by their rows. */
export async function hasContentsOfRecords(handle: ReadHandle): Promise<boolean> {
  const query = handle.builder.selectFrom('blob').select('key').where('provider', '=', ofRecords);
  return (await handle.first(query.limit(1))) !== undefined;
}

/** Whether the data folder, or what is in its place, has any contents, by their rows. */
export async function hasContentsOutsideRecords(handle: ReadHandle): Promise<boolean> {
  const query = handle.builder.selectFrom('blob').select('key').where('provider', '<>', ofRecords);
  return (await handle.first(query.limit(1))) !== undefined;
}

export async function hasDueRequests(handle: ReadHandle, nowMs: number): Promise<boolean> {
  const query = handle.builder
    .selectFrom('record_content')
    .select('blob_key')
    .where('due_at', '<=', nowMs)
    .limit(1);
  return (await handle.first(query)) !== undefined;
}

/** The next ones by the time at which they are due. */
export async function listDueRequests(
  handle: ReadHandle,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly RecordRequest[]> {
  const rows = await handle.all(
    handle.builder
      .selectFrom('record_content')
      .innerJoin('blob', 'blob.key', 'record_content.blob_key')
      .select(['key', 'size', 'provider', 'token', 'attempts'])
      .where('due_at', '<=', nowMs)
      .orderBy('due_at')
      .orderBy('blob_key')
      .limit(limit),
  );
  return rows.map(({ key, size, provider, token, attempts }) => ({
    key: key as BlobKey,
    sizeBytes: Number(size),
    token,
    attempts,
    isStored: provider === 'records',
  }));
}

/** The row names the store of records from now on, for ever. False when the content was removed meanwhile. */
export async function switchToRecords(handle: WriteHandle, key: BlobKey): Promise<boolean> {
  const query = handle.builder.updateTable('blob').set({ provider: 'records' });
  return (await handle.run(query.where('key', '=', key))) === 1;
}

/** Unless it was made again since it was read. */
export async function endRequest(
  handle: WriteHandle,
  { key, token }: RecordRequest,
): Promise<void> {
  const query = handle.builder.deleteFrom('record_content').where('blob_key', '=', key);
  await handle.run(query.where('token', '=', token));
}

/** Unless it was made again since it was read. */
export async function postponeRequest(
  handle: WriteHandle,
  { key, token, attempts }: RecordRequest,
  untilMs: number,
): Promise<void> {
  const query = handle.builder
    .updateTable('record_content')
    .set({ attempts: attempts + 1, due_at: untilMs });
  await handle.run(query.where('blob_key', '=', key).where('token', '=', token));
}

const typesFact = 'record-types';

/**
 * For every start of the server: requests the contents of documents whose types are records by a content
 * model that is new. Documents that are stored from now on request theirs when they are stored.
 */
export async function requestNewTypes(
  database: Database,
  { model }: Pick<UnitContext, 'model'>,
  nowMs: number,
): Promise<void> {
  const types = [...model.typesWithFacet(recordFacet)].sort();
  const known = await database.read((handle) => findFact(handle, typesFact));
  if ((known ?? '') === types.join(',')) return;
  await database.write(async (handle) => {
    if (types.length > 0) await requestContentsOf(handle, types, nowMs);
    await putFact(handle, typesFact, types.join(','));
  });
}

async function requestContentsOf(
  handle: WriteHandle,
  types: readonly string[],
  nowMs: number,
): Promise<void> {
  const keys = handle.builder
    .selectFrom('blob_reference')
    .innerJoin('document', 'document.id', 'blob_reference.document_id')
    .innerJoin('blob', 'blob.key', 'blob_reference.blob_key')
    .select('blob_reference.blob_key')
    .select([
      sql<string>`cast(${randomId()} as text)`.as('token'),
      sql<number>`0`.as('attempts'),
      sql<number>`cast(${nowMs} as bigint)`.as('due_at'),
    ])
    .distinct()
    .where('document.primary_type', 'in', types)
    .where('blob.provider', '<>', ofRecords);
  await handle.run(
    handle.builder
      .insertInto('record_content')
      .columns(['blob_key', 'token', 'attempts', 'due_at'])
      .expression(keys)
      .onConflict((conflict) => conflict.doNothing()),
  );
}
