import type { BlobSource } from './blob-source.ts';
import type { BlobStore, StagedBlob } from './blob-store.ts';

/** At a time: more only makes the flushes queue behind each other (measured with 4,000 files). */
const parallelMax = 8;

/**
 * Stages and commits many pieces of content, with the directories flushed once for all of them. All
 * or none: after a failure none is staged. The caller commits the rows that name them and then
 * releases each.
 *
 * @throws AppError as `BlobStore.stage`
 */
export async function stageMany(
  store: BlobStore,
  sources: readonly BlobSource[],
): Promise<readonly StagedBlob[]> {
  const staged: StagedBlob[] = [];
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const work = async (): Promise<void> => {
    while (next < sources.length && !failure) {
      const index = next;
      next += 1;
      try {
        const blob = await store.stage(sources[index] as BlobSource, { durable: 'later' });
        staged[index] = blob;
        await blob.commit();
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelMax }, work));
    if (failure) throw (failure as { error: unknown }).error;
    await store.flushDirectories(staged.map((blob) => blob.key));
    return staged;
  } catch (error) {
    for (const blob of Object.values(staged)) await blob.discard();
    throw error;
  }
}
