import { now } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { BlobTable } from '../../storage/tables.ts';
import { type BlobServices, findUnreferenced, removeOrphanedBlob } from './blobs.ts';
import { requireOwnContents } from './content-owner.ts';

interface CollectionOptions {
  /** Content stored, or stored again, within that time stays: a row may be about to name it. */
  readonly graceMs: number;
  /** Only counts what would be removed. */
  readonly isDryRun?: boolean;
  readonly signal?: AbortSignal;
}

interface CollectedContents {
  /** Removed, or to be removed in a dry run. */
  readonly count: number;
  readonly sizeBytes: number;
  /** Also without a row that names them, but stored recently. */
  readonly young: number;
}

const keysPerPage = 500;
/** Contents removed at the same time: their units share a commit. */
const removedTogether = 20;

interface Candidate {
  readonly key: BlobKey;
  readonly sizeBytes: number;
}

/**
 * Removes every content that no document, lease or upload names: of removed documents, of failed
 * requests, without a row after a crash. Safe while content is being stored, and beside another
 * collection. Checks its signal between contents; those removed by then stay removed. A failure
 * does not stop the removal of others, and is thrown at the end.
 *
 * @throws AppError store.mismatch when the contents are those of another database, store.*; the
 *   reason of the signal
 */
export async function collectContents(
  services: BlobServices,
  options: CollectionOptions,
): Promise<CollectedContents> {
  await requireOwnContents(services);
  const terms = { storedBeforeMs: now() - options.graceMs, isDryRun: options.isDryRun === true };
  const tally: Tally = { count: 0, sizeBytes: 0, young: 0 };
  for await (const page of orphans(services, options.signal)) {
    const found = await inParallel(page, removedTogether, async (key): Promise<Outcome> => {
      options.signal?.throwIfAborted();
      return collect(services, key, terms).catch((error: unknown) => ({ error }));
    });
    for (const outcome of found) add(tally, outcome);
  }
  const { failure, ...collected } = tally;
  if (failure) throw failure.error;
  return collected;
}

interface Failure {
  readonly error: unknown;
}

type Outcome = Candidate | 'young' | 'kept' | Failure;

/** The counts so far, and the first failure. */
type Tally = { -readonly [Name in keyof CollectedContents]: number } & { failure?: Failure };

function add(tally: Tally, outcome: Outcome): void {
  if (outcome === 'kept') return;
  if (outcome === 'young') tally.young += 1;
  else if ('error' in outcome) tally.failure ??= outcome;
  else {
    tally.count += 1;
    tally.sizeBytes += outcome.sizeBytes;
  }
}

async function collect(
  services: BlobServices,
  key: BlobKey,
  { storedBeforeMs, isDryRun }: { storedBeforeMs: number; isDryRun: boolean },
): Promise<Outcome> {
  const content = await services.blobs.stat(key);
  const row = await services.database.read((handle) => findRow(handle, key));
  const storedMs = Math.max(content?.modifiedMs ?? 0, row?.created_at ?? 0);
  if (storedMs >= storedBeforeMs) return 'young';
  const candidate = { key, sizeBytes: content?.sizeBytes ?? 0 };
  if (isDryRun) return candidate;
  const isGone = await removeOrphanedBlob(services, key, { unlessStoredSinceMs: storedBeforeMs });
  return isGone ? candidate : 'kept';
}

function findRow(handle: ReadHandle, key: BlobKey): Promise<BlobTable | undefined> {
  return handle.first(handle.builder.selectFrom('blob').selectAll().where('key', '=', key));
}

/** Keys that nothing names when they are checked, those of rows first, each once. */
async function* orphans(
  services: BlobServices,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly BlobKey[]> {
  yield* orphanedRows(services, signal);
  let page: BlobKey[] = [];
  for await (const { key } of services.blobs.list()) {
    signal?.throwIfAborted();
    page.push(key);
    if (page.length < keysPerPage) continue;
    yield await withoutRow(services, page);
    page = [];
  }
  if (page.length > 0) yield await withoutRow(services, page);
}

async function* orphanedRows(
  { database }: BlobServices,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly BlobKey[]> {
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const { keys, unreferenced } = await database.read(async (handle) => {
      const keys = await keysAfter(handle, after);
      return { keys, unreferenced: keys.length > 0 ? await findUnreferenced(handle, keys) : [] };
    });
    const last = keys.at(-1);
    if (last === undefined) return;
    yield unreferenced;
    after = last;
  }
}

async function keysAfter(handle: ReadHandle, after: string): Promise<readonly BlobKey[]> {
  const query = handle.builder
    .selectFrom('blob')
    .select('key')
    .where('key', '>', after)
    .orderBy('key')
    .limit(keysPerPage);
  return (await handle.all(query)).map(({ key }) => key as BlobKey);
}

async function withoutRow(
  { database }: BlobServices,
  keys: readonly BlobKey[],
): Promise<readonly BlobKey[]> {
  const rows = await database.read((handle) =>
    handle.all(handle.builder.selectFrom('blob').select('key').where('key', 'in', keys)),
  );
  const known = new Set<string>(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
