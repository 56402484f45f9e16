import { now } from '../../base/clock.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import { storeOf } from '../../blobs/blob-store.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { BlobServices } from './blobs.ts';
import { requireOwnContents } from './content-owner.ts';
import { findAnnounced, findDoubles, removeOrphans } from './orphan-removal.ts';
import {
  type ContentName,
  findOfRecords,
  findRegistered,
  findUnreferenced,
  keysPerQuery,
  textOfName,
} from './orphans.ts';
import { finishRemovals } from './removal-decisions.ts';
import { type ScannedContent, scanContents } from './scan-contents.ts';

/** Contents that nothing refers to. */
interface Orphans {
  /** To be removed, with what they take. */
  readonly removable: readonly ScannedContent[];
  /** Stored recently, or being stored. */
  readonly young: number;
}

interface OrphanTerms {
  /** Later ones stay; without it those that are being stored now, only. */
  readonly storedBeforeMs?: number | undefined;
}

const filesTogether = 20;

/**
 * Those of the contents, at most `keysPerQuery`, that nothing refers to and no request is storing. Of
 * what is neither stored nor registered, as it was removed meanwhile, there is nothing to collect.
 */
export async function findOrphans(
  { database, blobs }: BlobServices,
  contents: readonly ScannedContent[],
  { storedBeforeMs }: OrphanTerms,
): Promise<Orphans> {
  const { candidates, registered } = await database.readLatest((handle) =>
    findCandidates(handle, contents, blobs.records !== undefined),
  );
  if (candidates.length === 0) return { removable: [], young: 0 };
  const isAnnounced = await findAnnounced(blobs, candidates);
  const removable = candidates.filter((content) => !isAnnounced(content));
  let young = candidates.length - removable.length;
  const isCopy = (content: ScannedContent): boolean => {
    const row = registered.get(content.key);
    return row !== undefined && row.provider !== content.provider;
  };
  const isDouble = await findDoubles(blobs, removable.filter(isCopy));
  const found = await inParallel(removable, filesTogether, async (content) => {
    if (isCopy(content) && !isDouble(content)) return [];
    const row = registered.get(content.key);
    const registeredMs = row?.provider === content.provider ? row.createdMs : undefined;
    // Only what is about time or existence is asked of each file.
    if (registeredMs !== undefined && storedBeforeMs === undefined) return content;
    const stat = await storeOf(blobs, content.provider)?.stat(content.key);
    if (!stat && registeredMs === undefined) return [];
    const storedMs = Math.max(stat?.modifiedMs ?? 0, registeredMs ?? 0);
    if (storedMs < (storedBeforeMs ?? Number.POSITIVE_INFINITY)) return content;
    young += 1;
    return [];
  });
  return { removable: found.flat(), young };
}

/** To which nothing refers, or whose row names another provider. */
async function findCandidates(
  handle: ReadHandle,
  contents: readonly ScannedContent[],
  hasRecords: boolean,
) {
  const keys = contents.map(({ key }) => key);
  const unreferenced = new Set(await findUnreferenced(handle, keys));
  const ofRecords = hasRecords ? await findOfRecords(handle, keys) : new Set();
  const candidates = contents.filter(
    ({ key, provider }) => unreferenced.has(key) || ofRecords.has(key) !== (provider === 'records'),
  );
  const candidateKeys = candidates.map(({ key }) => key);
  return { candidates, registered: await findRegistered(handle, candidateKeys) };
}

interface CollectionTerms extends OrphanTerms {
  /** Only counts what would be removed. */
  readonly isDryRun: boolean;
  /** The most contents to collect. */
  readonly countMax?: number;
  /** As the last statement of the unit that removes them, with what is removed in it; once. */
  readonly settle?: (handle: WriteHandle, collected: Collected) => Promise<void>;
}

interface Collected {
  readonly count: number;
  readonly sizeBytes: number;
}

interface CollectedContents extends Collected {
  /** Also without a row that names them, but stored recently. */
  readonly young: number;
}

const nothing: CollectedContents = { count: 0, sizeBytes: 0, young: 0 };

/** Removes those of the contents, at most `keysPerQuery`, that nothing refers to. */
export async function collectThese(
  services: BlobServices,
  contents: readonly ScannedContent[],
  terms: CollectionTerms,
): Promise<CollectedContents> {
  const { isDryRun, storedBeforeMs, countMax, settle } = terms;
  const { removable, young } = await findOrphans(services, contents, { storedBeforeMs });
  const orphans = removable.slice(0, countMax);
  if (isDryRun || orphans.length === 0) {
    const collected = sumOf(orphans);
    if (settle) await services.database.write((handle) => settle(handle, collected));
    return { ...collected, young };
  }
  const byName = new Map(orphans.map((orphan) => [textOfName(orphan), orphan]));
  const orphansOf = (removed: readonly ContentName[]) =>
    removed.flatMap((each) => byName.get(textOfName(each)) ?? []);
  const removed = await removeOrphans(services, [...byName.values()], {
    unlessStoredSinceMs: storedBeforeMs,
    settle: settle && ((handle, names) => settle(handle, sumOf(orphansOf(names)))),
  });
  return { ...sumOf(orphansOf(removed)), young };
}

function sumOf(orphans: readonly ScannedContent[]): Collected {
  const sizeBytes = orphans.reduce((sum, orphan) => sum + orphan.sizeBytes, 0);
  return { count: orphans.length, sizeBytes };
}

interface CollectionOptions {
  /** Content stored, or stored again, within that time stays. */
  readonly graceMs: number;
  /** Only counts what would be removed. */
  readonly isDryRun?: boolean;
  /** Also contents in the store of records. */
  readonly includesRecords?: boolean;
  readonly signal?: AbortSignal;
}

/** Of one unit. */
const keysTogether = 200;
/** Collectors at work decide sooner. */
const abandonedMs = 60_000;

/**
 * Removes every content that no document, lease or upload names: of removed documents, of failed
 * requests, without a row after a crash. Safe while content is being stored, and beside another
 * collection. Checks its signal between units; what is removed by then stays removed. A failure
 * does not stop the removal of others, and is thrown at the end.
 *
 * @throws AppError store.mismatch when the contents are those of another database, store.*,
 *   server.not-implemented; the reason of the signal
 */
export async function collectContents(
  services: BlobServices,
  { graceMs, isDryRun = false, includesRecords = false, signal }: CollectionOptions,
): Promise<CollectedContents> {
  await requireOwnContents(services);
  if (!isDryRun) await finishRemovals(services, { olderThanMs: abandonedMs });
  const terms = { storedBeforeMs: now() - graceMs, isDryRun };
  let collected = nothing;
  let failure: { readonly error: unknown } | undefined;
  for await (const page of scanContents(services, { signal, includesRecords })) {
    for (const some of slicesOf(page, Math.min(keysTogether, keysPerQuery))) {
      signal?.throwIfAborted();
      const outcome = await collectOrSingly(services, some, terms);
      collected = added(collected, outcome.collected);
      failure ??= outcome.failure;
    }
  }
  if (failure) throw failure.error;
  return collected;
}

interface Outcome {
  readonly collected: CollectedContents;
  readonly failure?: { readonly error: unknown };
}

/** One after the other once they cannot be removed together. */
async function collectOrSingly(
  services: BlobServices,
  contents: readonly ScannedContent[],
  terms: CollectionTerms,
): Promise<Outcome> {
  try {
    return { collected: await collectThese(services, contents, terms) };
  } catch (error) {
    if (contents.length === 1) return { collected: nothing, failure: { error } };
    const outcomes: Outcome[] = [];
    for (const one of contents) outcomes.push(await collectOrSingly(services, [one], terms));
    const collected = outcomes.map((outcome) => outcome.collected).reduce(added, nothing);
    return { collected, failure: { error } };
  }
}

function added(a: CollectedContents, b: CollectedContents): CollectedContents {
  return {
    count: a.count + b.count,
    sizeBytes: a.sizeBytes + b.sizeBytes,
    young: a.young + b.young,
  };
}
