import type { Document } from '../../model/document.ts';
import type { Principal } from '../../model/principal.ts';
import type { OpenedStore } from '../../store.ts';
import type { ImportTally } from './tally.ts';

/** The document types that the command line chooses; null for the usual ones. */
export interface ImportTypes {
  readonly file: string | null;
  readonly folder: string | null;
}

export interface FolderImport {
  readonly store: OpenedStore;
  readonly principal: Principal;
  /** Folder on disk; its content, not itself, is imported. */
  readonly source: string;
  /** The document below which the content is created. */
  readonly target: Document;
  /** Files that are staged at the same time. */
  readonly concurrency: number;
  readonly isDryRun: boolean;
  readonly types: ImportTypes;
  /** Documents get the dates of their files. */
  readonly keepsDates: boolean;
  /** Files of metadata describe the files beside them, and are not imported. */
  readonly usesMetadata: boolean;
  /** Ends the import after the current batch. */
  readonly signal: AbortSignal;
  readonly tally: ImportTally;
}
