import type { Document } from '../../model/document.ts';
import type { Principal } from '../../model/principal.ts';
import type { OpenedStore } from '../../store.ts';
import type { ImportTally } from './tally.ts';

export interface FolderImport {
  readonly store: OpenedStore;
  readonly principal: Principal;
  /** Folder on disk; its content, not itself, is imported. */
  readonly source: string;
  /** Document below which everything goes. */
  readonly target: Document;
  /** Files taken in at a time. */
  readonly concurrency: number;
  readonly isDryRun: boolean;
  /** Ends the import after what is under way. */
  readonly signal: AbortSignal;
  readonly tally: ImportTally;
}
