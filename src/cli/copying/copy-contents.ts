import { isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import { inParallel } from '../../base/parallel.ts';
import { slicesOf } from '../../base/slices.ts';
import {
  type BlobProvider,
  type BlobStore,
  type StagedBlob,
  storeOf,
} from '../../blobs/blob-store.ts';
import { isBlobKey } from '../../blobs/digest.ts';
import type { BlobTable } from '../../storage/tables.ts';
import {
  type CopyPosition,
  findPosition,
  putPosition,
} from '../../storage/transfer/copy-progress.ts';
import type { TableRoute } from '../../storage/transfer/row-writing.ts';
import { pagesBehind } from './copy-rows.ts';
import type { CopyTask } from './copy-task.ts';
import { readWatched } from './watched-source.ts';

const parallelMax = 8;
/** That wait for one flush of directories. */
const contentsTogether = 100;

type ContentRow = Pick<BlobTable, 'key' | 'size' | 'provider'>;

/** A content that is in the target under its temporary name. */
interface StoredContent {
  readonly store: BlobStore;
  readonly staged: StagedBlob;
}

const step = 'contents';

/**
 * Copies the contents that rows name, each once; `contents` is the route of their table. Those that are damaged
 * in the source are looked for again by the next run.
 */
export async function copyContents(task: CopyTask, contents: TableRoute): Promise<void> {
  const { target, progress } = task;
  const position = await target.read((handle) => findPosition(handle, step));
  const storePosition = async (next: CopyPosition): Promise<void> => {
    if (progress.damaged.length > 0) return;
    await target.write((handle) => putPosition(handle, step, next));
  };
  for await (const page of pagesBehind(task, contents, position)) {
    const rows = page.rows as unknown as readonly ContentRow[];
    for (const some of slicesOf(rows, contentsTogether)) {
      await copyTogether(task, some);
      await storePosition({ after: [some.at(-1)?.key ?? ''], isDone: false });
    }
  }
  await storePosition({ after: undefined, isDone: true });
}

async function copyTogether(task: CopyTask, rows: readonly ContentRow[]): Promise<void> {
  const stored: StoredContent[] = [];
  try {
    await inParallel(rows, parallelMax, async (row) => {
      task.signal.throwIfAborted();
      const content = await copyOne(task, row);
      if (content) stored.push(content);
      task.progress.advance(row.size);
    });
    for (const [store, some] of Map.groupBy(stored, (content) => content.store)) {
      await store.flushDirectories(some.map(({ staged }) => staged.key));
    }
  } catch (error) {
    await Promise.allSettled(stored.map(({ staged }) => staged.discard()));
    throw error;
  }
  await inParallel(stored, parallelMax, ({ staged }) => staged.release());
}

/** Undefined when there is nothing to store. */
async function copyOne(task: CopyTask, row: ContentRow): Promise<StoredContent | undefined> {
  const { progress } = task;
  const { key, size } = row;
  const provider = row.provider as BlobProvider;
  const from = storeOf(task.sourceBlobs, provider);
  const store = storeOf(task.targetBlobs, provider);
  if (!isBlobKey(key) || !from || !store) {
    progress.damaged.push({ key, reason: 'has no store, or a key that is no SHA-256' });
    return undefined;
  }
  if ((await store.stat(key))?.sizeBytes === size) {
    progress.contentsPresent += 1;
    return undefined;
  }
  const staged = await stageFrom({ from, store, key, size }, (reason) =>
    progress.damaged.push({ key, reason }),
  );
  if (!staged) return undefined;
  await staged.commit();
  progress.contentsCopied += 1;
  progress.bytesCopied += size;
  return { store, staged };
}

interface Transfer {
  readonly from: BlobStore;
  readonly store: BlobStore;
  readonly key: BlobKey;
  readonly size: number;
}

/** Undefined when the source has no good content of the key. */
async function stageFrom(
  { from, store, key, size }: Transfer,
  onDamaged: (reason: string) => void,
): Promise<StagedBlob | undefined> {
  const source = readWatched(() => from.open(key));
  try {
    const staged = await store.stage(source.bytes, { sizeBytes: size, durable: 'later' });
    if (staged.key === key) return staged;
    await staged.discard();
    onDamaged('has other bytes in the source than were stored');
    return undefined;
  } catch (error) {
    const reason = source.failure ?? sizeProblem(error, size);
    if (reason === undefined) throw error;
    onDamaged(reason);
    return undefined;
  }
}

/** The target refuses a content that is not of the announced size. */
function sizeProblem(error: unknown, size: number): string | undefined {
  return isAppError(error, 'request.invalid')
    ? `does not have ${size} bytes in the source`
    : undefined;
}
