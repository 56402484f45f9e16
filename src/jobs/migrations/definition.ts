import type { BlobStore } from '../../blobs/blob-store.ts';
import type { RepositoryContext, WriteUnit } from '../../repository/unit/unit.ts';
import type { Database } from '../../storage/database.ts';

/** What definitions of migrations work with. */
export interface MigrationServices {
  readonly database: Database;
  readonly repository: RepositoryContext;
  readonly blobs: BlobStore;
}

/** A part of a step: what it read and calculated, and the change that follows from it. */
export interface MigrationSlice {
  /** Where the next slice begins; null at the end of the step. */
  readonly next: unknown;
  /** Items that are done with this slice, for the progress. */
  readonly done: number;
  /** Items of it that could not be done, each with its reason. The step goes on, and has failed at its end. */
  readonly failures?: readonly string[];
  /** Runs in one unit with the progress. May run twice: the unit is repeated after a conflict. */
  write?(unit: WriteUnit): Promise<void>;
}

export interface SliceOptions {
  /** `next` of the slice before; null for the first one. */
  readonly position: unknown;
  /** To be called from time to time by a slice that may take long: shows that the run is alive. */
  beat(): Promise<void>;
}

export interface MigrationStep {
  readonly id: string;
  readonly fromState: string;
  readonly toState: string;
  readonly description: string;
  /** Items that the step will do, for the progress. */
  count(services: MigrationServices): Promise<number>;
  /**
   * Prepares a slice of bounded size outside of any unit that writes. A slice whose change is not
   * committed, because the process died or the server stopped, is prepared again.
   */
  slice(services: MigrationServices, options: SliceOptions): Promise<MigrationSlice>;
}

/** A change of stored content from one state to another, which an administrator starts. */
export interface MigrationDefinition {
  readonly id: string;
  readonly description: string;
  /** The key of the description's translations, where it is not made from the id. */
  readonly label?: string;
  readonly states: readonly string[];
  readonly steps: readonly MigrationStep[];
  /** Finds the state from what is stored. */
  probe(services: MigrationServices): Promise<string>;
}

/** Gives definitions their type. */
export function defineMigration(definition: MigrationDefinition): MigrationDefinition {
  return definition;
}
