import type { BlobStore } from '../../blobs/blob-store.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** `error`: data is lost or will cause failures. `warning`: no data is lost. */
export type Severity = 'error' | 'warning';

/** A problem in the store. */
export interface Finding {
  readonly severity: Severity;
  /** Table of the row, or `store` without a row. */
  readonly table: keyof Tables | 'store';
  /** Key of the row; its parts joined by `/` where there are several. */
  readonly id: string;
  /** What was found and what was expected. */
  readonly text: string;
}

export interface IntegrityContext {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly model: ContentModel;
  readonly nowMs: number;
}

/** One invariant, or several that are checked together. */
export interface IntegrityCheck {
  /** In kebab-case, as the name of its file. */
  readonly name: string;
  /** Reads large amounts of data, such as the content of all files; skipped by `--fast`. */
  readonly isSlow?: boolean;
  /** Uses memory independent of the size of the store. Changes nothing. */
  run(context: IntegrityContext): AsyncIterable<Finding>;
}

export function defineCheck(check: IntegrityCheck): IntegrityCheck {
  return check;
}
