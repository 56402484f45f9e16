/** Large enough that the time of a request is spent on its content; small enough to be sent again. */
const smallestChunkBytes = 5 * 1024 * 1024;
/** The server accepts no more. */
const chunksMax = 10_000;

/** How a file is cut into pieces. */
export interface ChunkPlan {
  readonly fileBytes: number;
  readonly chunkBytes: number;
  /** One: the file is sent whole. */
  readonly count: number;
}

export function planChunks(fileBytes: number): ChunkPlan {
  const chunkBytes = Math.max(smallestChunkBytes, Math.ceil(fileBytes / chunksMax));
  return { fileBytes, chunkBytes, count: Math.max(1, Math.ceil(fileBytes / chunkBytes)) };
}

/** The bytes of a chunk: from the first one to before the second one. */
export function chunkRange(plan: ChunkPlan, index: number): readonly [start: number, end: number] {
  const start = index * plan.chunkBytes;
  return [start, Math.min(start + plan.chunkBytes, plan.fileBytes)];
}

export function missingChunks({ count }: ChunkPlan, arrived: readonly number[]): number[] {
  const known = new Set(arrived);
  return Array.from({ length: count }, (_, index) => index).filter((index) => !known.has(index));
}

export function bytesOfChunks(plan: ChunkPlan, indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => {
    const [start, end] = chunkRange(plan, index);
    return sum + end - start;
  }, 0);
}
