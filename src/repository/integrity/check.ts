import type { BlobStore } from '../../blobs/blob-store.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** `error`: something is lost or will misbehave. `warning`: nothing is lost, but look at it. */
export type Severity = 'error' | 'warning';

/** Something in the store that should not be so. */
export interface Finding {
  readonly severity: Severity;
  /** Table of the row, or `store` when it is about none. */
  readonly table: keyof Tables | 'store';
  /** Key of the row; its parts joined by `/` where there are several. */
  readonly id: string;
  /** Names what was found and what should be there. */
  readonly text: string;
}

export interface IntegrityContext {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly model: ContentModel;
  readonly nowMs: number;
}

/** One thing that must hold, or several that are best looked at together. */
export interface IntegrityCheck {
  /** In kebab-case, as its file is called. */
  readonly name: string;
  /** Reads everything there is, for instance the content of all files; left out by `--fast`. */
  readonly isSlow?: boolean;
  /** With memory that does not depend on the size of the store. Changes nothing. */
  run(context: IntegrityContext): AsyncIterable<Finding>;
}

export function defineCheck(check: IntegrityCheck): IntegrityCheck {
  return check;
}
