import { now } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import type { SetAsideBlob } from '../../blobs/blob-store.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { BlobServices } from './blobs.ts';
import { findUnreferenced, keysPerQuery, removeOrphanedRows } from './orphans.ts';
import {
  findDecisions,
  finishRemovals,
  forgetDecisions,
  storeDecisions,
} from './removal-decisions.ts';

interface RemovalOptions {
  /** Content stored, or stored again, since then stays. */
  readonly unlessStoredSinceMs?: number | undefined;
  /**
   * The last statements of the unit that removes the rows of those contents: what they count is stored
   * if and only if the contents are removed.
   */
  readonly settle?:
    | ((handle: WriteHandle, removed: readonly BlobKey[]) => Promise<void>)
    | undefined;
}

/** Files that are moved or removed at the same time. */
const filesTogether = 20;
/** A collector that is at work decides sooner, unless the writer is very busy. */
const abandonedMs = 5_000;

/**
 * Removes content and rows of blobs that nothing refers to, at most `keysPerQuery`, and returns which.
 *
 * 1. The contents are set aside.
 * 2. Those that a request has announced by now are restored. A request that announces its content later
 *    finds it gone and stores it anew: so no row that it commits afterwards names what is removed here.
 * 3. A unit removes the rows to which nothing refers, and stores which contents are to be dropped.
 * 4. Those are dropped, the others restored. A collector that dies in between leaves it to `finishRemovals`.
 */
export async function removeOrphans(
  services: BlobServices,
  keys: readonly BlobKey[],
  options: RemovalOptions = {},
): Promise<readonly BlobKey[]> {
  const aside = await setAllAside(services, keys);
  let isDecided = false;
  try {
    const candidates = await restoreUsed(services, { keys, aside, options });
    const gone = await services.database.write(async (handle) => {
      const { removed, rowless } = await removeOrphanedRows(handle, candidates);
      const gone = [...removed, ...rowless.filter((key) => aside.has(key))];
      await storeDecisions(handle, namesOf(aside, gone), now());
      await options.settle?.(handle, gone);
      return gone;
    });
    isDecided = true;
    await carryOut(services, aside, new Set(gone));
    return gone;
  } catch (error) {
    if (!isDecided) await undo(services, [...aside.values()]);
    throw error;
  }
}

type Asides = Map<BlobKey, SetAsideBlob>;

function namesOf(aside: Asides, keys: readonly BlobKey[]): string[] {
  return keys.flatMap((key) => aside.get(key)?.name ?? []);
}

/** Without those that are not there. After a failure none is aside. */
async function setAllAside(services: BlobServices, keys: readonly BlobKey[]): Promise<Asides> {
  const aside: Asides = new Map();
  const take = async (key: BlobKey): Promise<void> => {
    const blob = await services.blobs.setAside(key);
    if (blob) aside.set(key, blob);
  };
  try {
    await inParallel(keys, filesTogether, take);
    if (aside.size === keys.length) return aside;
    // Another collector may have died with it.
    await finishRemovals(services, { olderThanMs: abandonedMs });
    const missing = keys.filter((key) => !aside.has(key));
    await inParallel(missing, filesTogether, take);
    return aside;
  } catch (error) {
    await undo(services, [...aside.values()]);
    throw error;
  }
}

/** Returns the keys of the others. */
async function restoreUsed(
  { blobs }: BlobServices,
  work: {
    readonly keys: readonly BlobKey[];
    readonly aside: Asides;
    readonly options: RemovalOptions;
  },
): Promise<readonly BlobKey[]> {
  const { keys, aside, options } = work;
  const { unlessStoredSinceMs = Number.POSITIVE_INFINITY } = options;
  // After they were set aside.
  const used = new Set(await blobs.listAnnounced());
  for (const { key, modifiedMs } of aside.values()) {
    if (modifiedMs >= unlessStoredSinceMs) used.add(key);
  }
  const restored = keys.flatMap((key) => (used.has(key) ? (aside.get(key) ?? []) : []));
  await inParallel(restored, filesTogether, async (blob) => {
    await blob.restore();
    aside.delete(blob.key);
  });
  return keys.filter((key) => !used.has(key));
}

async function carryOut(
  services: BlobServices,
  aside: Asides,
  gone: ReadonlySet<BlobKey>,
): Promise<void> {
  const again: BlobKey[] = [];
  await inParallel([...aside.values()], filesTogether, async (blob) => {
    if (!gone.has(blob.key)) await blob.restore();
    else if (!(await blob.drop())) again.push(blob.key);
  });
  await forgetDecisions(services, namesOf(aside, [...gone]));
  // A process that started meanwhile has restored them. They are counted already.
  if (again.length > 0) await removeOrphans(services, again);
}

/** After a unit of which it may not be known whether it is stored. */
async function undo(services: BlobServices, asides: readonly SetAsideBlob[]): Promise<void> {
  if (asides.length === 0) return;
  const names = asides.map(({ name }) => name);
  const decided = await services.database
    .readLatest((handle) => findDecisions(handle, names))
    // What is restored although its removal was decided is collected again, later.
    .catch(() => new Set<string>());
  await inParallel(asides, filesTogether, async (blob) => {
    await (decided.has(blob.name) ? blob.drop() : blob.restore());
  });
}

/** Removes contents that nothing refers to: those that a request sent and did not use. */
export async function collectUnreferenced(
  services: BlobServices,
  keys: readonly BlobKey[],
): Promise<void> {
  for (const some of slicesOf(keys, keysPerQuery)) {
    const unreferenced = await services.database.read((handle) => findUnreferenced(handle, some));
    if (unreferenced.length > 0) await removeOrphans(services, unreferenced);
  }
}
