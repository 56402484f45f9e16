import { now } from '../../base/clock.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import type { SetAsideBlob } from '../../blobs/blob-store.ts';
import type { ReadHandle, WriteHandle } from '../../storage/database.ts';
import type { BlobServices } from './blobs.ts';
import { keysPerQuery } from './orphans.ts';

/**
 * The unit that decides to remove contents stores the names under which they are aside. So a collector that
 * has counted contents and died before it could drop them has not counted them in vain: `finishRemovals`
 * drops what was decided, and restores all else.
 */
export async function storeDecisions(
  handle: WriteHandle,
  names: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const some of slicesOf(names, keysPerQuery)) {
    const rows = some.map((name) => ({ name, decided_at: nowMs }));
    await handle.run(handle.builder.insertInto('removed_content').values(rows));
  }
}

/** Once they are carried out. */
export async function forgetDecisions(
  { database }: Pick<BlobServices, 'database'>,
  names: readonly string[],
): Promise<void> {
  for (const some of slicesOf(names, keysPerQuery)) {
    await database.write((handle) =>
      handle.run(handle.builder.deleteFrom('removed_content').where('name', 'in', some)),
    );
  }
}

export async function findDecisions(
  handle: ReadHandle,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const some of slicesOf(names, keysPerQuery)) {
    const query = handle.builder
      .selectFrom('removed_content')
      .select('name')
      .where('name', 'in', some);
    for (const { name } of await handle.all(query)) found.add(name);
  }
  return found;
}

const filesTogether = 20;

/**
 * Ends what collectors have left that were killed: contents whose removal was decided are dropped, others
 * restored. `olderThanMs` spares those of collectors that are at work; without it they are disturbed and
 * nothing is lost: what is restored under them is collected once more.
 */
export async function finishRemovals(
  services: BlobServices,
  { olderThanMs }: { readonly olderThanMs?: number } = {},
): Promise<void> {
  const beforeMs = olderThanMs === undefined ? Number.POSITIVE_INFINITY : now() - olderThanMs;
  let some: SetAsideBlob[] = [];
  for await (const aside of services.blobs.listSetAside()) {
    if (aside.setAsideMs > beforeMs) continue;
    some.push(aside);
    if (some.length < keysPerQuery) continue;
    await finish(services, some);
    some = [];
  }
  if (some.length > 0) await finish(services, some);
}

async function finish(services: BlobServices, asides: readonly SetAsideBlob[]): Promise<void> {
  const names = asides.map(({ name }) => name);
  const decided = await services.database.readLatest((handle) => findDecisions(handle, names));
  await inParallel(asides, filesTogether, async (aside) => {
    await (decided.has(aside.name) ? aside.drop() : aside.restore());
  });
  await forgetDecisions(services, [...decided]);
}

const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Removes some decisions of killed collectors that were carried out long ago; returns how many. */
export function purgeDecisions(handle: WriteHandle, nowMs: number): Promise<number> {
  const { builder } = handle;
  const old = builder
    .selectFrom('removed_content')
    .select('name')
    .where('decided_at', '<=', nowMs - keptMs)
    .limit(keysPerQuery);
  return handle.run(builder.deleteFrom('removed_content').where('name', 'in', old));
}
