import type { BlobStore } from '../../blobs/blob-store.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Database, ReadHandle } from '../../storage/database.ts';
import type { CopyProgress } from './progress.ts';

/** What the steps of a copy work on. */
export interface CopyTask {
  /** Reads the source, in one state of it. */
  readonly source: ReadHandle;
  readonly sourceBlobs: BlobStore;
  readonly target: Database;
  readonly targetBlobs: BlobStore;
  readonly model: ContentModel;
  readonly progress: CopyProgress;
  /** Aborted by Ctrl-C: the present part is finished. */
  readonly signal: AbortSignal;
}
