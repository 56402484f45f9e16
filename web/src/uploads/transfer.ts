import { ApiError } from '../../../client/src/index.ts';
import { NetworkError } from '../api/client.ts';
import { kindOf } from '../api/errors.ts';
import { type Arrived, arrivedOf, dropFile, hasBatch } from '../api/uploads.ts';
import { bytesOfChunks, type ChunkPlan, missingChunks, planChunks } from './chunks.ts';
import { persistently } from './persistence.ts';
import { UploadProblem } from './problem.ts';
import { sendPiece } from './send.ts';
import { requestSlots } from './slots.ts';
import type { UploadPlace } from './upload.ts';

/** The server has dropped the batch, because it was not used for long. */
export class BatchGone extends Error {
  override readonly name = 'BatchGone';
}

export interface Content {
  readonly file: File;
  readonly name: string;
  readonly place: UploadPlace;
  /** Nothing has been sent there yet. */
  readonly isPlaceNew: boolean;
}

interface Watch {
  readonly signal: AbortSignal;
  /** Bytes that the server has confirmed, and bytes that are on their way. */
  readonly onProgress: (confirmed: number, flying: number) => void;
}

/** Brings the content to its place on the server. What is there already is not sent again. @throws BatchGone */
export async function transfer(content: Content, watch: Watch): Promise<void> {
  const plan = planChunks(content.file.size);
  const arrived =
    content.isPlaceNew || plan.count === 1
      ? undefined
      : await persistently(() => arrivedAt(content.place, plan, watch.signal), watch.signal);
  const present = arrived?.chunks ?? [];
  const failure = new AbortController();
  const signal = AbortSignal.any([watch.signal, failure.signal]);
  const progress = new Progress(bytesOfChunks(plan, present), watch.onProgress);
  progress.tell();
  const pieces = missingChunks(plan, present).map((index) =>
    requestSlots
      .run(() => persistently(() => send({ content, plan, index }, { signal, progress }), signal))
      .catch((error) => {
        failure.abort(error);
        throw error;
      }),
  );
  const outcomes = await Promise.allSettled(pieces);
  watch.signal.throwIfAborted();
  if (failure.signal.aborted) throw failure.signal.reason;
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function arrivedAt(
  place: UploadPlace,
  plan: ChunkPlan,
  signal: AbortSignal,
): Promise<Arrived | undefined> {
  const arrived = await arrivedOf(place, signal);
  if (!arrived) {
    if (await hasBatch(place.batch, signal)) return undefined;
    throw new BatchGone();
  }
  if (arrived.chunkCount === plan.count) return arrived;
  // Cut into other pieces by another release of the application.
  await dropFile(place);
  return undefined;
}

class Progress {
  readonly #flying = new Map<number, number>();
  #confirmed: number;
  readonly #tell: (confirmed: number, flying: number) => void;

  constructor(confirmed: number, tell: (confirmed: number, flying: number) => void) {
    this.#confirmed = confirmed;
    this.#tell = tell;
  }

  tell(): void {
    this.#tell(
      this.#confirmed,
      [...this.#flying.values()].reduce((sum, each) => sum + each, 0),
    );
  }

  fly(index: number, bytes: number): void {
    this.#flying.set(index, bytes);
    this.tell();
  }

  end(index: number, confirmed: number): void {
    this.#flying.delete(index);
    this.#confirmed += confirmed;
    this.tell();
  }
}

interface PlannedPiece {
  readonly content: Content;
  readonly plan: ChunkPlan;
  readonly index: number;
}

async function send(
  { content, plan, index }: PlannedPiece,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: Progress },
): Promise<void> {
  try {
    const onProgress = (bytes: number): void => progress.fly(index, bytes);
    await sendPiece({ ...content, plan, index }, { signal, onProgress });
  } catch (error) {
    if (!isThereAlready(error, plan)) {
      progress.end(index, 0);
      await explain(error, content.file);
    }
  }
  progress.end(index, bytesOfChunks(plan, [index]));
}

/** The answer to an earlier attempt was lost. */
function isThereAlready(error: unknown, plan: ChunkPlan): boolean {
  return plan.count > 1 && error instanceof ApiError && error.status === 409;
}

async function explain(error: unknown, file: File): Promise<never> {
  if (kindOf(error) === 'not-found') throw new BatchGone();
  if (error instanceof NetworkError && !(await isReadable(file))) {
    throw new UploadProblem('unreadable');
  }
  throw error;
}

/** Browsers report a file that was moved, changed or removed like a lost connection. */
export async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
