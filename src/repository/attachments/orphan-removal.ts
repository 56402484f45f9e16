import { now } from '../../base/clock.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import {
  type BlobProvider,
  type BlobStore,
  type SetAsideBlob,
  storeOf,
} from '../../blobs/blob-store.ts';
import type { WriteHandle } from '../../storage/database.ts';
import type { BlobServices } from './blobs.ts';
import {
  type ContentName,
  contentsIn,
  findUnreferenced,
  keysPerQuery,
  removeOrphanedRows,
  textOfName,
} from './orphans.ts';
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
    | ((handle: WriteHandle, removed: readonly ContentName[]) => Promise<void>)
    | undefined;
}

/** Files that are moved or removed at the same time. */
const filesTogether = 20;
/** A collector that is at work decides sooner, unless the writer is very busy. */
const abandonedMs = 5_000;

/**
 * Removes content and rows of blobs that nothing refers to, at most `keysPerQuery`, and returns which. Of a
 * content whose row names another provider, only this copy is removed, and only if the other has it.
 *
 * 1. The contents are set aside.
 * 2. Those that a request has announced by now are restored. A request that announces its content later
 *    finds it gone and stores it anew: so no row that it commits afterwards names what is removed here.
 * 3. A unit removes the rows to which nothing refers, and stores which contents are to be dropped.
 * 4. Those are dropped, the others restored. A collector that dies in between leaves it to `finishRemovals`.
 */
export async function removeOrphans(
  services: BlobServices,
  contents: readonly ContentName[],
  options: RemovalOptions = {},
): Promise<readonly ContentName[]> {
  const aside = await setAllAside(services, contents);
  let isDecided = false;
  try {
    const candidates = await restoreUsed(services, { contents, aside, options });
    const isDouble = await findDoubles(services.blobs, candidates);
    const gone = await services.database.write(async (handle) => {
      const { removed, rowless, copies } = await removeOrphanedRows(handle, candidates);
      const files = [...rowless, ...copies.filter(isDouble)];
      const gone = [...removed, ...files.filter((each) => aside.has(textOfName(each)))];
      await storeDecisions(handle, namesOf(aside, gone), now());
      await options.settle?.(handle, gone);
      return gone;
    });
    isDecided = true;
    await carryOut(services, aside, gone);
    return gone;
  } catch (error) {
    if (!isDecided) await undo(services, [...aside.values()].map(blobOf));
    throw error;
  }
}

interface Aside {
  readonly content: ContentName;
  readonly blob: SetAsideBlob;
}

/** By the texts of their names. */
type Asides = Map<string, Aside>;

function blobOf({ blob }: Aside): SetAsideBlob {
  return blob;
}

function namesOf(aside: Asides, contents: readonly ContentName[]): string[] {
  return contents.flatMap((each) => aside.get(textOfName(each))?.blob.name ?? []);
}

/** Without those that are not there. After a failure none is aside. */
async function setAllAside(
  services: BlobServices,
  contents: readonly ContentName[],
): Promise<Asides> {
  const aside: Asides = new Map();
  const take = async (content: ContentName): Promise<void> => {
    const blob = await storeOf(services.blobs, content.provider)?.setAside(content.key);
    if (blob) aside.set(textOfName(content), { content, blob });
  };
  try {
    await inParallel(contents, filesTogether, take);
    if (aside.size === contents.length) return aside;
    // Another collector may have died with it.
    await finishRemovals(services, { olderThanMs: abandonedMs });
    const missing = contents.filter((each) => !aside.has(textOfName(each)));
    await inParallel(missing, filesTogether, take);
    return aside;
  } catch (error) {
    await undo(services, [...aside.values()].map(blobOf));
    throw error;
  }
}

/** Returns the others. */
async function restoreUsed(
  { blobs }: BlobServices,
  work: {
    readonly contents: readonly ContentName[];
    readonly aside: Asides;
    readonly options: RemovalOptions;
  },
): Promise<readonly ContentName[]> {
  const { contents, aside, options } = work;
  const { unlessStoredSinceMs = Number.POSITIVE_INFINITY } = options;
  // After they were set aside.
  const announced = await findAnnounced(blobs, contents);
  const isUsed = (content: ContentName): boolean => {
    const modifiedMs = aside.get(textOfName(content))?.blob.modifiedMs ?? 0;
    return announced(content) || modifiedMs >= unlessStoredSinceMs;
  };
  const [used, others] = [contents.filter(isUsed), contents.filter((each) => !isUsed(each))];
  await inParallel(used, filesTogether, async (content) => {
    const name = textOfName(content);
    await aside.get(name)?.blob.restore();
    aside.delete(name);
  });
  return others;
}

/**
 * Whether the store of the other provider has the content too. What a row says may be wrong: in a database that was
 * restored from a backup it is older than the files.
 */
export async function findDoubles(
  { main, records }: BlobStore,
  contents: readonly ContentName[],
): Promise<(content: ContentName) => boolean> {
  if (!records) return () => false;
  const doubles = new Set<string>();
  await inParallel(contents, filesTogether, async (content) => {
    const other = content.provider === 'records' ? main : records;
    if (await other.exists(content.key)) doubles.add(textOfName(content));
  });
  return (content) => doubles.has(textOfName(content));
}

/** Whether contents are being stored, each in the store that has it. */
export async function findAnnounced(
  blobs: BlobStore,
  contents: readonly ContentName[],
): Promise<(content: ContentName) => boolean> {
  const providers = [...new Set(contents.map(({ provider }) => provider))];
  const none: ReadonlySet<BlobKey> = new Set();
  const found = new Map<BlobProvider, ReadonlySet<BlobKey>>();
  for (const provider of providers) {
    const own = contents.filter((content) => content.provider === provider);
    const keys = own.map(({ key }) => key);
    found.set(provider, (await storeOf(blobs, provider)?.findAnnounced(keys)) ?? none);
  }
  return ({ key, provider }) => found.get(provider)?.has(key) ?? false;
}

async function carryOut(
  services: BlobServices,
  aside: Asides,
  removed: readonly ContentName[],
): Promise<void> {
  const again: ContentName[] = [];
  const gone = new Set(removed.map(textOfName));
  await inParallel([...aside.values()], filesTogether, async ({ content, blob }) => {
    if (!gone.has(textOfName(content))) await blob.restore();
    else if (!(await blob.drop())) again.push(content);
  });
  await forgetDecisions(services, namesOf(aside, removed));
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
    if (unreferenced.length === 0) continue;
    await removeOrphans(services, contentsIn('default', unreferenced));
  }
}
