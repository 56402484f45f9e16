import { AppError } from '../../base/errors/app-error.ts';
import { type BatchId, randomId } from '../../base/ids.ts';
import { slicesOf } from '../../base/slices.ts';
import type { Principal } from '../../model/principal.ts';
import type { Database, ReadHandle, WriteHandle } from '../../storage/database.ts';
import { defineStatement } from '../../storage/statement.ts';
import type { UploadBatchTable } from '../../storage/upload-tables.ts';

const idsPerQuery = 1_000;

/** A batch that is not used for this time expires. */
export const batchLifeMs = 120 * 60 * 1000;

const insertBatch = defineStatement<UploadBatchTable, unknown>((b, p) =>
  b.insertInto('upload_batch').values({
    id: p.id,
    username: p.username,
    provider: p.provider,
    created_at: p.created_at,
    used_at: p.used_at,
  }),
);

const batchById = defineStatement<{ id: string }, UploadBatchTable>((b, p) =>
  b.selectFrom('upload_batch').selectAll().where('id', '=', p.id),
);

/** Locks the row on PostgreSQL as well: changes of one batch happen one after the other. */
const touch = defineStatement<{ id: string; used_at: number }, unknown>((b, p) =>
  b.updateTable('upload_batch').set({ used_at: p.used_at }).where('id', '=', p.id),
);

const deleteBatch = defineStatement<{ id: string }, unknown>((b, p) =>
  b.deleteFrom('upload_batch').where('id', '=', p.id),
);

/** How the files of a batch arrive: through the server, or straight in the object storage. */
export type UploadProvider = 'default' | 's3';

export interface UploadBatch {
  readonly id: BatchId;
  readonly provider: UploadProvider;
}

export function newBatch(provider: UploadProvider): UploadBatch {
  return { id: `batchId-${randomId()}` as BatchId, provider };
}

export async function storeBatch(
  handle: WriteHandle,
  { id, provider }: UploadBatch,
  { principal, nowMs }: BatchCaller,
): Promise<void> {
  await handle.execute(insertBatch, {
    id,
    username: principal.username,
    provider,
    created_at: nowMs,
    used_at: nowMs,
  });
}

/** The caller and the time: an expired batch does not exist, also before it is purged. */
export interface BatchCaller {
  readonly principal: Principal;
  readonly nowMs: number;
}

/** Undefined as well for the batch of another user, unless the caller is an administrator. */
export async function findBatch(
  handle: ReadHandle,
  id: string,
  caller: BatchCaller,
): Promise<BatchId | undefined> {
  return (await findBatchRow(handle, id, caller))?.id as BatchId | undefined;
}

async function findBatchRow(
  handle: ReadHandle,
  id: string,
  { principal, nowMs }: BatchCaller,
): Promise<UploadBatchTable | undefined> {
  // The server generates ids, so other text is unknown; and PostgreSQL refuses some text.
  if (!batchIdPattern.test(id)) return undefined;
  const row = await handle.fetchFirst(batchById, { id });
  if (!row || row.used_at + batchLifeMs <= nowMs) return undefined;
  const isAllowed = row.username === principal.username || principal.isAdministrator;
  return isAllowed ? row : undefined;
}

const batchIdPattern = /^batchId-[0-9a-f-]{36}$/;

/** Precision of the recorded last use, so that most reads do not write. */
const touchEveryMs = 5 * 60 * 1000;

/**
 * The batch, whose life is extended by this use.
 *
 * @throws AppError batch.not-found
 */
export async function useBatch(
  services: { readonly database: Database },
  id: string,
  caller: BatchCaller,
): Promise<UploadBatch> {
  const row = await services.database.read((handle) => findBatchRow(handle, id, caller));
  if (!row) throw batchNotFound(id);
  const batchId = row.id as BatchId;
  if (row.used_at + touchEveryMs < caller.nowMs) {
    await services.database.write((handle) => touchBatch(handle, batchId, caller.nowMs));
  }
  return { id: batchId, provider: row.provider as UploadProvider };
}

export function batchNotFound(id: string): AppError {
  return new AppError('batch.not-found', `The upload batch ${id} does not exist or has expired`);
}

/**
 * Extends the life of a batch and, until the unit ends, blocks other changes of it.
 *
 * @throws AppError batch.not-found
 */
export async function touchBatch(handle: WriteHandle, id: BatchId, nowMs: number): Promise<void> {
  const changed = await handle.execute(touch, { id, used_at: nowMs });
  if (changed === 0) throw batchNotFound(id);
}

export async function removeBatchRow(handle: WriteHandle, id: BatchId): Promise<void> {
  await handle.execute(deleteBatch, { id });
}

/**
 * Drops batches that a request has used, in the unit that uses them. Ids that are unknown or belong
 * to another user are left alone. Remaining chunks are removed by the next purge.
 */
export async function dropBatches(
  handle: WriteHandle,
  ids: readonly string[],
  principal: Principal,
): Promise<void> {
  const known = [...new Set(ids)].filter((id) => batchIdPattern.test(id));
  for (const part of slicesOf(known, idsPerQuery)) {
    const query = handle.builder.deleteFrom('upload_batch').where('id', 'in', part);
    await handle.run(
      principal.isAdministrator ? query : query.where('username', '=', principal.username),
    );
  }
}

/** Those of the ids that have a row. */
export async function findExistingBatches(
  handle: ReadHandle,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const part of slicesOf(ids, idsPerQuery)) {
    const query = handle.builder.selectFrom('upload_batch').select('id').where('id', 'in', part);
    for (const row of await handle.all(query)) found.add(row.id);
  }
  return found;
}

/** With their files and chunks, of which there may be many. */
const batchesPerPurge = 20;

/** Removes the rows of some expired batches; returns how many. */
export function purgeExpiredBatches(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const expired = builder
    .selectFrom('upload_batch')
    .select('id')
    .where('used_at', '<=', nowMs - batchLifeMs)
    .limit(batchesPerPurge);
  return handle.run(builder.deleteFrom('upload_batch').where('id', 'in', expired));
}
